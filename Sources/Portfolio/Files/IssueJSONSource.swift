import Formats
import Foundation

/// Reads issues from a JSON array of objects, one element at a time.
struct IssueJSONSource: EntrySource {
    private let path: String
    /// Whether the text begins like an array.
    private let isArray: Bool
    private var reader: JSONElementReader
    private let decoder = JSONValueDecoder()
    private let timeZone: TimeZone
    private var check = ForeignFileCheck()

    /// - Parameters:
    ///   - path: The file's path, for errors.
    ///   - isArray: Whether the text begins like an array.
    ///   - timeZone: The user's time zone, for days in files of other programs. Default: UTC.
    ///   - read: Returns the bytes in pieces; an empty piece marks the end.
    init(path: String, isArray: Bool, timeZone: TimeZone = .gmt, read: @escaping () throws -> [UInt8]) {
        self.path = path
        self.isArray = isArray
        self.timeZone = timeZone
        reader = JSONElementReader(lists: [], read: read)
    }

    mutating func next() throws -> EntryRow? {
        while true {
            switch try part() {
            case .element(_, let number, let bytes):
                let row = try row(number, bytes)
                check.note(row)
                return row
            // If the content isn't an array, read it to its end, so that invalid JSON causes a syntax error.
            case .member: continue
            case nil:
                guard isArray else { throw IssueFileError.notAnArray(path: path) }
                try check.finish(path: path)
                return nil
            }
        }
    }

    private mutating func part() throws -> JSONElementReader.Part? {
        do {
            return try reader.next()
        } catch let error as JSONElementError {
            throw IssueFileError.notJSON(path: path, reader.problem(for: error))
        }
    }

    private mutating func row(_ position: Int, _ bytes: [UInt8]) throws -> EntryRow {
        do {
            let document = try document(bytes)
            let keys = (try? decoder.decode(ObjectKeys.self, from: document))?.keys ?? []
            if let entry = try ForeignIssues.entry(keys: Set(keys), document, decoder, timeZone: timeZone) {
                return .entry(position: position, try entry.checked())
            }
            // The keys of the file matter only if no row can be read.
            if check.isAllSkipped { check.note(keys: keys) }
            let object = try decoder.decode(JSONIssue.self, from: document)
            if object.entry.title.isEmpty, let tags = object.entry.tags, !tags.isEmpty,
                try decoder.decode(ObjectKeys.self, from: document).keys.count == 1
            {
                return IssueEntry.row(ofTags: tags, at: position)
            }
            return .entry(position: position, try object.entry.checked())
        } catch let problem as EntryProblem {
            return .skipped(position: position, reason: problem.reason)
        } catch is JSONProblem {
            return .skipped(position: position, reason: EntryProblem.notAnObject.reason)
        }
    }

    private func document(_ bytes: [UInt8]) throws -> JSONDocument {
        do throws(JSONProblem) {
            return try JSONDocument(bytes)
        } catch .repeatedKey(let key, _) {
            throw EntryProblem.repeatedKey(key)
        } catch {
            throw IssueFileError.notJSON(path: path, reader.problem(error, in: bytes))
        }
    }
}

/// An object of the array.
private struct JSONIssue: Decodable {
    let entry: IssueEntry

    init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: IssueField.self)
        func value<Value: Decodable>(_ type: Value.Type, _ field: IssueField) throws(EntryProblem) -> Value? {
            do {
                return try object.decodeIfPresent(type, forKey: field)
            } catch {
                throw .wrongType(key: field.rawValue)
            }
        }
        var entry = try IssueEntry { field throws(EntryProblem) in
            try value([String].self, field)
        } value: { field throws(EntryProblem) in
            try value(String.self, field)
        }
        // Exports always have an identifier and a modification date. They leave out an empty content.
        if entry.identifier != nil, entry.modified != nil, entry.content == nil { entry.content = "" }
        self.entry = entry
    }
}

/// The keys of an object.
private struct ObjectKeys: Decodable {
    let keys: [String]

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        keys = try decoder.container(keyedBy: Key.self).allKeys.map(\.stringValue)
    }
}
