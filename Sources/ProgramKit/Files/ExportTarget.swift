import Foundation
import Localization
import Shell

/// Where an export goes: a file, or standard output for `-`.
///
/// ```swift
/// func export(
///     _ bytes: [UInt8], to path: String, _ invocation: Invocation, _ session: BookSession
/// ) async throws -> Output {
///     guard let target = try await session.exportTarget(
///         path, as: nil, known: [".json", ".csv"], invocation)
///     else { return .nothingWritten }
///     return try session.write(bytes, to: target, .message(text("Wrote “%@”.", path)))
/// }
/// ```
public struct ExportTarget: Sendable {
    /// The path as the user typed it; `-` for standard output.
    public let path: String
    /// The format: the ending of the file without a dot, unless the user named another one.
    public let format: String
    /// Whether an existing file is replaced.
    let replaces: Bool

    /// Whether the export goes to standard output.
    public var isStandardOutput: Bool { path == "-" }

    /// The flag `--overwrite`.
    public static let overwrite = Parameter.flag(
        "overwrite", help: text("Replace the file if it exists."))

    /// Returns the option `--as`, which names a format.
    ///
    /// - Parameters:
    ///   - endings: The endings of the formats, such as `.json`.
    ///   - names: Other names of formats, by their endings without dots. Default: none.
    public static func formatOption(
        _ endings: [String], names: [String: String] = [:]
    ) -> Parameter<String?> {
        Parameter.option(
            "as",
            .choice(
                endings.map { String($0.dropFirst()) }.map { ending in
                    let choice = Choice(ending, ending)
                    return names[ending].map { choice.also($0) } ?? choice
                }),
            help: text("The format, if the name of the file doesn't tell it, or for standard output (-)."))
    }
}

extension StoreSession {
    /// Returns where an export goes; `nil` if the user doesn't want to replace an existing file.
    ///
    /// - Parameters:
    ///   - path: The path, or `-`.
    ///   - format: The format that the user named, as an ending without a dot; `nil` for that of the file.
    ///   - known: The endings of the formats, such as `.json`.
    ///   - invocation: The call of the command, which has the flag ``ExportTarget/overwrite``.
    /// - Throws: `FileError` if the format is unknown, ``MaintenanceError`` if the file belongs to the store, and the errors
    ///   of asking.
    public func exportTarget(
        _ path: String, as format: String?, known: [String], _ invocation: Invocation
    ) async throws -> ExportTarget? {
        if path == "-" {
            guard let format else { throw FileError.dash(.writing) }
            return ExportTarget(path: path, format: format, replaces: false)
        }
        let ending = format ?? (path as NSString).pathExtension.lowercased()
        guard format != nil || known.contains("." + ending) else {
            throw FileError.unknownFormat(path: path, known: known)
        }
        guard let replaces = try await mayReplace(path, invocation) else { return nil }
        return ExportTarget(path: path, format: ending, replaces: replaces)
    }

    /// Writes an export, and returns the output of the command.
    ///
    /// - Parameters:
    ///   - bytes: The export.
    ///   - target: Where it goes.
    ///   - output: What the user sees if it goes to a file. With standard output, only its warnings are shown.
    /// - Throws: The error of an unreadable record, and `FileError`.
    public func write(_ bytes: [UInt8], to target: ExportTarget, _ output: Output) throws -> Output {
        var output = output
        if target.isStandardOutput {
            try context.checkReads()
            output.document = bytes
        } else {
            try write(bytes, to: target.path, replacing: target.replaces)
        }
        return output
    }

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
