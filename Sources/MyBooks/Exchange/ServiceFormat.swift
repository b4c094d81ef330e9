import Foundation
import Localization
import ProgramKit

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

extension ImportedBook {
    /// Makes a book of another service. The first author is the author, and the others are contributors.
    ///
    /// - Throws: `SkippedEntry` if the title or the author is missing.
    init(title: String, authors: [String]) throws(SkippedEntry) {
        let title = title.collapsingSpaces
        guard !title.isEmpty else { throw .missing(text("title")) }
        let names = authors.map(\.collapsingSpaces).filter { !$0.isEmpty }
        guard let author = names.first else { throw .missing(text("author")) }
        self.init(title: title, author: author)
        addContributors(Array(names.dropFirst()))
        guard let suffix = SeriesSuffix(title) else { return }
        details["series"] = .string(suffix.series)
        details["seriesNumber"] = suffix.number.map { .string($0) }
    }

    /// Adds contributors, each with a role in parentheses if it has one.
    mutating func addContributors(_ names: [String]) {
        var known: [String] = []
        if case .string(let text) = details["contributors"] { known = ShelfList.texts(in: text) }
        for name in names.map(\.collapsingSpaces)
        where !name.isEmpty && name != author && !known.contains(name) {
            known.append(name)
        }
        details["contributors"] = known.isEmpty ? nil : .string(ShelfList.text(known))
        // Services name the role of a contributor: “Don Leslie (Narrator)”.
        if let narrator = known.first(where: { $0.lowercased().hasSuffix(" (narrator)") }) {
            details["narrator"] = .string(String(narrator.dropLast(" (narrator)".count)))
        }
    }

    /// Adds shelves, each once.
    mutating func addShelves(_ names: [String]) {
        for name in names.compactMap({ ShelfName($0) }) where !shelves.contains(name) { shelves.append(name) }
    }

    /// Sets the status; `nil` if the file doesn't tell it.
    mutating func take(_ status: ReadingStatus?) {
        self.status = status ?? .onShelf
        knowsStatus = status != nil
    }

    /// Adds readings, the earliest first. The last one is the latest reading if the status has its dates.
    ///
    /// - Parameters:
    ///   - readings: The readings with known dates.
    ///   - count: The number of all readings. For further ones, only their number is known.
    ///   - start: The field with the starts.
    ///   - fields: The entry, which gets a report of each start that is later than the end. The end is kept.
    mutating func take(
        _ readings: [ReadingValues], count: Int, start field: FileField, in fields: inout EntryFields
    ) {
        var all = readings.sorted { $0.endKey < $1.endKey }
        for index in all.indices {
            guard let start = all[index].started, let end = all[index].completed, end.last < start.first
            else { continue }
            all[index].started = nil
            fields.drop(
                field, written: start.description, BadField(text("it is later than the end of the reading")))
        }
        switch status {
        case .completed, .abandoned:
            if let last = all.popLast() { (started, completed) = (last.started, last.completed) }
            let unknown = min(count, 100) - all.count - 1
            if unknown > 0 {
                all.insert(
                    contentsOf: repeatElement(ReadingValues(status: .completed), count: unknown), at: 0)
            }
        case .inProgress, .paused:
            if let last = all.last, last.completed == nil {
                started = last.started
                all.removeLast()
            }
        case .onShelf: break
        }
        earlier = all.filter {
            $0.started != nil || $0.completed != nil || $0.status == .completed && count > 0
        }
    }
}

extension EntryFields {
    /// Returns a status; `nil` if the word is unknown, which is reported.
    mutating func status(
        _ field: FileField, _ known: (String) -> ReadingStatus?
    ) -> ReadingStatus? {
        let written = text(field).collapsingSpaces
        if written.isEmpty { return nil }
        guard let status = known(written) else {
            drop(field, written: written, BadField(MyBooks.text("the status is unknown")))
            return nil
        }
        return status
    }
}
