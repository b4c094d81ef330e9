import Foundation
import Localization
import ModelData
import ProgramKit
import Synchronization
import Testing
import TestSupport

@testable import ITour
@testable import Shell

/// A session with a fixed clock, in memory or in a file. Without prepared answers, it isn't interactive.
@MainActor
final class TestPlanner {
    let session: TripSession
    let user: ScriptedUser

    /// The time of the clock: 15 March 2024, noon UTC.
    nonisolated static let noon = Date(timeIntervalSince1970: 1_710_504_000)
    nonisolated static let today = day(2024, 3, 15)

    init(
        language: String = "en", store: String? = nil, timeZone: String = "UTC", answers: [String]? = nil,
        secondsPerLook: Double = 0
    ) async throws {
        let clock = Clock(step: secondsPerLook)
        user = ScriptedUser(answers)
        var options = LaunchOptions()
        options.inMemory = store == nil
        options.storePath = store
        let environment = ProcessEnvironment(
            variables: ["HOME": "/nonexistent", "LANG": language],
            timeZone: TimeZone(identifier: timeZone) ?? .gmt, now: { clock.look() }, workingDirectory: "/")
        session = try await ITourProgram.session(
            SessionContext(
                programName: "itour", options: options, environment: environment,
                preferences: Preferences(
                    programName: "itour", settings: ITourProgram.settings, environment: environment),
                interaction: user))
    }

    var context: ModelContext { session.context }

    /// All destinations, in the order of their numbers.
    var destinations: [Destination] {
        get throws { try context.fetch(FetchDescriptor<Destination>()) }
    }

    /// Returns the names of a destination's sights, in order.
    func sights(of name: String) throws -> [String] {
        try destinations.first { $0.name == name }?.sights.map(\.name) ?? []
    }

    /// Adds a destination with sights and saves it.
    @discardableResult
    func add(
        _ name: String, sights: [String] = [], _ change: (Destination) throws -> Void = { _ in }
    ) throws -> Destination {
        let destination = Destination(name: name)
        destination.sights = sights.map { Sight(name: $0) }
        try change(destination)
        context.insert(destination)
        try context.save()
        return destination
    }

    /// Runs a line as if the user typed it at the prompt.
    @discardableResult
    func run(_ line: String) async throws -> Output {
        let program = ITourProgram.program
        let call = try Grammar(commands: program.commands.map(\.declaration)).parse(
            try Tokenizer.words(of: line))
        let today = session.today
        let values = try ArgumentValues.values(
            of: call, ParseContext(localizer: session.localizer, today: today))
        guard let command = program.commands.first(where: { $0.declaration.name == call.declaration.name })
        else {
            throw UsageError.unknownCommand(line, nearest: [])
        }
        let invocation = Invocation(command: call.declaration.name, values: values)
        return try await session.execute(call.declaration.intent) { [session] in
            try await command.run(invocation, in: session)
        }
    }

    /// Runs a line, and returns its messages.
    func messages(_ line: String) async throws -> [String] {
        try await run(line).blocks.compactMap {
            if case .message(let text) = $0 { session.localizer.string(text) } else { nil }
        }
    }

    /// Imports a text as `import` does.
    func importText(
        _ text: String, named name: String = "file", into target: Destination? = nil, dryRun: Bool = false
    ) async throws -> TripImportReport {
        try await importBytes(Array(text.utf8), named: name, into: target, dryRun: dryRun)
    }

    /// Imports a file's bytes as `import` does.
    func importBytes(
        _ bytes: [UInt8], named name: String = "file", into target: Destination? = nil, dryRun: Bool = false
    ) async throws -> TripImportReport {
        let directory = try TemporaryDirectory()
        try Data(bytes).write(to: URL(fileURLWithPath: directory.file(name)))
        let file = try session.inputFile(directory.file(name))
        let source = try TripSourceOpener.open(file, language: session.localizer.language)
        return try await TripImport(session: session, file: file, target: target).run(
            source, isDryRun: dryRun)
    }

    /// Returns an export of all destinations.
    func export(_ format: String) throws -> TripExport.Result {
        let write = TripExport.formats[format] ?? { _ in TripExport.Result(bytes: []) }
        return write(
            TripExport(destinations: try destinations, now: Self.noon, localizer: session.localizer))
    }

    /// Returns the text of an export of all destinations.
    func exported(_ format: String) throws -> String {
        String(decoding: try export(format).bytes, as: UTF8.self)
    }
}

extension TripImportReport {
    /// The skipped entries.
    var skipped: [(position: Int, line: Int?, reason: LocalizedText?)] { entries.skipped }

    /// The reasons for which entries were skipped, in English.
    var reasons: [String] { skipped.compactMap { $0.reason.map(Localizer(.english).string) } }

    /// The values that weren't imported, such as `2 Rome: end (2025-05-01)`.
    var dropped: [String] {
        entries.dropped.first.map { "\($0.position) \($0.title): \($0.field) (\($0.written))" }
    }
}

/// Returns the day with a year, month and day, which must be valid.
func day(_ year: Int, _ month: Int, _ day: Int) -> CivilDate {
    CivilDate(year: year, month: month, day: day) ?? .first
}

/// Returns the moment that a text in the export format describes.
func moment(_ iso: String) -> Moment { Moment(iso: iso) ?? Moment(.first) }

/// Returns the dates that texts in the export format describe.
func dates(_ start: String, _ end: String? = nil) throws -> TripDates {
    try TripDates(start: moment(start), end: end.map(moment))
}

/// Returns the coordinates of a latitude and longitude, which must be valid.
func place(_ latitude: Double, _ longitude: Double) throws -> Coordinates {
    try #require(Coordinates(latitude: latitude, longitude: longitude))
}

/// A clock that advances by some seconds each time it is read.
private final class Clock: Sendable {
    private let step: Double
    private let looks = Mutex(0)

    init(step: Double) { self.step = step }

    func look() -> Date {
        let look = looks.withLock { looks in
            looks += 1
            return looks - 1
        }
        return TestPlanner.noon.addingTimeInterval(Double(look) * step)
    }
}
