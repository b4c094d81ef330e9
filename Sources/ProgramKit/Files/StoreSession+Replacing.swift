import Foundation
import Localization
import Shell

extension StoreSession {
    /// Asks the user whether a command may replace an existing file, unless it is called with `--overwrite`.
    ///
    /// - Parameters:
    ///   - path: The path as the user typed it.
    ///   - invocation: The call of the command, which has the flag ``ExportTarget/overwrite``.
    /// - Returns: Whether an existing file may be replaced; `nil` if the user refuses, so that the command
    ///   must not write the file.
    /// - Throws: ``MaintenanceError/isTheStore(path:)`` or ``MaintenanceError/belongsToStore(path:)`` if the
    ///   file is the store or belongs to it, and the errors of asking.
    func mayReplace(_ path: String, _ invocation: Invocation) async throws -> Bool? {
        try StoreFiles(location)?.checkNotStoreFile(absolutePath(path), shown: path)
        let isAllowed = try invocation[ExportTarget.overwrite]
        guard !isAllowed, interaction.isInteractive,
            FileManager.default.fileExists(atPath: absolutePath(path))
        else { return isAllowed }
        return try await interaction.confirm(text("The file “%@” already exists. Replace it?", path))
            ? true : nil
    }

    /// Writes a file with data of the store, unless a record couldn't be read and would be missing from the
    /// file.
    ///
    /// - Parameters:
    ///   - bytes: The file's new contents.
    ///   - path: The path as the user typed it.
    ///   - replacing: Whether an existing file is replaced.
    /// - Throws: The error of an unreadable record, `FileError`, and ``MaintenanceError/isTheStore(path:)``
    ///   or ``MaintenanceError/belongsToStore(path:)`` if the file is the store or belongs to it.
    public func write(_ bytes: [UInt8], to path: String, replacing: Bool) throws {
        try StoreFiles(location)?.checkNotStoreFile(absolutePath(path), shown: path)
        try context.checkReads()
        try OutputFile.write(bytes, path: path, absolutePath: absolutePath(path), replacing: replacing)
    }
}

extension Output {
    /// The message that no file was written.
    public static var nothingWritten: Output { .message(text("Nothing was written.")) }
}
