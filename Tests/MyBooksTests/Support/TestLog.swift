import Foundation
import Localization
import ModelData
import ProgramKit
import Synchronization

@testable import MyBooks
@testable import Shell

/// A reading log in memory with a fixed clock and prepared answers.
@MainActor
final class TestLog {
    let session: BookSession
    let user: ScriptedUser

    /// The initial time of the clock: 15 March 2024, noon UTC.
    nonisolated static let noon = Date(timeIntervalSince1970: 1_710_504_000)
    nonisolated static let today = day(2024, 3, 15)

    /// Creates a log in memory, or at a path.
    ///
    /// - Parameters:
    ///   - secondsPerLook: The number of seconds by which the clock advances each time it is read.
    ///   - home: The home directory, which contains the settings. Default: none.
    init(
        language: String = "en", store: String? = nil, answers: [String]? = nil, secondsPerLook: Double = 0,
        home: String = "/nonexistent"
    ) async throws {
        let clock = Clock(step: secondsPerLook)
        user = ScriptedUser(answers)
        var options = LaunchOptions()
        options.inMemory = store == nil
        options.storePath = store
        let utc = TimeZone(secondsFromGMT: 0) ?? .current
        let environment = ProcessEnvironment(
            variables: ["HOME": home, "LANG": language], timeZone: utc, now: { clock.look() },
            workingDirectory: "/")
        session = try await BookSession(
            SessionContext(
                programName: "mybooks", options: options, environment: environment,
                preferences: Preferences(programName: "mybooks", environment: environment),
                interaction: user), names: MyBooksProgram.names)
    }

    /// All books, in the order of their numbers.
    var books: [Book] {
        get throws {
            try session.context.fetch(FetchDescriptor<Book>()).sorted { $0.number < $1.number }
        }
    }

    /// Adds a book and saves it.
    @discardableResult
    func add(_ title: String, _ author: String = "Stanisław Lem", _ change: (Book) -> Void = { _ in }) throws
        -> Book
    {
        let book = Book(title: title, author: author, added: Self.today)
        change(book)
        session.context.insert(book)
        try session.context.save()
        return book
    }

    /// Returns the first book with a title.
    func book(_ title: String) throws -> Book {
        guard let book = try books.first(where: { $0.title == title }) else { throw NoSuchBook(title: title) }
        return book
    }

    /// Puts the first book with a title on shelves and saves it.
    func shelve(_ title: String, on names: String...) throws {
        for name in names.compactMap({ ShelfName($0) }) {
            try book(title).shelves.append(session.shelf(makingIfNeeded: name).shelf)
        }
        try session.context.save()
    }

    /// Returns the shelf with a name.
    func shelf(_ name: String) throws -> Shelf {
        guard let shelf = try ShelfName(name).flatMap({ try session.shelf($0) }) else {
            throw NoSuchBook(title: name)
        }
        return shelf
    }

    /// Adds a quote to the first book with a title and saves it.
    @discardableResult
    func quote(_ title: String, _ text: String, page: String? = nil, note: String = "") throws -> Quote {
        let quote = Quote(text: text, page: page, note: note)
        try book(title).quotes.append(quote)
        try session.context.save()
        return quote
    }

    /// The names of all shelves, and for each shelf the titles of its books.
    var shelves: [String: Set<String>] {
        get throws {
            let shelves = try session.context.fetch(FetchDescriptor<Shelf>())
            return Dictionary(uniqueKeysWithValues: shelves.map { ($0.name, Set($0.books.map(\.title))) })
        }
    }

    /// Runs a line as if the user typed it at the prompt.
    @discardableResult
    func run(_ line: String) async throws -> Output {
        let program = MyBooksProgram.program
        let localizer = session.localizer
        let call = try Grammar(commands: program.commands.map(\.declaration)).parse(
            try Tokenizer.words(of: line), localizer)
        let parsing = ParseContext(localizer: session.localizer, today: Self.today)
        let values = try ArgumentValues.values(of: call, parsing)
        guard let command = program.commands.first(where: { $0.declaration.name == call.declaration.name })
        else { throw UsageError.unknownCommand(line, nearest: []) }
        let invocation = Invocation(command: call.declaration.name, values: values)
        return try await session.execute(call.declaration.intent) { [session] in
            try await command.run(invocation, in: session)
        }
    }

    /// Runs a line, and returns the problem from its error; `nil` if it succeeds.
    func problem(_ line: String) async throws -> String? {
        do {
            try await run(line)
            return nil
        } catch let error as any PresentableError {
            return session.localizer.string(error.problem)
        }
    }

    /// Imports a file's text as `import` does.
    func importText(_ text: String, map: String? = nil, dryRun: Bool = false) async throws -> ImportReport {
        try await importBytes(Array(text.utf8), map: map, dryRun: dryRun)
    }

    /// Imports a file's bytes as `import` does.
    func importBytes(
        _ bytes: [UInt8], map: String? = nil, dryRun: Bool = false
    ) async throws -> ImportReport {
        let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let path = directory.appending(path: "file").path
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return try await importFile(path, map: map, dryRun: dryRun)
    }

    /// Imports a file as `import` does.
    ///
    /// - Parameter map: The value of `--map`.
    func importFile(_ path: String, map: String? = nil, dryRun: Bool = false) async throws -> ImportReport {
        let parsing = ParseContext(localizer: session.localizer, today: Self.today)
        var importer = BookImporter(
            session, map: try map.map { try ValueType<ColumnMap>.columnMap.parse($0, parsing) })
        return try await importer.run(try session.inputFile(path), in: session, isDryRun: dryRun)
    }
}

/// A simulated user with prepared answers. Without answers, the session isn't interactive.
@MainActor
final class ScriptedUser: Interaction {
    private var answers: [String]
    let isInteractive: Bool
    private(set) var questions: [String] = []
    /// The displayed progress messages; `nil` means that the message was cleared.
    private(set) var progress: [LocalizedText?] = []
    /// The displayed parts of progress bars, 0 to 1.
    private(set) var fractions: [Double] = []

    init(_ answers: [String]?) {
        self.answers = answers ?? []
        isInteractive = answers != nil
    }

    func ask(
        _ question: LocalizedText, initial: String, completion: Completion, check: (String) throws -> Void
    ) async throws -> String {
        questions.append(question.key)
        guard !answers.isEmpty else { throw InteractionCancelled() }
        let answer = answers.removeFirst()
        let line = answer == "<keep>" ? initial : answer
        try check(line)
        return line
    }

    func confirm(_ question: LocalizedText) async throws -> Bool {
        questions.append(question.key)
        guard !answers.isEmpty else { throw InteractionCancelled() }
        return answers.removeFirst() == "yes"
    }

    func edit(_ text: String) async throws -> String {
        guard !answers.isEmpty else { throw InteractionCancelled() }
        return answers.removeFirst()
    }

    func show(_ error: any PresentableError) {}

    func progress(_ text: LocalizedText?) { progress.append(text) }

    func progress(_ wordings: [LocalizedText], fraction: Double) {
        fractions.append(fraction)
        progress(wordings.first)
    }
}

/// A clock that advances each time it is read.
final class Clock: Sendable {
    private let step: Double
    private let looks = Mutex(0)

    init(step: Double) { self.step = step }

    func look() -> Date {
        let look = looks.withLock { looks in
            looks += 1
            return looks - 1
        }
        return TestLog.noon.addingTimeInterval(Double(look) * step)
    }
}

/// Returns the day with a year, month and day, which must be valid.
func day(_ year: Int, _ month: Int, _ day: Int) -> CivilDate {
    CivilDate(year: year, month: month, day: day) ?? .first
}

/// The dates of a book as days.
struct ReadingDates: Hashable {
    var added: CivilDate
    var started: CivilDate?
    var completed: CivilDate?
}

extension Book {
    /// The book's dates as civil days.
    var dates: ReadingDates {
        ReadingDates(
            added: CivilDate(utc: added), started: started.map { CivilDate(utc: $0) },
            completed: completed.map { CivilDate(utc: $0) })
    }

    /// Sets dates that are known to the day.
    func setDates(_ dates: ReadingDates) {
        added = dates.added.utcDate
        latestReading.started = dates.started.map { PartialDate($0) }
        latestReading.completed = dates.completed.map { PartialDate($0) }
    }
}

/// An error of a test that asks for a book or shelf that doesn't exist.
struct NoSuchBook: Error {
    let title: String
}

extension ImportReport {
    /// The names of the new shelves, in order.
    var newShelves: [String] {
        guard case .list(let names)? = others.first(where: { $0.key == "newShelves" })?.cell.raw else {
            return []
        }
        return names.compactMap { if case .string(let name) = $0 { name } else { nil } }
    }
}
