import Suite

/// A format of another service, which also keeps the columns that have no field.
struct ServiceFormat<Format: EntryReader>: EntryReader where Format.Entry == ImportedBook {
    private let format: Format
    /// The columns that no field of a book keeps.
    private let others: [FileField]
    private let isInFile: @Sendable (String) -> Bool

    /// Makes a format of the columns that it takes, and keeps the others.
    init(_ names: inout FieldNames, _ makeFormat: (inout FieldNames) -> Format) {
        format = makeFormat(&names)
        others = names.others
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
