import Formats

/// Decodes values of any `Decodable` type from JSON files. An error names the file, the place in it, what was
/// expected, and what was found.
///
/// ```swift
/// struct Award: Decodable { let name: String; let points: Int }
/// let file = try DataFile(path: "data/awards.json", relativeTo: "/home/anna")
/// let awards = try DataFileLoader().load([Award].self, from: file)
/// ```
public struct DataFileLoader: Sendable {
    private let decoder: JSONValueDecoder

    /// Makes a loader.
    ///
    /// - Parameters:
    ///   - dates: The format of `Date` values. Default: civil days.
    ///   - keys: The conversion of JSON keys to property names. Default: unchanged.
    public init(dates: JSONDateStrategy = .civilDay, keys: JSONKeyStrategy = .asWritten) {
        decoder = JSONValueDecoder(dates: dates, keys: keys)
    }

    /// Decodes a file.
    ///
    /// - Parameters:
    ///   - type: The type of the outermost value.
    ///   - file: The file.
    /// - Throws: ``DataFileError``.
    public func load<Value: Decodable>(_ type: Value.Type, from file: DataFile) throws -> Value {
        if file.bytes.allSatisfy({ [0x20, 0x0A, 0x0D, 0x09].contains($0) }) {
            throw DataFileError(file: file.name, .empty)
        }
        do {
            return try decoder.decode(type, from: JSONDocument(file.bytes))
        } catch let problem as JSONProblem {
            throw DataFileError(file: file.name, .json(problem))
        }
    }
}
