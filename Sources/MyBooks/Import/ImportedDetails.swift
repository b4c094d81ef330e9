import Shell
import Suite

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
    let read: @Sendable (inout EntryFields, FileField) -> Cell.RawValue?

    /// The details, in the order of ``Book/details``.
    static let all = Book.details.map { field in
        ImportedDetail(
            key: field.key, value: { field.value(of: $0) }, set: { field.set($0, of: $1) },
            read: { field.value(of: $1, in: &$0) })
    }
}

extension Cell.RawValue {
    /// The value as a text; `nil` if there is none.
    var written: String? { self == .null ? nil : csvText }
}
