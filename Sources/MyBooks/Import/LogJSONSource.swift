import Foundation
import Localization
import Suite

/// Reads the JSON array that `export` writes.
struct LogJSONSource: ImportSource {
    private var elements: ArraySlice<Element>
    private var position = 0

    var countsLines: Bool { false }

    /// Makes a source of a file's bytes.
    ///
    /// - Throws: ``ImportFileError`` where the bytes are not a JSON array.
    init(_ bytes: [UInt8], path: String) throws {
        do {
            elements = try JSONDecoder().decode([Element].self, from: Data(bytes))[...]
        } catch DecodingError.typeMismatch {
            throw ImportFileError.notAnArray(path: path)
        } catch {
            throw ImportFileError.notJSON(path: path)
        }
    }

    mutating func next() throws -> ImportRow? {
        guard let element = elements.popFirst() else { return nil }
        position += 1
        do throws(RowProblem) {
            let row = try element.row.get()
            return .book(
                try LogFormat.book(position: position, shelves: row.shelves, quotes: row.quotes) {
                    row.values[$0] ?? ""
                })
        } catch {
            return .skipped(position: position, reason: error.reason)
        }
    }

    /// An element of the array: what is wrong with one stops no other.
    private struct Element: Decodable {
        let row: Result<LogJSONRow, RowProblem>

        init(from decoder: any Decoder) {
            do {
                row = .success(try LogJSONRow(from: decoder))
            } catch let problem as RowProblem {
                row = .failure(problem)
            } catch {
                row = .failure(.notAnObject)
            }
        }
    }
}

/// An object of the array: texts, and a number, by their fields.
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
                        guard let name = ShelfName(written) else {
                            throw RowProblem.wrongType(key: field.rawValue)
                        }
                        if !shelves.contains(name) { shelves.append(name) }
                    }
                case .quotes:
                    quotes =
                        try object.decodeIfPresent([LogJSONQuote].self, forKey: field)?.map(\.quote) ?? []
                case .rating:
                    // Our own exports write a number; a text that is one is as good.
                    if let number = try? object.decodeIfPresent(Int.self, forKey: field) {
                        values[field] = String(number)
                    } else {
                        values[field] = try object.decodeIfPresent(String.self, forKey: field)
                    }
                default:
                    values[field] = try object.decodeIfPresent(String.self, forKey: field)
                }
            } catch let problem as RowProblem {
                throw problem
            } catch {
                throw RowProblem.wrongType(key: field.rawValue)
            }
        }
    }
}

/// A quote as JSON has it.
struct LogJSONQuote: Decodable {
    let quote: ImportedQuote

    init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: LogFormat.QuoteField.self)
        let text = try object.decode(String.self, forKey: .text)
        guard !text.allSatisfy(\.isWhitespace) else {
            throw RowProblem.missing(MyBooks.text("text of a quote"))
        }
        var quote = ImportedQuote(text: text)
        if let identifier = try object.decodeIfPresent(String.self, forKey: .identifier) {
            guard let known = UUID(uuidString: identifier) else { throw RowProblem.identifier(identifier) }
            quote.identifier = known
        }
        quote.page = try object.decodeIfPresent(String.self, forKey: .page).flatMap { $0.isEmpty ? nil : $0 }
        quote.note = try object.decodeIfPresent(String.self, forKey: .note) ?? ""
        self.quote = quote
    }

    /// The quotes of a JSON array within a field of a CSV file.
    static func quotes(in text: String) throws(RowProblem) -> [ImportedQuote] {
        do {
            return try JSONDecoder().decode([LogJSONQuote].self, from: Data(text.utf8)).map(\.quote)
        } catch let problem as RowProblem {
            throw problem
        } catch {
            throw .wrongType(key: LogFormat.Field.quotes.rawValue)
        }
    }
}
