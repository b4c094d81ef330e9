import Foundation
import Localization
import ModelData
import Suite
import TestSupport
import Testing

@testable import ITour
@testable import Shell

/// A planner with a clock that stands still, in memory or on a file, and nobody to ask unless answers are prepared.
@MainActor
final class TestPlanner {
    let session: TripSession
    let person: ScriptedPerson

    /// 15 March 2024, noon UTC.
    nonisolated static let noon = Date(timeIntervalSince1970: 1_710_504_000)
    nonisolated static let today = day(2024, 3, 15)

    init(
        language: String = "en", store: String? = nil, timeZone: String = "UTC", answers: [String]? = nil
    ) throws {
        person = ScriptedPerson(answers)
        var options = LaunchOptions()
        options.inMemory = store == nil
        options.storePath = store
        let surroundings = Surroundings(
            environment: ["HOME": "/nonexistent", "LANG": language],
            timeZone: TimeZone(identifier: timeZone) ?? .gmt, now: { Self.noon }, workingDirectory: "/")
        session = try TripSession(
            SessionContext(
                programName: "itour", options: options, surroundings: surroundings,
                preferences: Preferences(
                    programName: "itour", settings: ListOptions.settings, surroundings: surroundings),
                interaction: person))
    }

    var context: ModelContext { session.context }

    /// All destinations, by number.
    var destinations: [Destination] {
        get throws { try context.fetch(FetchDescriptor<Destination>()) }
    }

    /// The names of a destination's sights, in order.
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

    /// Runs a line as the prompt does.
    @discardableResult
    func run(_ line: String) async throws -> Output {
        let program = ITourProgram.program
        let call = try Grammar(commands: program.commands.map(\.declaration)).parse(
            try Tokenizer.words(of: line).map(\.text))
        let today = session.today
        let values = try ArgumentValues.values(
            of: call, ParseContext(localizer: session.localizer, today: today))
        guard let command = program.commands.first(where: { $0.declaration.name == call.declaration.name })
        else {
            throw UsageError.unknownCommand(line, nearest: [])
        }
        let invocation = Invocation(command: call.declaration.name, values: values)
        return try await session.execute(call.declaration) { [session] in
            try await command.run(invocation, in: session)
        }
    }

    /// The sentences that a line says.
    func messages(_ line: String) async throws -> [String] {
        try await run(line).blocks.compactMap {
            if case .message(let text) = $0 { session.localizer.string(text) } else { nil }
        }
    }

    /// Imports a file's bytes as `import` does.
    func importText(
        _ text: String, into home: Destination? = nil, dryRun: Bool = false
    ) async throws -> ImportReport {
        let directory = try TemporaryDirectory()
        try directory.write(text, to: "file")
        let file = try session.inputFile(directory.file("file"))
        let source = try ImportOpening.open(file, language: session.localizer.language)
        return try await TripImport(session: session, file: file, home: home).run(source, isDryRun: dryRun)
    }

    /// What an export of everything is.
    func export(_ format: String) throws -> TripExport.Result {
        let write = TripExport.formats[format] ?? { _ in TripExport.Result(bytes: []) }
        return write(
            TripExport(destinations: try destinations, now: Self.noon, localizer: session.localizer))
    }

    /// The text of an export of everything.
    func exported(_ format: String) throws -> String {
        String(decoding: try export(format).bytes, as: UTF8.self)
    }
}

/// A day that exists.
func day(_ year: Int, _ month: Int, _ day: Int) -> CivilDate {
    CivilDate(year: year, month: month, day: day) ?? .first
}

/// A moment in the form of exports.
func moment(_ iso: String) -> Moment { Moment(iso: iso) ?? Moment(.first) }

/// Dates in the form of exports.
func dates(_ start: String, _ end: String? = nil) throws -> TripDates {
    try TripDates(start: moment(start), end: end.map(moment))
}

/// A place that exists.
func place(_ latitude: Double, _ longitude: Double) throws -> Place {
    try #require(Place(latitude: latitude, longitude: longitude))
}
