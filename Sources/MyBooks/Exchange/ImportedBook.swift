import Foundation
import Localization
import ProgramKit
import Shell

/// A book in an import file of any format.
struct ImportedBook {
    var identifier: UUID?
    /// The source of the book, such as `goodreads:1000`.
    var source: String?
    /// The service that wrote the file; `nil` for our own exports.
    var service: BookService?
    var title: String
    var author: String
    var summary = ""
    var status = ReadingStatus.onShelf
    /// Whether the file tells the status. If not, a book of the log keeps its status.
    var knowsStatus = true
    var rating: StarRating?
    var added: CivilDate?
    var started: PartialDate?
    var completed: PartialDate?
    /// The series, the edition and other details.
    var details = ImportedDetails()
    /// The columns that no field keeps; `nil` if the format doesn't keep them.
    var otherColumns: OtherColumns.Update?
    /// The earlier readings, in order.
    var earlier: [ReadingValues] = []
    /// The positions in each earlier reading. Only our own exports have them.
    var earlierProgress: [[ReadingProgress]] = []
    /// The positions in the latest reading.
    var progress: [ReadingProgress] = []
    /// The reading goals of an entry that is no book. Only our own exports have such an entry.
    var goals: [Goal] = []
    /// Saved views, if the entry is no book.
    var views: [ViewEntry] = []
    /// The loans.
    var loans: [Loan] = []
    /// Whether the file may have another row for another reading of the book, with its own rating and review.
    var isReading = false
    /// Whether our own export wrote the row. If so, the row's values count as set by the user.
    var isFromLog = false
    /// The stored form of the fingerprints, which only our own exports contain.
    var lastImport: String?
    /// The shelves that the file names for the book, without duplicates.
    var shelves: [ShelfName] = []
    /// The positions of the book on shelves by the keys of the shelves, from 1.
    var positions: [String: Int] = [:]
    /// Whether the file names all shelves of the book. If so, the import removes the book from imported
    /// shelves that the file doesn't name.
    var namesAllShelves = false
    /// The quotes from the book, in order.
    var quotes: [Quote] = []
}

/// The details of an imported book, in the form of exports. A list is faster than a dictionary for so few values.
struct ImportedDetails {
    /// The details that have a value, in no particular order.
    private(set) var values: [(key: String, value: Cell.RawValue)] = []

    /// The value of one of ``Book/details``, by its key.
    subscript(key: String) -> Cell.RawValue? {
        get { values.first { $0.key == key }?.value }
        set {
            assert(Book.details.contains { $0.key == key }, "Books have no detail \(key).")
            if let index = values.firstIndex(where: { $0.key == key }) {
                if let newValue { values[index].value = newValue } else { values.remove(at: index) }
            } else if let newValue {
                values.append((key, newValue))
            }
        }
    }
}

/// How imports read and set one of ``Book/details``. A field itself has many texts, which a loop over rows would retain.
struct ImportedDetail: Sendable {
    let key: String
    /// Returns the value of a book; `null` if it has none.
    let value: @Sendable (Book) -> Cell.RawValue
    /// Sets the value of a book. Returns whether it had another one.
    let set: @Sendable (Cell.RawValue, Book) -> Bool
    /// Returns the value of an entry of our own exports.
    let read: @Sendable (inout EntryFields) -> Cell.RawValue?

    /// The details, in the order of ``Book/details``.
    static let all = Book.details.map { field in
        ImportedDetail(
            key: field.key, value: { field.value(of: $0) }, set: { field.set($0, of: $1) },
            read: { field.value(of: FileField(stringLiteral: field.key), in: &$0) })
    }
}

extension Cell.RawValue {
    /// The value as a text; `nil` if there is none.
    var written: String? { self == .null ? nil : csvText }
}
