import Formats
import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

/// The fields of a book that the columns of a CSV file mean, as `--map` names them: `Title=title,My Score=rating`.
struct ColumnMap: Hashable, Sendable {
    /// A column and its field.
    struct Entry: Hashable, Sendable {
        var column: String
        /// The key of the field.
        let field: String
        /// The scale of a rating without one.
        let scale: RatingScale

        init(_ column: String, _ meaning: Meaning) {
            self.column = column
            (field, scale) = (meaning.field, meaning.scale)
        }
    }

    /// What a column contains: a field and, for a rating, its scale: `title`, `rating/10`.
    struct Meaning: Hashable, Sendable {
        /// The key of the field.
        let field: String
        var scale = RatingScale.five

        /// The form in `--map`.
        var text: String {
            let name = ColumnMap.name(field)
            return scale == .five ? name : "\(name)/\(scale.rawValue)"
        }
    }

    /// The best rating of a service.
    enum RatingScale: Int, Hashable, Sendable {
        case five = 5, ten = 10, hundred = 100
    }

    let entries: [Entry]

    /// Makes a mapping.
    ///
    /// - Throws: ``ColumnMapError`` if a field has several columns, or if the title or the author has none.
    init(_ entries: [Entry]) throws(ColumnMapError) {
        self.entries = entries
        for (index, entry) in entries.enumerated() {
            if let other = entries[..<index].first(where: { $0.field == entry.field }) {
                throw .repeatedField(entry.field, columns: [other.column, entry.column])
            }
        }
        let lacking = ["title", "author"].filter { column(of: $0) == nil }
        if !lacking.isEmpty { throw .missing(lacking) }
    }

    /// Parses the form of `--map`. A column with a comma is in quotation marks together with its field, as in CSV:
    /// `"Read, when=completed"`.
    ///
    /// - Throws: ``ColumnMapError``.
    init(_ written: String, _ context: ParseContext) throws {
        var bytes = Array(written.utf8)
        var reader = CSVReader {
            defer { bytes = [] }
            return bytes
        }
        let parts = try reader.next()?.strings ?? []
        try self.init(
            try parts.map { part in
                guard let sign = part.lastIndex(of: "=") else { throw ColumnMapError.noField(part) }
                let column = String(part[..<sign]).collapsingSpaces
                guard !column.isEmpty else { throw ColumnMapError.noField(part) }
                let meaning = try ValueType<Meaning>.meaning.parse(
                    String(part[part.index(after: sign)...]), context)
                return Entry(column, meaning)
            })
    }

    /// The mapping in the form of `--map`.
    var text: String {
        Self.line(entries.map { "\($0.column)=\(Meaning(field: $0.field, scale: $0.scale).text)" })
    }

    /// Returns names as a line of a CSV file.
    static func line(_ names: [String]) -> String {
        var writer = CSVWriter()
        writer.writeRow(names)
        // Leave out the line end.
        return String(decoding: writer.bytes.dropLast(2), as: UTF8.self)
    }

    /// Returns the column of a field; `nil` if it has none.
    func column(of field: String) -> String? { entries.first { $0.field == field }?.column }

    /// Returns the mapping with the names of a file's columns as they are written there. Case matters only if the
    /// file has several such columns.
    ///
    /// - Throws: ``ColumnMapError`` if the file lacks a column.
    func matching(_ columns: [String]) throws(ColumnMapError) -> ColumnMap {
        var found = entries
        for index in found.indices where !columns.contains(found[index].column) {
            let name = found[index].column
            guard let column = columns.first(where: { $0.lowercased() == name.lowercased() }) else {
                throw .unknownColumn(name, columns: columns.filter { !$0.isEmpty })
            }
            found[index].column = column
        }
        return try ColumnMap(found)
    }
}

extension ColumnMap {
    /// The fields that columns of other files can have: the names in `--map`, with the keys.
    static let choices: [Choice<String>] =
        ["title", "author", "status", "rating", "added", "started", "completed", "shelves", "summary"].map {
            Choice(
                $0, $0, $0 == "shelves" ? MyBooks.text("shelves") : Book.fields[$0]?.sentence ?? .verbatim($0)
            )
        } + Book.details.map { Choice($0.word, $0.key, $0.sentence) }

    /// Returns the name of a field in `--map`, such as `series-number`.
    static func name(_ key: String) -> String { choices.first { $0.value == key }?.name ?? key }
}

extension ValueType where Value == ColumnMap.Meaning {
    /// A field of a book by its name or by its name in the user's language. A scale can follow a rating.
    static var meaning: ValueType<ColumnMap.Meaning> {
        let choice = ValueType<String>.choice(ColumnMap.choices)
        return ValueType(placeholder: choice.placeholder, completion: choice.completion) { string, context in
            do {
                let parts = string.split(separator: "/", maxSplits: 1)
                if parts.count == 2, try choice.parse(String(parts[0]), context) == "rating",
                    let scale = Int(parts[1]).flatMap(ColumnMap.RatingScale.init)
                {
                    return ColumnMap.Meaning(field: "rating", scale: scale)
                }
                return ColumnMap.Meaning(field: try choice.parse(string, context))
            } catch is ValueError {
                throw ColumnMapError.unknownField(string)
            }
        }
    }
}

extension ValueType where Value == ColumnMap {
    /// A mapping of columns to fields.
    static var columnMap: ValueType<ColumnMap> {
        ValueType(placeholder: MyBooks.text("COLUMN=FIELD,…")) { string, context in
            try ColumnMap(string, context)
        }
    }
}

/// The reason why a mapping of columns can't be used.
enum ColumnMapError: PresentableError, Hashable {
    case noField(String)
    case unknownField(String)
    case unknownColumn(String, columns: [String])
    case repeatedField(String, columns: [String])
    case missing([String])
    case notATable(path: String)

    var problem: LocalizedText {
        switch self {
        case .noField(let part): text("“%@” doesn't have the form COLUMN=FIELD.", part)
        case .unknownField(let name): text("“%@” is not a field of a book.", name)
        case .unknownColumn(let name, _): text("The file has no column “%@”.", name)
        case .repeatedField(let field, let columns):
            text("Several columns have the field “%1$@”: %2$@.", ColumnMap.name(field), Self.list(columns))
        case .missing(let fields):
            text("These fields have no column: %@.", Self.list(fields.map(ColumnMap.name)))
        case .notATable(let path): text("“%@” has no columns: it is not a CSV file.", path)
        }
    }

    var remedy: LocalizedText? {
        switch self {
        case .noField: text("Name each column as in --map \"Title=title,Author=author\".")
        case .unknownField: text("The fields are %@.", Self.list(ColumnMap.choices.map(\.name)))
        case .unknownColumn(_, let columns): text("The columns are %@.", Self.list(columns))
        case .repeatedField: text("Name one column for each field.")
        case .missing: text("Every book needs a title and an author.")
        case .notATable: text("Import it without --map.")
        }
    }

    var failure: FailureKind { .usage }

    private static func list(_ names: [String]) -> TextArgument { .list(names.map { .string($0) }) }
}

extension BookSession {
    /// Returns the mapping that is remembered for a header; `nil` if there is none.
    func rememberedColumns(_ header: String) throws -> RememberedColumns? {
        try context.fetch(
            FetchDescriptor<RememberedColumns>(predicate: #Predicate { $0.header == header })
        ).first
    }

    /// Remembers a mapping for a header.
    func remember(_ map: ColumnMap, for header: String) throws {
        if let remembered = try rememberedColumns(header) {
            if remembered.map != map.text { remembered.map = map.text }
        } else {
            context.insert(RememberedColumns(header: header, map: map.text))
        }
    }
}

/// Asks the user at the terminal for the field of each column of a CSV file.
@MainActor
struct ColumnQuestions {
    let session: BookSession

    /// Asks the questions and returns the mapping.
    ///
    /// - Throws: ``ColumnMapError`` if the title or the author has no column, and the errors of asking.
    func ask(_ columns: [String]) async throws -> ColumnMap {
        try session.interaction.show(
            Output([
                .message(
                    text(
                        "These columns are not those of a known service. For each one, enter the field of a book that it contains, or leave the line empty."
                    )),
                .message(
                    text(
                        "The fields are %@.",
                        TextArgument.list(ColumnMap.choices.map { .string($0.name) }))),
            ]))
        let questions = FieldQuestions(session)
        var entries: [ColumnMap.Entry] = []
        for column in columns where !column.isEmpty && !entries.contains(where: { $0.column == column }) {
            let guess = guess(column, used: entries)
            let answer = try await questions.optional(
                text("Column “%@”", column), .meaning, guess, typed: \.text
            ) { meaning in
                guard let meaning, let other = entries.first(where: { $0.field == meaning.field }) else {
                    return
                }
                throw ColumnMapError.repeatedField(meaning.field, columns: [other.column, column])
            }
            if let meaning = answer.map(\.value) ?? guess { entries.append(.init(column, meaning)) }
        }
        return try ColumnMap(entries)
    }

    /// Returns the field with the same name as a column; `nil` if there is none.
    private func guess(_ column: String, used: [ColumnMap.Entry]) -> ColumnMap.Meaning? {
        let context = ParseContext(localizer: session.localizer, today: .first)
        let meaning = try? ValueType<ColumnMap.Meaning>.meaning.parse(column, context)
        return used.contains { $0.field == meaning?.field } ? nil : meaning
    }
}
