import Foundation
import Localization
import ModelData
import ProgramKit
import Synchronization

@testable import Portfolio
@testable import Shell

/// The model `Issue`. The testing library has a type of this name, too.
typealias TrackedIssue = Issue

/// The model `Tag`. The testing library has a type of this name, too.
typealias IssueTag = Tag

/// An issue tracker with prepared answers. The test advances its clock and fires its timer.
@MainActor
final class TestTracker {
    let session: PortfolioSession
    let user: ScriptedUser
    let timer = ManualTimer()
    let clock: ManualClock

    /// The initial time of the clock: 15 March 2024, noon UTC.
    nonisolated static let noon = Date(timeIntervalSince1970: 1_710_504_000)

    init(
        language: String = "en", store: String? = nil, answers: [String]? = nil, now: Date = noon,
        secondsPerLook: Double = 0
    ) async throws {
        let clock = ManualClock(now, secondsPerLook: secondsPerLook)
        self.clock = clock
        user = ScriptedUser(answers)
        var options = LaunchOptions()
        options.inMemory = store == nil
        options.storePath = store
        let environment = ProcessEnvironment(
            variables: ["HOME": "/nonexistent", "LANG": language],
            timeZone: TimeZone(secondsFromGMT: 0) ?? .current, now: { clock.now }, workingDirectory: "/")
        session = try await PortfolioProgram.session(
            SessionContext(
                programName: "portfolio", options: options, environment: environment,
                preferences: Preferences(
                    programName: "portfolio", settings: PortfolioProgram.program.settings,
                    environment: environment),
                interaction: user),
            timer: timer)
    }

    var context: ModelContext { session.context }

    /// All issues, in the order of their numbers.
    var issues: [TrackedIssue] {
        get throws { try context.fetch(FetchDescriptor<TrackedIssue>()).sorted { $0.number < $1.number } }
    }

    /// All tags, in the order of their numbers.
    var tags: [IssueTag] {
        get throws { try context.fetch(FetchDescriptor<IssueTag>()).sorted { $0.number < $1.number } }
    }

    /// Runs a line as if the user typed it at the prompt.
    @discardableResult
    func run(_ line: String, isForUser: Bool = true) async throws -> Output {
        let program = PortfolioProgram.program
        let call = try Grammar(commands: program.commands.map(\.declaration)).parse(
            try Tokenizer.words(of: line))
        let today = session.today
        let parsing = ParseContext(localizer: session.localizer, today: today)
        let values = try ArgumentValues.values(of: call, parsing)
        guard let command = program.commands.first(where: { $0.declaration.name == call.declaration.name })
        else {
            throw UsageError.unknownCommand(line, nearest: [])
        }
        let invocation = Invocation(
            command: call.declaration.name, values: values, isForUser: isForUser)
        return try await session.execute(call.declaration.intent) { [session] in
            try await command.run(invocation, in: session)
        }
    }

    /// Runs a line, and returns its output as it is written into a pipe.
    func text(_ line: String, format: OutputFormat = .plain) async throws -> String {
        let isData = format == .json || format == .csv
        let presentation = Presentation(format: format, localizer: session.localizer)
        let output = try await run(line, isForUser: !isData).made(for: presentation)
        return String(decoding: Renderer.render(output, presentation).output, as: UTF8.self)
    }

    /// Runs a line, and returns the first line of its output. Messages about awards follow it.
    func said(_ line: String) async throws -> String {
        String(try await text(line).prefix { !$0.isNewline })
    }

    /// Runs a line, and returns the titles in its list.
    func titles(_ line: String = "list") async throws -> [String] {
        try await text(line).split(separator: "\n").compactMap {
            let fields = $0.split(separator: "\t", omittingEmptySubsequences: false)
            return fields.count > 2 ? String(fields[2]) : nil
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

    /// Adds issues, optionally with a tag, and saves them together.
    @discardableResult
    func fill(_ titles: [String], tag: IssueTag? = nil, created: Date? = nil) throws -> [TrackedIssue] {
        let issues = titles.map { TrackedIssue(title: $0, created: created ?? clock.now) }
        for issue in issues {
            context.insert(issue)
            if let tag { issue.tags.append(tag) }
        }
        try context.save()
        return issues
    }

    /// Returns the warnings of an output.
    func warnings(_ output: Output) -> [String] {
        output.blocks.compactMap {
            if case .warning(let text) = $0 { session.localizer.string(text) } else { nil }
        }
    }

    /// Returns the messages of an output.
    func messages(_ output: Output) -> [String] {
        output.blocks.compactMap {
            if case .message(let text) = $0 { session.localizer.string(text) } else { nil }
        }
    }
}

/// A clock that the test sets. It can also advance by some seconds each time it is read.
final class ManualClock: Sendable {
    private let time: Mutex<Date>
    private let secondsPerLook: Double

    init(_ now: Date, secondsPerLook: Double = 0) {
        time = Mutex(now)
        self.secondsPerLook = secondsPerLook
    }

    var now: Date {
        get {
            time.withLock { time in
                defer { time += secondsPerLook }
                return time
            }
        }
        set { time.withLock { $0 = newValue } }
    }
}

/// A timer that the test fires.
@MainActor
final class ManualTimer: DelayTimer {
    private(set) var delays: [Double] = []
    private var action: (@MainActor () -> Void)?

    var isWaiting: Bool { action != nil }

    func schedule(after seconds: Double, _ action: @escaping @MainActor () -> Void) {
        delays.append(seconds)
        self.action = action
    }

    func cancel() { action = nil }

    /// Runs the scheduled action, if there is one.
    func fire() {
        let action = action
        self.action = nil
        action?()
    }
}

/// A simulated user with prepared answers and lines. Without them, the session isn't interactive.
@MainActor
final class ScriptedUser: Interaction {
    private var answers: [String]
    let isInteractive: Bool
    /// Actions that run while the program waits: one for each answer or line.
    var meanwhile: [@MainActor () throws -> Void] = []
    /// The problems that were shown while a command was running.
    private(set) var shown: [String] = []

    init(_ answers: [String]?) {
        self.answers = answers ?? []
        isInteractive = answers != nil
    }

    private func next() throws -> String? {
        if !meanwhile.isEmpty { try meanwhile.removeFirst()() }
        return answers.isEmpty ? nil : answers.removeFirst()
    }

    func ask(
        _ question: LocalizedText, initial: String, completion: Completion, check: (String) throws -> Void
    ) async throws -> String {
        guard let answer = try next() else { throw InteractionCancelled() }
        try check(answer)
        return answer
    }

    func confirm(_ question: LocalizedText) async throws -> Bool {
        guard let answer = try next() else { throw InteractionCancelled() }
        return answer == "yes"
    }

    func edit(_ text: String) async throws -> String {
        guard let answer = try next() else { throw InteractionCancelled() }
        return answer
    }

    /// Returns the next line. The line `^C` stands for Ctrl-C.
    func readLine(prompt: String) async throws -> String? {
        let line = try next()
        if line == "^C" { throw InteractionCancelled() }
        return line
    }

    /// The messages that were said while a command was running.
    private(set) var said: [String] = []

    func say(_ output: Output) {
        for case .message(let text) in output.blocks { said.append(Localizer(.english).string(text)) }
    }

    /// The texts that were kept because they could not be saved.
    private(set) var kept: [String] = []

    func keep(_ text: String) throws { kept.append(text) }

    func show(_ error: any PresentableError) {
        shown.append(Localizer(.english).string(error.problem))
    }

    /// The displayed progress messages; `nil` means that the message was cleared.
    private(set) var progress: [LocalizedText?] = []

    func progress(_ text: LocalizedText?) { progress.append(text) }
}
