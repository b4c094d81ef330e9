import Formats
import Localization
import Shell
import Suite

/// The fields of a book that the columns of a CSV file mean, as `--map` names them: `Title=title,My Score=rating`.
struct ColumnMap: Hashable, Sendable {
    /// A column and its field.
    struct Entry: Hashable, Sendable {
        var column: String
        let field: LogFormat.Field
        /// The scale of a rating without one.
        let scale: RatingScale

        init(_ column: String, _ meaning: Meaning) {
            self.column = column
            (field, scale) = (meaning.field, meaning.scale)
        }
    }

    /// What a column contains: a field and, for a rating, its scale: `title`, `rating/10`.
    struct Meaning: Hashable, Sendable {
        let field: LogFormat.Field
        var scale = RatingScale.five

        /// The form in `--map`.
        var text: String { scale == .five ? field.mapName : "\(field.mapName)/\(scale.rawValue)" }
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
        let lacking = [LogFormat.Field.title, .author].filter { column(of: $0) == nil }
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
    func column(of field: LogFormat.Field) -> String? { entries.first { $0.field == field }?.column }

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

extension LogFormat.Field {
    /// The fields that columns of other files can have.
    static let mapped: [LogFormat.Field] =
        [.title, .author, .status, .rating, .added, .started, .completed, .shelves, .summary]
        + BookDetail.allCases.compactMap { LogFormat.Field(rawValue: $0.rawValue) }

    /// The name in `--map`, such as `series-number`.
    var mapName: String {
        switch self {
        case .seriesNumber: "series-number"
        case .originalYear: "original-year"
        default: rawValue
        }
    }

    /// The name in the user's language, for use within a sentence.
    var nameInSentence: LocalizedText {
        ImportFingerprints.Field(rawValue: rawValue)?.name ?? text("shelves")
    }
}

extension ValueType where Value == ColumnMap.Meaning {
    /// A field of a book by its name or by its name in the user's language. A scale can follow a rating.
    static var meaning: ValueType<ColumnMap.Meaning> {
        let choice = ValueType<LogFormat.Field>.choice(
            LogFormat.Field.mapped.map { Choice($0.mapName, $0, $0.nameInSentence) })
        return ValueType(placeholder: choice.placeholder, completion: choice.completion) { string, context in
            do {
                let parts = string.split(separator: "/", maxSplits: 1)
                if parts.count == 2, try choice.parse(String(parts[0]), context) == .rating,
                    let scale = Int(parts[1]).flatMap(ColumnMap.RatingScale.init)
                {
                    return ColumnMap.Meaning(field: .rating, scale: scale)
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
    case repeatedField(LogFormat.Field, columns: [String])
    case missing([LogFormat.Field])
    case notATable(path: String)

    var problem: LocalizedText {
        switch self {
        case .noField(let part): text("“%@” doesn't have the form COLUMN=FIELD.", part)
        case .unknownField(let name): text("“%@” is not a field of a book.", name)
        case .unknownColumn(let name, _): text("The file has no column “%@”.", name)
        case .repeatedField(let field, let columns):
            text("Several columns have the field “%1$@”: %2$@.", field.mapName, Self.list(columns))
        case .missing(let fields):
            text("These fields have no column: %@.", Self.list(fields.map(\.mapName)))
        case .notATable(let path): text("“%@” has no columns: it is not a CSV file.", path)
        }
    }

    var remedy: LocalizedText? {
        switch self {
        case .noField: text("Name each column as in --map \"Title=title,Author=author\".")
        case .unknownField: text("The fields are %@.", Self.list(LogFormat.Field.mapped.map(\.mapName)))
        case .unknownColumn(_, let columns): text("The columns are %@.", Self.list(columns))
        case .repeatedField: text("Name one column for each field.")
        case .missing: text("Every book needs a title and an author.")
        case .notATable: text("Import it without --map.")
        }
    }

    var failure: FailureKind { .usage }

    private static func list(_ names: [String]) -> TextArgument { .list(names.map { .string($0) }) }
}
