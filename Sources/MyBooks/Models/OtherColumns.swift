import Formats
import Foundation
import ModelData
import Shell

/// The columns of an imported row that no field of the book keeps, so that an export can give them back.
///
/// The stored form is a JSON object, such as `{"Average Rating": "4.05"}`.
struct OtherColumns {
    private var values: [String: String] = [:]

    /// The columns of a Goodreads library export, in their order.
    static let ofGoodreads = [
        "Book Id", "Title", "Author", "Author l-f", "Additional Authors", "ISBN", "ISBN13", "My Rating",
        "Average Rating", "Publisher", "Binding", "Number of Pages", "Year Published",
        "Original Publication Year", "Date Read", "Date Added", "Bookshelves", "Bookshelves with positions",
        "Exclusive Shelf", "My Review", "Spoiler", "Private Notes", "Read Count", "Recommended For",
        "Recommended By", "Owned Copies", "Original Purchase Date", "Original Purchase Location", "Condition",
        "Condition Description", "BCID",
    ]

    /// The columns that are kept as they are, because no field of a book has their meaning.
    static let verbatim = [
        "Average Rating", "Bookshelves with positions", "Spoiler", "Recommended For", "Recommended By",
        "Original Purchase Date", "Original Purchase Location", "Condition", "Condition Description", "BCID",
    ]

    /// Parses the stored form; anything else gives no columns.
    init(_ stored: String?) {
        guard let stored, let document = try? JSONDocument(Array(stored.utf8)) else { return }
        JSONView(document).forEachMember { name, value in
            if let text = value.string { values[name] = text }
        }
    }

    /// The value of a column; `nil` if there is none.
    subscript(name: String) -> String? { values[name] }

    /// The columns that no field has in another form, sorted by name.
    var withoutField: [(name: String, value: String)] {
        values.filter { !Self.ofGoodreads.contains($0.key) || Self.verbatim.contains($0.key) }
            .filter { $0.key != "Bookshelves with positions" }
            .sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
    }

    /// Columns of a row in the order of the file.
    struct Writer {
        private var writer = JSONWriter()

        /// Adds a column. Each name may be added once.
        mutating func add(_ name: String, _ value: String) {
            writer.write(literal: writer.bytes.isEmpty ? "{" : ", ")
            writer.write(name)
            writer.write(literal: ": ")
            writer.write(value)
        }

        /// The stored form; `nil` without columns.
        var stored: String? {
            if writer.bytes.isEmpty { return nil }
            var writer = writer
            writer.write(literal: "}")
            return String(decoding: writer.bytes, as: UTF8.self)
        }
    }

    /// The columns of a row, for a book that may have columns of an earlier import.
    struct Update {
        /// The stored form of the row's columns.
        let stored: String?
        /// Whether the file has a column. The book keeps its values of columns that the file doesn't have.
        let isInFile: @Sendable (String) -> Bool

        /// Returns the stored form after the import.
        func merged(with old: String?) -> String? {
            if old == nil || old == stored { return stored }
            let kept = OtherColumns(old).values.filter { !isInFile($0.key) }
            // The order of the row is kept as long as nothing is added to it.
            if kept.isEmpty { return stored }
            var writer = Writer()
            let new = OtherColumns(stored).values.merging(kept) { new, _ in new }
            for (name, value) in new.sorted(by: { $0.key < $1.key }) { writer.add(name, value) }
            return writer.stored
        }
    }
}

/// The mapping that the user chose for a CSV file, for the next file with the same header. It is not synchronized.
@Model
final class RememberedColumns {
    /// The names of the columns, as a line of a CSV file.
    @Attribute(.unique) var header: String
    /// The mapping in the form of `--map`.
    var map: String

    init(header: String, map: String) {
        self.header = header
        self.map = map
    }
}
