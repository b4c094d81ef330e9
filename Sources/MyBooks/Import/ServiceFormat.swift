import Suite

/// A format of another service.
protocol ServiceReader: EntryReader where Entry == ImportedBook {
    /// The columns of which a book's fields have only a part, such as the year of a date.
    var shortened: [FileField] { get }
}

extension ServiceReader {
    var shortened: [FileField] { [] }
}

/// Reads a format of another service, and also keeps the columns that no field has as a whole.
struct ServiceFormat<Format: ServiceReader>: EntryReader {
    private let format: Format
    /// The columns that no field of a book keeps as a whole.
    private let others: [FileField]
    private let isInFile: @Sendable (String) -> Bool

    /// Makes a format of the columns that it takes, and keeps the others.
    init(_ names: inout FieldNames, _ makeFormat: (inout FieldNames) -> Format) {
        format = makeFormat(&names)
        others = format.shortened.filter(\.exists) + names.others
        isInFile = { [names] in names.contains($0) }
    }

    func entry(_ fields: inout EntryFields) throws(SkippedEntry) -> ImportedBook {
        var book = try format.entry(&fields)
        var columns = OtherColumns.Writer()
        for field in others where !fields.isEmpty(field) {
            let written = fields.text(field)
            if !written.isEmpty { columns.add(field.name, written) }
        }
        book.otherColumns = OtherColumns.Update(stored: columns.stored, isInFile: isInFile)
        return book
    }
}

extension ServiceFormat: EntryFormat where Format: EntryFormat {
    static var needed: [String] { Format.needed }

    init(_ names: inout FieldNames) { self.init(&names) { Format(&$0) } }
}
