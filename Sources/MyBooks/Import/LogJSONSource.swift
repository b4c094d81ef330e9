import Formats
import Foundation
import Localization
import Suite

/// Reads the JSON array that `export` writes, book by book.
struct LogJSONSource: BookSource {
    private let path: String
    /// Whether the text begins like an array.
    private let isArray: Bool
    private var reader: JSONElementReader
    private let decoder = JSONValueDecoder()
    /// The rows before the first entry that looks like a book.
    private var pendingRows: [ImportRow] = []
    private var hasBook = false

    /// The maximum number of leading entries that aren't books. If the limit is exceeded, the file isn't a
    /// list of books.
    private static let maximumPendingRows = 1000

    var countsLines: Bool { false }

    /// Makes a source.
    ///
    /// - Parameters:
    ///   - path: The file's path, for errors.
    ///   - isArray: Whether the text begins like an array.
    ///   - read: Returns the text's bytes in pieces; an empty piece marks the end.
    init(path: String, isArray: Bool, read: @escaping () throws -> [UInt8]) {
        self.path = path
        self.isArray = isArray
        reader = JSONElementReader(lists: [], read: read)
    }

    mutating func next() throws -> ImportRow? {
        while true {
            if hasBook, !pendingRows.isEmpty { return pendingRows.removeFirst() }
            switch try part() {
            case .element(_, let number, let bytes):
                pendingRows.append(try row(number, bytes))
                hasBook = hasBook || isBook(bytes)
                if !hasBook, pendingRows.count > Self.maximumPendingRows {
                    throw BookFileError.notAnArray(path: path)
                }
            // If the content isn't an array, read it to its end, so that invalid JSON causes a syntax error.
            case .member: continue
            case nil:
                // If no entry of the list looks like a book, another program wrote the file.
                guard isArray, pendingRows.isEmpty else { throw BookFileError.notAnArray(path: path) }
                return nil
            }
        }
    }

    /// Returns whether an element has all required fields, even if their values are invalid.
    private func isBook(_ bytes: [UInt8]) -> Bool {
        guard let document = try? JSONDocument(bytes) else { return false }
        return (try? decoder.decode(NeededFields.self, from: document))?.areThere ?? false
    }

    private mutating func part() throws -> JSONElementReader.Part? {
        do {
            return try reader.next()
        } catch JSONElementError.cutOff {
            throw BookFileError.cutOff(path: path)
        } catch JSONElementError.malformed(let offset) {
            throw BookFileError.notJSON(path: path, line: reader.line(of: offset), expected: nil)
        } catch is JSONElementError {
            throw BookFileError.notJSON(path: path, line: reader.line(of: reader.position), expected: nil)
        }
    }

    /// Reads an element of the array. An invalid element doesn't stop the import.
    private func row(_ position: Int, _ bytes: [UInt8]) throws -> ImportRow {
        do {
            let row = try decoder.decode(LogJSONRow.self, from: try document(bytes))
            return .book(
                try LogFormat.book(position: position, shelves: row.shelves, quotes: row.quotes) {
                    row.values[$0] ?? ""
                })
        } catch let problem as RowProblem {
            return .skipped(position: position, reason: problem.reason)
        } catch is JSONProblem {
            return .skipped(position: position, reason: RowProblem.notAnObject.reason)
        }
    }

    private func document(_ bytes: [UInt8]) throws -> JSONDocument {
        do throws(JSONProblem) {
            return try JSONDocument(bytes)
        } catch .repeatedKey(let key, _) {
            throw RowProblem.wrongType(key: key)
        } catch {
            let (line, expected) = reader.place(of: error, in: bytes)
            throw BookFileError.notJSON(path: path, line: line, expected: expected)
        }
    }
}

/// Whether the object has all required fields.
private struct NeededFields: Decodable {
    let areThere: Bool

    init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: LogFormat.Field.self)
        areThere = LogFormat.neededColumns.allSatisfy { name in
            LogFormat.Field(rawValue: name).map(object.contains) ?? false
        }
    }
}

/// An object of the array, with its texts and its number by field.
private struct LogJSONRow: Decodable {
    var values: [LogFormat.Field: String] = [:]
    var shelves: [ShelfName] = []
    var quotes: [ImportedQuote] = []

    init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: LogFormat.Field.self)
        for field in LogFormat.Field.allCases {
            do {
                switch field {
                case .shelves:
                    for written in try object.decodeIfPresent([String].self, forKey: field) ?? [] {
                        guard let name = ShelfName(written.withoutNUL) else {
                            throw RowProblem.wrongType(key: field.rawValue)
                        }
                        if !shelves.contains(name) { shelves.append(name) }
                    }
                case .quotes:
                    quotes =
                        try object.decodeIfPresent([LogJSONQuote].self, forKey: field)?.map(\.quote) ?? []
                case .rating:
                    // Our own exports write the rating as a number. Accept a text that contains a number,
                    // too.
                    if let number = try? object.decodeIfPresent(Int.self, forKey: field) {
                        values[field] = String(number)
                    } else {
                        values[field] = try object.decodeIfPresent(String.self, forKey: field)
                    }
                default:
                    values[field] = try object.decodeIfPresent(String.self, forKey: field)?.withoutNUL
                }
            } catch let problem as RowProblem {
                throw problem
            } catch {
                throw RowProblem.wrongType(key: field.rawValue)
            }
        }
    }
}

/// A quote in JSON.
struct LogJSONQuote: Decodable {
    let quote: ImportedQuote

    init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: LogFormat.QuoteField.self)
        let text = try object.decode(String.self, forKey: .text).withoutNUL
        guard !text.allSatisfy(\.isWhitespace) else {
            throw RowProblem.missing(MyBooks.text("text of a quote"))
        }
        var quote = ImportedQuote(text: text)
        if let identifier = try object.decodeIfPresent(String.self, forKey: .identifier) {
            guard let known = UUID(uuidString: identifier) else { throw RowProblem.identifier(identifier) }
            quote.identifier = known
        }
        let page = try object.decodeIfPresent(String.self, forKey: .page)?.withoutNUL ?? ""
        quote.page = page.isEmpty ? nil : page
        quote.note = try object.decodeIfPresent(String.self, forKey: .note)?.withoutNUL ?? ""
        self.quote = quote
    }

    /// Parses the JSON array of quotes in a CSV field.
    static func quotes(in text: String) throws(RowProblem) -> [ImportedQuote] {
        do {
            let document = try JSONDocument(Array(text.utf8))
            return try JSONValueDecoder().decode([LogJSONQuote].self, from: document).map(\.quote)
        } catch let problem as RowProblem {
            throw problem
        } catch {
            throw .wrongType(key: LogFormat.Field.quotes.rawValue)
        }
    }
}
