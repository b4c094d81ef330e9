import Basics
import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

extension Book {
    /// The fields of a book.
    static let fields = FieldTable<Book>(
        listing: ["number", "status", "title", "author", "rating"],
        wide: ["progress", "series", "completed", "pages", "year", "shelves", "binding", "language"],
        check: { try $0.check($1, $2) }
    ) {
        Field.exported(
            "identifier", stored: \.identifier, type: .identifier, get: { $0.identifier },
            set: { if let identifier = $1 { $0.identifier = identifier } })
        Field.computed(
            "number", text("#"), raw: { .integer($0.number) },
            display: { book, _ in .verbatim(String(book.number)) }
        )
        .listed(spokenTitle: text("Number"), priority: 9, alignsRight: true)
        Field(
            required: "title", text("Title"), sentence: text("title"), help: text("The book's title."),
            stored: \.title, type: .line, get: { $0.title }, set: { $0.title = $1 }
        )
        .searched().listed(priority: 5)
        Field(
            required: "author", text("Author"), sentence: text("author"), help: text("The book's author."),
            stored: \.author, type: .line(.nonBlank.completed(from: BookCompletions.authors)),
            get: { $0.author }, set: { $0.author = $1 }
        )
        .searched().listed(priority: 5)
        Field(
            required: "status", text("Status"), sentence: text("status"), help: text("The reading status."),
            stored: \.status, type: .choice(ReadingStatus.choices), get: { $0.status },
            set: { $0.status = $1 },
            change: { book, status, context in book.transition(to: status, onDayOf: context) }
        )
        .listed(priority: 8, cell: { $0.status.cell })
        Field(
            "rating", text("Rating"), sentence: text("rating"),
            help: text("Your rating from 0.25 to 5 in steps of 0.25, or “none”."),
            stored: \.rating, type: .rating, get: { $0.stars }, set: { $0.stars = $1 }
        )
        .listed(priority: 7, cell: { $0.stars?.cell ?? .empty })
        Field(
            required: "added", text("Added"), sentence: text("date added"),
            help: text("The day on which the book was added to the log."), stored: \.added, type: .day,
            get: { CivilDate(utc: $0.added) }, set: { $0.added = $1.utcDate })
        Field(
            "started", text("Started"), sentence: text("date started"),
            help: text("The day, month or year in which you started the book, or “none”."),
            stored: \.started, \.startedPrecision, type: .partialDate,
            get: { book in book.started.map { PartialDate(utc: $0, precision: book.startedPrecision) } },
            set: { $0.latestReading.started = $1 },
            change: { try $0.change(.started, to: $1, $2) }
        )
        .shown { $0.status == .onShelf ? nil : text("Started") }
        Field(
            "completed", text("Completed"), sentence: text("date completed"),
            help: text("The day, month or year in which you finished the book, or “none”."),
            stored: \.completed, \.completedPrecision, type: .partialDate,
            get: { book in book.completed.map { PartialDate(utc: $0, precision: book.completedPrecision) } },
            set: { $0.latestReading.completed = $1 },
            change: { try $0.change(.completed, to: $1, $2) }
        )
        .shown { book in
            switch book.status {
            case .completed: text("Completed")
            case .abandoned: text("Abandoned")
            case .onShelf, .inProgress, .paused: nil
            }
        }
        .listed(text("Ended"), onlyWide: true)
        Field.computed(
            "shelves", text("Shelves"), stored: \.shelves,
            raw: { .list($0.shelfNames.map { .string($0) }) },
            display: { book, context in
                if book.shelves.isEmpty { return .empty }
                // On screen, the names are sorted by the rules of the user's language.
                let names = Collator(context.localizer.language).sorted(book.shelves, by: \.name).map(\.name)
                return .verbatim(names.joined(separator: ", "))
            }
        )
        .only(in: [.show, .data, .lists, .export]).listed(onlyWide: true)
        Field(
            "summary", text("Summary"), sentence: text("summary"),
            help: text("What the book is about. Your opinion belongs to --review."), stored: \.summary,
            type: .lines,
            get: { $0.summary }, set: { $0.summary = $1 }
        )
        .searched().only(in: .record)
        Field.part("quotes", text("Quotes"), stored: \.quotes)
        Field(
            "series", text("Series"), sentence: text("series"),
            help: text("The series that the book belongs to, or “none”."), stored: \.series, type: .line,
            get: { $0.series }, set: { $0.series = $1 }
        )
        .searched().sorted { book in book.series.map { .text($0, then: book.placeInSeries) } }
        .listed(onlyWide: true) { book in
            // A title such as “Dune (Dune, #1)” names the series, too.
            guard let name = book.series, !book.title.contains("(\(name)") else { return .empty }
            return .text(book.seriesNumber.map { "\(name) #\($0)" } ?? name)
        }
        Field(
            "seriesNumber", text("Number in the series"), sentence: text("number in the series"),
            help: text("The number in the series, such as 1 or 1.5, or “none”."), stored: \.seriesNumber,
            type: .line, get: { $0.seriesNumber }, set: { $0.seriesNumber = $1 }
        )
        .sorted { $0.seriesNumber == nil ? nil : .number($0.placeInSeries) }
        Field(
            "contributors", text("Contributors"), sentence: text("contributors"),
            help: text("Other authors and contributors, as in “Ann Lee; Bo Ek (translator)”, or “none”."),
            stored: \.contributors, type: .contributors, get: { $0.contributors },
            set: { $0.contributors = $1 }
        )
        .searched().only(in: .record)
        Field(
            "isbn", .verbatim("ISBN"), sentence: .verbatim("ISBN"),
            help: text("The ISBN of 10 or 13 digits, or “none”."), stored: \.isbn, type: .line(.isbn),
            get: { $0.isbn }, set: { $0.isbn = $1 }
        )
        .searched().only(in: .record)
        Field(
            "publisher", text("Publisher"), sentence: text("publisher"),
            help: text("The publisher, or “none”."), stored: \.publisher, type: .line,
            get: { $0.publisher }, set: { $0.publisher = $1 }
        )
        .searched().only(in: .record).filtered(
            by: \.publisher, text("Only books whose publisher contains this text."))
        Field(
            "pages", text("Pages"), sentence: text("pages"), help: text("The number of pages, or “none”."),
            stored: \.pages, type: .count, get: { $0.pages }, set: { $0.pages = $1 }
        )
        .listed(alignsRight: true, onlyWide: true)
        Field(
            "minutes", text("Playing time"), sentence: text("playing time"),
            help: text("The length of an audiobook, such as 462, 7:42 or 21h, or “none”."), stored: \.minutes,
            type: .minutes,
            get: { $0.minutes }, set: { $0.minutes = $1 }
        )
        .only(in: .record)
        Field(
            "binding", text("Binding"), sentence: text("binding"),
            help: text("The form of the edition, such as paperback, ebook or audiobook, or “none”."),
            stored: \.binding, type: .line, get: { $0.binding }, set: { $0.binding = $1 }
        )
        .listed(onlyWide: true).filtered(by: \.binding, text("Only books in this form, such as ebook."))
        Field(
            "language", text("Language"), sentence: text("language"),
            help: text("The language of the edition, or “none”."), stored: \.language, type: .line,
            get: { $0.language }, set: { $0.language = $1 }
        )
        .option("lang").listed(onlyWide: true).filtered(by: \.language, text("Only books in this language."))
        Field(
            "year", text("Year"), sentence: text("year"),
            help: text("The year in which the edition was published, or “none”."), stored: \.year,
            type: .year, get: { $0.year }, set: { $0.year = $1 }
        )
        .sorted { book in (book.originalYear ?? book.year).map { .number(Double($0)) } }
        .listed(alignsRight: true, onlyWide: true) { book in
            (book.originalYear ?? book.year).map { .identifier($0) } ?? .empty
        }
        Field(
            "originalYear", text("First published"), sentence: text("year of first publication"),
            help: text("The year in which the book was first published, or “none”."), stored: \.originalYear,
            type: .year, get: { $0.originalYear }, set: { $0.originalYear = $1 }
        )
        .only(in: .record)
        Field(
            "copies", text("Copies owned"), sentence: text("copies owned"),
            help: text("The number of copies that you own, or “none”."), stored: \.copies, type: .count,
            get: { $0.copies }, set: { $0.copies = $1 }
        )
        .only(in: .record)
        Field(
            "review", text("Review"), sentence: text("review"),
            help: text("Your review of the latest reading, or “none”."), stored: \.review, type: .lines,
            get: { $0.review }, set: { $0.review = $1 }
        )
        .searched().only(in: .record)
        Field(
            "notes", text("Private notes"), sentence: text("private notes"),
            help: text("Notes that only you should see, or “none”."), stored: \.privateNotes, type: .lines,
            get: { $0.privateNotes }, set: { $0.privateNotes = $1 }
        )
        .searched().only(in: .record)
        Field.computed(
            "readings", text("Readings"), stored: \.readings,
            raw: { Reading.fields.value($0.numberedReadings) }
        )
        .exported(as: { _ in .null }).only(in: [.export, .before])
        Field.computed(
            "progress", text("Progress"), stored: \.progress,
            raw: { $0.presentPlace.map { .string($0.description) } ?? .null },
            display: { book, _ in book.presentPlace.map { .text($0.text(in: book)) } ?? .empty }
        )
        .only(in: .record).listed(onlyWide: true) { $0.progressCell }
        Field.part("loans", text("Loans"), stored: \.loans)
        Field.exported("source", stored: \.source, type: .line, get: { $0.source }, set: { $0.source = $1 })
        Field.exported(
            "lastImport", stored: \.lastImport, type: .line, get: { $0.lastImport },
            set: { $0.lastImport = $1 })
        Field.computed(
            "lentTo", text("Lent to"), raw: { $0.openLoan.map { .string($0.borrower) } ?? .null },
            display: { book, _ in book.openLoan.map { .verbatim($0.borrower) } ?? .empty }
        )
        .only(in: [.show, .data])
        Field.computed(
            "otherColumns", text("Other columns"), stored: \.otherColumns,
            raw: { $0.otherColumns.map { .string($0) } ?? .null }
        )
        .only(in: [.data, .export])
        Field.computed("shelfPositions", text("Shelves"), raw: { _ in .null }).only(in: .export)
        Field(
            "narrator", text("Narrator"), sentence: text("narrator"),
            help: text("The narrator of an audiobook, or “none”."), stored: \.narrator, type: .line,
            get: { $0.narrator }, set: { $0.narrator = $1 }
        )
        .searched().only(in: .record)
        Field.computed(
            "hasEarlierRating", text("Rating of an earlier reading"), stored: \.hasEarlierRating,
            raw: { $0.hasEarlierRating ? .bool(true) : .null }
        )
        .only(in: .export)
    }

    /// The fields that describe the edition, and those that the user writes about the book. They are all texts or
    /// numbers.
    static let details = fields.fields.filter { $0.option != nil && !own.contains($0.key) }

    /// The keys of the fields that every import knows by itself, because they have rules with others.
    static let own = ["title", "author", "summary", "status", "rating", "added", "started", "completed"]

    /// Throws if a date is in the future, or if the reading ends before it starts.
    ///
    /// - Parameter changed: The keys of the changed fields.
    @MainActor
    private func check(_ changed: Set<String>, _ context: FieldContext) throws {
        let added = CivilDate(utc: added)
        if changed.contains("added"), added > context.today { throw BookError.inFuture(PartialDate(added)) }
        if changed.isDisjoint(with: ["status", "started", "completed"]) { return }
        var values = latestReading
        if context.pending.contains("completed") { values.completed = nil }
        try values.check(today: context.today)
    }

    /// Changes a date of the latest reading. A date that the status doesn't have changes the status: with a completion
    /// date, the book is completed, and with a start date only, it is in progress.
    ///
    /// - Throws: ``BookError/dateNotRelevant(_:title:status:)`` if the date contradicts a status that is given, too.
    @MainActor
    private func change(_ name: ReadingDate, to date: PartialDate?, _ context: FieldContext) throws {
        if date != nil, !name.isRelevant(for: status) {
            if context.given.contains("status") {
                throw BookError.dateNotRelevant(name, title: title, status: status)
            }
            transition(to: name == .completed ? .completed : .inProgress, onDayOf: context)
        }
        if name == .completed { latestReading.completed = date } else { latestReading.started = date }
    }

    /// Changes the status as an event of today. A reading that ended today is corrected.
    @MainActor
    private func transition(to new: ReadingStatus, onDayOf context: FieldContext) {
        let today = PartialDate(context.today)
        transition(to: new, on: today, isCorrection: isCorrected(by: new, on: today))
    }

    /// The number in the series; a range such as `1-3` counts as its beginning.
    var placeInSeries: Double {
        seriesNumber.flatMap { Double($0.prefix { $0.isNumber || $0 == "." }) } ?? .infinity
    }

    /// The place that was reached in a reading that hasn't ended.
    var presentPlace: ReadingPlace? { status.isOpen ? latestProgress.last?.place : nil }

    /// The place that was reached in a reading that hasn't ended, as lists show it.
    var progressCell: Cell {
        presentPlace.map { Cell(.string($0.description), .text($0.text(in: self))) } ?? .empty
    }

    /// The names of the shelves, in the same order for every language.
    var shelfNames: [String] { orderedShelves.map(\.name) }

    /// The shelves, in the same order for every language.
    var orderedShelves: [Shelf] { shelves.sorted { ($0.key, $0.name) < ($1.key, $1.name) } }

    /// Returns the record that the user sees: the fields with a value, and the other columns of imported files.
    @MainActor
    func shown(_ context: FieldContext) -> Record {
        Record(
            fields: Self.fields.shown(self, context).fields
                + OtherColumns(otherColumns).withoutField.map { name, value in
                    .init(name, .verbatim(name), .text(value))
                })
    }
}

extension FieldPlaces {
    /// A single book, but no lists.
    fileprivate static let record: FieldPlaces = [.show, .data, .export]
}

extension Field where Model == Book {
    /// A relationship to records, which exports contain as a list.
    fileprivate static func part(
        _ key: String, _ label: LocalizedText, stored: PartialKeyPath<Book> & Sendable
    ) -> Field {
        .computed(key, label, stored: stored, raw: { _ in .null }).only(in: .export)
    }
}

extension FieldType where Value == String {
    /// Names between semicolons. Data have them as a list.
    fileprivate static var contributors: FieldType<String> {
        FieldType(
            .nonBlank, written: { names, _ in names },
            columns: [
                Column(raw: { .list(ShelfList.texts(in: $0).map { .string($0) }) }) { names, _ in
                    .verbatim(names)
                }
            ], order: { .text($0) }, absent: .list([]), exported: { .string($0) },
            imported: { if case .string(let names) = $0 { names } else { nil } }
        ) { fields, name in fields.value(name) { $0 } }
    }
}

extension FieldType where Value == Int {
    /// The length of an audiobook in minutes, shown as `7h42`.
    fileprivate static var minutes: FieldType<Int> {
        return FieldType(
            ValueType(placeholder: text("Counted NUMBER")) { string, _ in
                guard case .integer(let minutes)? = try? ServiceValues.minutes(string) else {
                    throw ValueError.refused(
                        text("“%@” is not a time in minutes or hours.", string),
                        remedy: text("Write minutes or hours, such as 462, 7:42 or 21h."))
                }
                return minutes
            }, written: { minutes, _ in String(minutes) },
            columns: [
                Column(raw: { .integer($0) }) { minutes, _ in
                    .verbatim(ReadingPlace(unit: .minute, value: minutes).description)
                }
            ], order: { .number(Double($0)) },
            imported: { if case .integer(let minutes) = $0 { minutes } else { nil } }
        ) { fields, name in
            fields.value(name, or: .impossible) { Int($0).flatMap { (0...100_000).contains($0) ? $0 : nil } }
        }
    }

    /// A number of pages or copies.
    fileprivate static var count: FieldType<Int> { .number(0...100_000, placeholder: text("Counted NUMBER")) }

    /// A year, which has no separators.
    fileprivate static var year: FieldType<Int> {
        .number(-9999...9999, placeholder: text("Counted NUMBER"), isGrouped: false)
    }
}

extension ValueType where Value == String {
    /// The digits of an ISBN.
    fileprivate static var isbn: ValueType<String> {
        ValueType(placeholder: .verbatim("ISBN")) { string, _ in
            guard let isbn = ISBN(string) else {
                throw ValueError.refused(
                    MyBooks.text("“%@” is not a valid ISBN.", string),
                    remedy: MyBooks.text("Check the digits; the last one depends on the others."))
            }
            return isbn.digits
        }
    }
}
