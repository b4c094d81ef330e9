import Localization
import ModelData
import ProgramKit
import Shell

extension BookSession {
    /// What conditions can ask of books.
    ///
    /// `year` is the year of the edition; `read` asks the readings that ended, whichever of them.
    var conditions: ConditionVocabulary<Book> {
        ConditionVocabulary(
            Book.fields,
            other: [
                "series-no": "seriesNumber", "lang": "language", "finished": "completed", "note": "notes",
            ],
            keys: [
                .number,
                ConditionKey("author", anyOf: ["author", "contributors"], in: Book.fields),
                ConditionKey("read", type: .partialDate, isPast: true) { book in
                    book.allReadings.compactMap(\.completed)
                },
                ConditionKey("quote", type: .lines) { $0.quotes.map(\.text) },
                ConditionKey("lent", "borrower", type: .line) { book in
                    book.openLoan.map { [$0.borrower] } ?? []
                },
                ConditionKey(
                    name: "shelf", "shelves", "tag",
                    known: { [context] in try context.fetch(FetchDescriptor<Shelf>()).map(\.name) },
                    predicate: { [weak self] name in
                        guard let name else { return #Predicate<Book> { $0.shelves.isEmpty } }
                        let key = try ShelfName(name).flatMap { try self?.existingShelf($0).key } ?? ""
                        return #Predicate<Book> { book in book.shelves.contains { $0.key == key } }
                    }),
            ],
            flags: ConditionFlag.each(ReadingStatus.choices) { status in
                ConditionTest(#Predicate<Book> { $0.status == status })
            } + [
                ConditionFlag("owned") { _ in ConditionTest(#Predicate<Book> { ($0.copies ?? 0) > 0 }) },
                ConditionFlag("wanted") { _ in
                    ConditionTest(
                        #Predicate<Book> { book in
                            book.shelves.contains { $0.key == "wishlist" || $0.key == "wanted" }
                        })
                },
                ConditionFlag("lent") { _ in ConditionTest { $0.openLoan != nil } },
                ConditionFlag("rated") { _ in ConditionTest(#Predicate<Book> { $0.rating != nil }) },
                ConditionFlag("unrated") { _ in ConditionTest(#Predicate<Book> { $0.rating == nil }) },
                ConditionFlag("reread") { _ in ConditionTest(#Predicate<Book> { !$0.readings.isEmpty }) },
            ],
            hashKey: "shelf", past: ["added", "started", "completed"],
            column: { [weak self] name in
                try self?.keptColumn(name).map { name in
                    ConditionKey(column: name) { OtherColumns($0.otherColumns)[name] }
                }
            }
        ) { [context] text in
            // A search by an ISBN finds the book whichever of its two forms is stored.
            if let identified = Book.identified(by: text) { return ConditionTest(identified) }
            let onShelf = #Predicate<Shelf> { $0.name.localizedStandardContains(text) }
            let containing = Book.containing(text)
            // Reading the shelves of each book costs more than all of its texts.
            if try context.fetchCount(FetchDescriptor(predicate: onShelf)) == 0 {
                return ConditionTest(containing)
            }
            return ConditionTest(.any([containing, Book.onShelf(containing: text)]))
        }
    }

    /// Returns the name of a column that imports have kept, as the file writes it; `nil` if no book has such a column.
    /// Case and accents don't matter.
    func keptColumn(_ name: String) throws -> String? {
        // The stored form is JSON, in which no value has quotation marks of its own.
        let written = "\"\(name)\": "
        var descriptor = FetchDescriptor<Book>(
            predicate: #Predicate { ($0.otherColumns ?? "").localizedStandardContains(written) })
        descriptor.fetchLimit = 1
        let wanted = SearchFold.fold(name)
        return try fetchReadable(descriptor).first.flatMap { book in
            OtherColumns(book.otherColumns).withoutField.first { SearchFold.fold($0.name) == wanted }?.name
        }
    }

    /// Returns the books that the arguments of a changing command mean.
    ///
    /// - Throws: `RecordError` if they mean none.
    func books(_ arguments: [String]) throws -> [Book] {
        try someRecords(arguments.map { BookParameters.withoutKey($0, localizer) }, conditions)
    }

    /// Returns the books that the arguments of a changing command mean. If conditions select several, a user at a
    /// terminal is asked first.
    ///
    /// - Throws: `RecordError` if they mean none, and `InteractionCancelled` if the user declines.
    func booksToChange(_ arguments: [String]) async throws -> [Book] {
        try await recordsToChange(
            arguments.map { BookParameters.withoutKey($0, localizer) }, conditions)
    }

    /// Returns the books that words name, and the date at the end of the words.
    ///
    /// - Parameters:
    ///   - words: The words of a line. `date:` may precede the date, which then stands anywhere.
    ///   - given: The date of an option. If there is one, all words name books.
    ///   - check: Checks the words without the date. Default: does nothing.
    func books(
        _ words: [String], before given: PartialDate?, checking check: ([String]) throws -> Void = { _ in }
    ) async throws -> (books: [Book], date: PartialDate?) {
        let (words, given) = try BookParameters.split(words, given, .partialDate, fieldContext.parsing)
        let parsed = given == nil ? try await partialDate(atEndOf: words) : (words, given)
        try check(parsed.0)
        do {
            return (try await booksToChange(parsed.0), parsed.1)
        } catch let error as RecordError {
            // A word that looks like a date is probably not a title.
            if given == nil, let mistake = mistypedDate(atEndOf: words) { throw mistake }
            throw error
        }
    }

    /// Separates a day, a month or a year at the end of words from the words before it.
    private func partialDate(atEndOf words: [String]) async throws -> ([String], PartialDate?) {
        let context = fieldContext.parsing
        // A year in the future is a part of a title if there is such a title.
        let last = words.last.flatMap { Int($0) }
        if let last, (today.year + 1...9999).contains(last),
            try titleUse(of: String(last), in: Book.self) != .none
        {
            return (words, nil)
        }
        let parsed = try await trailingDates(
            words, date: { (text) throws(ValueError) in try PartialDate.ifAny(text, context) },
            title: { try titleUse(of: $0, in: Book.self) })
        return (parsed.words, parsed.dates.first)
    }

    /// Returns the titles, or the conditions, that Tab offers.
    func titleOrConditionCandidates(for typed: String) throws -> [String] {
        if "#-(".contains(typed.first ?? " ") || conditions.isMeant(by: typed, localizer) {
            return try conditionCandidates(for: typed)
        }
        return try texts(of: \Book.title, matching: typed)
    }

    /// Returns the conditions that Tab offers.
    func conditionCandidates(for typed: String) throws -> [String] {
        conditions.candidates(for: typed, names: try texts(of: \Shelf.name, matching: ""), localizer)
    }
}

extension Book {
    /// Returns a predicate for books with a text in their fields or quotes.
    fileprivate static func containing(_ text: String) -> Predicate<Book> {
        let inQuotes = #Predicate<Book> { book in
            book.quotes.contains {
                $0.text.localizedStandardContains(text) || $0.note.localizedStandardContains(text)
            }
        }
        return .any([fields.containing(text), inQuotes])
    }

    /// Returns a predicate for books on a shelf whose name contains a text.
    fileprivate static func onShelf(containing text: String) -> Predicate<Book> {
        #Predicate<Book> { book in book.shelves.contains { $0.name.localizedStandardContains(text) } }
    }
}
