import Formats
import Foundation
import Localization
import Shell

/// A JSON file whose values a program reads: one that is built into the program, or one that a person gave.
///
/// ```swift
/// let file = try DataFile(path: "data/missions.json", relativeTo: "/home/anna")
/// file.root  // missions
/// ```
public struct DataFile: Sendable {
    /// How the file is named in messages: as the person wrote it.
    public let name: String
    /// The contents.
    public let bytes: [UInt8]

    /// Makes a file of its name and contents.
    public init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }

    /// Makes a file of what is built into a program.
    public init(name: String, embedded contents: StaticString) {
        self.init(name: name, bytes: contents.withUTF8Buffer { Array($0) })
    }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - path: The path as the person wrote it.
    ///   - directory: The absolute path where a relative one starts.
    /// - Throws: ``DataFileError`` where there is no such file, and `FileError` where it can't be read.
    public init(path: String, relativeTo directory: String) throws {
        do {
            let file = try InputFile(path: path, relativeTo: directory)
            self.init(name: path, bytes: try file.readToEnd())
        } catch FileError.missing {
            throw DataFileError(file: path, .noFile)
        } catch FileError.isDirectory {
            throw DataFileError(file: path, .isDirectory)
        }
    }

    /// What the outermost value is called in paths: the file's name without folders and its ending.
    public var root: String { Self.root(of: name) }

    static func root(of name: String) -> String {
        let file = name.split(separator: "/").last ?? ""
        return String(file.split(separator: ".").first ?? file)
    }

    /// The error of a value that can be decoded but is wrong nevertheless, such as an id that is there twice.
    ///
    /// - Parameters:
    ///   - path: Where it stands in the file.
    ///   - expected: What should be there, as a phrase such as “an id of its own”.
    ///   - found: What is there, as a phrase.
    public func refusal(at path: JSONPath, expected: LocalizedText, found: LocalizedText) -> DataFileError {
        DataFileError(file: name, .json(.mismatch(path, expected: expected, found: found)))
    }
}
