/// The names of a file's fields. A format takes the fields that it knows; the report names the others.
public struct FieldNames: Sendable {
    /// The columns of a table by name; `nil` for a list of objects.
    let columns: [String: Int]?
    /// The keys of a list's first object, by which a format can recognize the program that wrote it. Empty for a
    /// table.
    public let firstKeys: Set<String>
    /// The names that the format has taken.
    private(set) var known: Set<String> = []
    /// The only names that the format doesn't keep; `nil` if it keeps only those that it has taken.
    private var leftOut: Set<String>?

    /// Makes the names of a table's columns. If a name occurs twice, the first column has it.
    init(header: [String]) {
        let named = header.enumerated().filter { !$0.element.isEmpty }
        columns = Dictionary(named.map { ($0.element, $0.offset) }) { first, _ in first }
        firstKeys = []
    }

    /// Makes the names for a list of objects, which has no header.
    init(firstKeys: Set<String>) {
        columns = nil
        self.firstKeys = firstKeys
    }

    /// Whether the file may have a field. Objects may have any.
    public func contains(_ name: String) -> Bool { columns.map { $0[name] != nil } ?? true }

    /// The columns of a table that no format has taken so far, in the order of the file. Empty for a list.
    public var others: [FileField] {
        (columns ?? [:]).filter { !known.contains($0.key) }
            .map { FileField(name: $0.key, column: $0.value, exists: true) }
            .sorted { $0.column < $1.column }
    }

    /// Declares that the format keeps all fields except some, even those that it doesn't take.
    public mutating func takeAll(except names: Set<String>) { leftOut = names }

    /// Whether the import keeps a field.
    func isKnown(_ name: String) -> Bool { leftOut.map { !$0.contains(name) } ?? known.contains(name) }

    /// Returns a field, which the report then doesn't name as unknown.
    public mutating func take(_ name: String) -> FileField {
        known.insert(name)
        return FileField(name: name, column: columns?[name] ?? -1, exists: contains(name))
    }
}

/// A column of a table, or a key of objects. A literal is the name of either, and is looked up in each entry.
public struct FileField: Sendable, ExpressibleByStringInterpolation {
    /// The name in the file.
    public let name: String
    /// The number of the column; -1 for a name or a key of objects, or if the table lacks the column.
    let column: Int
    /// Whether a table has the column. Always `true` for objects and names.
    public let exists: Bool

    fileprivate init(name: String, column: Int, exists: Bool) {
        self.name = name
        self.column = column
        self.exists = exists
    }

    /// Makes a field from its name.
    public init(stringLiteral key: String) { self.init(name: key, column: -1, exists: true) }
}
