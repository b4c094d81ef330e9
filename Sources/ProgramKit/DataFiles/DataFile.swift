import Formats
import Foundation
import Localization
import Shell

/// A JSON file with data for a program: embedded in the program, or given by the user.
///
/// ```swift
/// struct Award: Decodable { let name: String; let points: Int }
/// let file = try DataFile(path: "data/awards.json", relativeTo: "/home/anna")
/// let awards = try file.decode([Award].self)
/// ```
public struct DataFile: Sendable {
    /// The file's name in messages: the path as the user typed it.
    public let name: String
    /// The file's contents.
    public let bytes: [UInt8]

    /// Makes a file from its name and contents.
    ///
    /// - Parameters:
    ///   - name: The file's name in messages.
    ///   - bytes: The file's contents, JSON in UTF-8. They are checked only when they are decoded.
    public init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }

    /// Makes a file from contents that are embedded in the program.
    ///
    /// - Parameters:
    ///   - name: The file's name in messages.
    ///   - contents: The file's contents.
    public init(name: String, embedded contents: StaticString) {
        self.init(name: name, bytes: contents.withUTF8Buffer { Array($0) })
    }

    /// Makes the file of a language that is embedded in the program, or of its first fallback language with one.
    ///
    /// - Parameters:
    ///   - name: The file's name.
    ///   - language: The language.
    ///   - contents: Returns the contents of an embedded file by its path, such as `pl.lproj/awards.json`.
    /// - Throws: ``DataFileError`` if no language has the file.
    public init(
        _ name: String, in language: Language, embedded contents: (String) -> StaticString?
    ) throws(DataFileError) {
        for fallback in language.fallbacks {
            let path = "\(fallback.code).lproj/\(name)"
            if let contents = contents(path) {
                self.init(name: path, embedded: contents)
                return
            }
        }
        throw DataFileError(file: name, .noFile)
    }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - path: The path as the user typed it.
    ///   - directory: The absolute path of the directory where a relative path starts.
    /// - Throws: ``DataFileError`` if there is no such file, and `FileError` if it can't be read.
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

    /// The first name in an error's path, for the outermost value: the file's name without directories and
    /// extension.
    public var root: String { Self.root(of: name) }

    static func root(of name: String) -> String {
        let file = name.split(separator: "/").last ?? ""
        return String(file.split(separator: ".").first ?? file)
    }

    /// Parses the file without decoding it.
    ///
    /// - Throws: ``DataFileError`` if the file isn't JSON.
    public func contents() throws -> JSONView {
        do {
            return JSONView(try JSONDocument(bytes))
        } catch {
            throw DataFileError(file: name, .json(error))
        }
    }

    /// Decodes the file.
    ///
    /// - Parameter type: The type of the outermost value.
    /// - Throws: ``DataFileError`` with the place in the file, what was expected, and what was found.
    public func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if bytes.allSatisfy({ [0x20, 0x0A, 0x0D, 0x09].contains($0) }) {
            throw DataFileError(file: name, .empty)
        }
        do {
            return try JSONDocument(bytes).decode(type)
        } catch let problem as JSONProblem {
            throw DataFileError(file: name, .json(problem))
        }
    }

    /// Returns the error of a value that can be decoded but is invalid, such as a repeated id.
    ///
    /// - Parameters:
    ///   - path: The path of the value in the file.
    ///   - expected: What was expected, as a phrase such as “a unique id”.
    ///   - found: What was found, as a phrase.
    public func refusal(at path: JSONPath, expected: LocalizedText, found: LocalizedText) -> DataFileError {
        DataFileError(file: name, .json(.mismatch(path, expected: expected, found: found)))
    }
}
