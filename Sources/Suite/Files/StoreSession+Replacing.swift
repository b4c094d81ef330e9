import Foundation
import Localization
import Shell

extension StoreSession {
    /// Whether a file that a command writes may take the place of one that is there: the person is asked, where there
    /// is one and they haven't said so.
    ///
    /// - Parameters:
    ///   - path: The path as the person wrote it.
    ///   - isGiven: Whether they allowed it with the command.
    /// - Returns: Whether it may; `nil` where they say no, and nothing is to be written.
    /// - Throws: An error that says so where the file is the store, or belongs to it.
    public func mayReplace(_ path: String, isGiven: Bool) async throws -> Bool? {
        try StoreFiles(location)?.refuse(absolutePath(path), shown: path)
        guard !isGiven, interaction.isInteractive,
            FileManager.default.fileExists(atPath: absolutePath(path))
        else { return isGiven }
        return try await interaction.confirm(text("There is a file “%@” already. Replace it?", path))
            ? true : nil
    }

    /// Writes a file that is made of the store's records, where none of them was left out because it can't be read.
    ///
    /// - Parameters:
    ///   - bytes: The file's new contents.
    ///   - path: The path as the person wrote it.
    ///   - replacing: Whether an existing file is replaced.
    /// - Throws: What kept a record from being read, `FileError`, and an error that says so where the file is the store,
    ///   or belongs to it.
    public func write(_ bytes: [UInt8], to path: String, replacing: Bool) throws {
        try StoreFiles(location)?.refuse(absolutePath(path), shown: path)
        try context.checkReads()
        try OutputFile.write(bytes, path: path, absolutePath: absolutePath(path), replacing: replacing)
    }
}

extension Output {
    /// Says that a file stays as it is.
    public static var nothingWritten: Output { .message(text("Nothing was written.")) }
}
