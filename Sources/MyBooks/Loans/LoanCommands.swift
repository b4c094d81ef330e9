import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

extension CommandGroup {
    /// Commands for loans.
    fileprivate static let loans = CommandGroup(text("Loans"))
}

/// `lend`: records that a book was lent.
struct LendCommand: Command {
    static let borrower = Parameter.required(
        "name", .wordOrChange.completed(from: BookCompletions.borrowers), placeholder: text("Person's NAME"),
        help: text("The name of the borrower."), question: text("Lend to"))
    static let date = BookParameters.date(text("The day. Default: today."))
    static let day = Parameter.option("on", .day, help: text("The day. Default: today."))
    /// The words before a colon that give the name of the borrower.
    private static let borrowerWords = text("to, name, person, borrower")

    let declaration = CommandDeclaration(
        "lend", group: .loans, summary: text("Records that you lent a book."),
        parameters: [
            BookParameters.book(
                taking: [("name", borrowerWords), ("on", BookParameters.dayWords)], marked: ["name"]
            ).declaration, borrower.declaration, date.declaration, day.declaration,
        ],
        examples: [text("lend solaris \"Anna Nowak\""), text("lend solaris Anna yesterday")],
        changesData: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let book = try session.record(try invocation[BookParameters.book], in: Book.self)
        let (borrower, words) = try Self.borrowerAndDate(invocation, session.localizer)
        let given = try invocation[Self.day], day = try Self.day(words, in: session)
        if given != nil, day != nil { throw UsageError.repeatedOption("--on") }
        let date = given ?? day ?? session.today
        if date > session.today { throw BookError.inFuture(PartialDate(date)) }
        if let loan = book.openLoan {
            throw BookError.alreadyLent(title: book.title, borrower: loan.borrower)
        }
        book.loans.append(Loan(borrower: borrower, lent: date))
        return Output(
            [.message(text("Lent “%1$@” to %2$@.", book.title, borrower))],
            data: [.record(Book.fields.data(book))])
    }
}

extension LendCommand {
    /// Returns the name of the borrower, without a word such as “to” or `to:` before it, and the words after it.
    fileprivate static func borrowerAndDate(
        _ invocation: Invocation, _ localizer: Localizer
    ) throws -> (name: String, words: [String]) {
        var words = try [invocation[borrower]] + invocation[date]
        if words[0] == "to" { words.removeFirst() }
        let name = try words.isEmpty ? "" : Self.name(words.removeFirst(), localizer)
        if name.isEmpty { throw UsageError.invalidValue(name: text("Person's NAME"), .blank) }
        if let key = words.first.flatMap(\.typedKey),
            hasKey(key, in: BookParameters.dayWords, localizer)
        {
            words[0] = String(words[0].dropFirst(key.count + 1))
        }
        return (name, words)
    }

    /// Returns the name in a word such as `to:Anna`. A word in quotation marks is a name.
    ///
    /// - Throws: ``FieldError`` for another key.
    private static func name(_ word: String, _ localizer: Localizer) throws -> String {
        let isWhole = QuotedText.isWhole(word)
        func plain(_ text: some StringProtocol) -> String {
            (isWhole ? String(text) : QuotedText.unquoted(String(text))).trimmingWhitespace()
        }
        guard !QuotedText.begins(word), let colon = word.firstIndex(of: ":") else { return plain(word) }
        let key = word[..<colon]
        if key.lowercased() == "text" || hasKey(key, in: borrowerWords, localizer) {
            return plain(word[word.index(after: colon)...]).collapsingSpaces
        }
        if let key = word.typedKey {
            let keys = [borrowerWords, BookParameters.dayWords].compactMap {
                localizer.string($0).split(separator: ",").first.map(String.init)
            }
            throw FieldError.unknownKey("\(key):", nearest: [], keys: keys)
        }
        return plain(word)
    }

    /// Returns whether a key is one of some words, in the user's language or in English.
    private static func hasKey(_ key: Substring, in words: LocalizedText, _ localizer: Localizer) -> Bool {
        localizer.words(of: words).contains(SearchFold.fold(String(key)))
    }

    /// Returns the day that words at the end of the line mean; `nil` if there are none.
    @MainActor
    fileprivate static func day(_ words: [String], in session: BookSession) throws -> CivilDate? {
        let typed = words.joined(separator: " ")
        if typed.isEmpty { return nil }
        if let day = try session.fieldContext.parsing.dayIfAny(typed) { return day }
        throw ValueError.refused(
            text("“%@” is not a date.", typed),
            remedy: text("Put a name of several words in quotation marks."))
    }
}

/// `return`: records that lent books came back.
struct ReturnCommand: Command {
    let declaration = CommandDeclaration(
        "return", group: .loans, summary: text("Records that lent books came back."),
        parameters: [BookParameters.dated.declaration, LendCommand.day.declaration],
        examples: [.verbatim("return 5"), .verbatim("return 5 2024-03-15"), .verbatim("return lent:bob")],
        changesData: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let (words, given) = try BookParameters.split(
            try invocation[BookParameters.dated], try invocation[LendCommand.day], .day,
            session.fieldContext.parsing)
        let parsed = given == nil ? try await session.day(atEndOf: words) : (words: words, day: given)
        let books = try await session.booksToChange(parsed.words)
        let date = parsed.day ?? session.today
        if date > session.today { throw BookError.inFuture(PartialDate(date)) }
        var blocks: [Block] = []
        for book in books {
            guard let loan = book.openLoan else { throw BookError.notLent(title: book.title) }
            loan.returned = max(date.utcDate, loan.lent)
            blocks.append(.message(text("“%1$@” came back from %2$@.", book.title, loan.borrower)))
        }
        return Output(
            blocks, data: [.table(BookTable.table(books))], label: text("Came back: %@.", Book.titles(books)))
    }
}

/// `loans`: lists the lent books.
struct LoansCommand: Command {
    static let all = Parameter.flag("all", help: text("Also list the loans that came back."))

    let declaration = CommandDeclaration(
        "loans", group: .loans, summary: text("Lists the lent books, the longest loan first."),
        parameters: [all.declaration], examples: [.verbatim("loans"), .verbatim("loans --all")])

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        let showsAll = try invocation[Self.all]
        var descriptor = FetchDescriptor<Loan>(sortBy: [SortDescriptor(\.lent)])
        if !showsAll { descriptor.predicate = #Predicate { $0.returned == nil } }
        descriptor.relationshipKeyPathsForPrefetching = [\.book]
        let loans = try session.fetchReadable(descriptor)
        let table = Loan.fields.table(
            "rows", loans, session.fieldContext.forList, count: text("%lld loans", loans.count),
            hiding: showsAll ? [] : ["returned"])
        return Output(table, ifEmpty: text("No book is lent. “lend BOOK NAME” records a loan."))
    }
}

extension Loan {
    /// The fields of a loan.
    static let fields = FieldTable<Loan> {
        Field.computed(
            "number", text("#"), stored: \.book, raw: { $0.book.map { .integer($0.number) } ?? .null },
            display: { loan, _ in loan.book.map { .verbatim(String($0.number)) } ?? .empty }
        )
        .listed(spokenTitle: text("Number"), priority: 9, alignsRight: true)
        Field.computed(
            "title", text("Title"), raw: { $0.book.map { .string($0.title) } ?? .null },
            display: { loan, _ in .verbatim(loan.book?.title ?? "") }
        )
        .listed(priority: 5)
        Field(
            required: "borrower", text("Lent to"), sentence: text("borrower"),
            help: text("The name of the borrower."), stored: \.borrower, type: .line,
            get: { $0.borrower }, set: { $0.borrower = $1 }
        )
        .only(in: .export)
        Field.computed(
            "lentTo", text("Lent to"), raw: { .string($0.borrower) },
            display: { loan, _ in .verbatim(loan.borrower) }
        )
        .listed(priority: 6)
        Field(
            required: "lent", text("Since"), sentence: text("date lent"),
            help: text("The day. Default: today."),
            stored: \.lent, type: .pastDay, get: { CivilDate(utc: $0.lent) }, set: { $0.lent = $1.utcDate }
        )
        .listed(priority: 7)
        Field.computed("days", text("Days")) { loan, context in
            let end = loan.returned.map { CivilDate(utc: $0) } ?? context.today
            return .number(CivilDate(utc: loan.lent).days(until: end))
        }
        .listed(priority: 8, alignsRight: true)
        Field(
            "returned", text("Returned"), sentence: text("date returned"),
            help: text("The day. Default: today."),
            stored: \.returned, type: .pastDay, get: { $0.returned.map { CivilDate(utc: $0) } },
            set: { $0.returned = $1?.utcDate }
        )
        .listed(priority: 7)
    }
}
