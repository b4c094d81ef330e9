import Foundation
import ModelData
import ProgramKit
import Testing
import TestSupport

@testable import Shell

/// Runs random sequences on a program and compares its store with the model after each step.
@MainActor
struct SequenceRunner<Session: StoreSession, Model: ProgramModel> {
    let program: Program<Session>
    let model: Model.Type
    /// Reads the content of a store through a session.
    let content: (Session) throws -> ExpectedContent

    /// Whether the second user works in a separate process, the built program in a terminal, instead
    /// of a second session of this process.
    var hasRealProcess = false

    private let grammar: Grammar
    private let commands: [String: any Command<Session>]

    init(
        program: Program<Session>, model: Model.Type, content: @escaping (Session) throws -> ExpectedContent
    ) {
        self.program = program
        self.model = model
        self.content = content
        let declarations = program.commands.map(\.declaration)
        grammar = Grammar(commands: declarations)
        commands = Dictionary(zip(declarations.map(\.name), program.commands)) { first, _ in first }
    }

    /// Runs sequences in which both users work in this process, and expects that none fails.
    func expectNoFailure(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let failure = try await firstFailure(sequences: sequenceCount, from: 1)
        #expect(failure == nil, "\(failure ?? "")", sourceLocation: sourceLocation)
    }

    /// Runs sequences in which the second user works in the built program, and expects that none fails.
    func expectNoFailureWithRealProcess(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        var runner = self
        runner.hasRealProcess = true
        let failure = try await runner.firstFailure(sequences: processSequenceCount, from: 1_000_001)
        #expect(failure == nil, "\(failure ?? "")", sourceLocation: sourceLocation)
    }

    /// Runs sequences from seeds, and describes the first failing one with as few steps as possible.
    private func firstFailure(sequences: Int, from seed: UInt64, steps: Int = 12) async throws -> String? {
        let directory = try TemporaryDirectory()
        // The first session creates the tables. Every sequence starts with a copy of this store.
        let empty = directory.file("empty.store")
        try await session(empty).close()
        for seed in seed..<seed + UInt64(sequences) {
            var random = SeededGenerator(seed: seed)
            let sequence = Step.random(steps, using: &random)
            guard var failure = try await run(sequence, empty, directory) else { continue }
            let shortest = try await shrink(sequence, &failure, empty, directory)
            return "seed \(seed): \(failure)\nafter \(shortest.map(\.description).joined(separator: ", "))"
        }
        return nil
    }

    /// Removes steps as long as the remaining sequence still fails.
    private func shrink(
        _ sequence: [Step], _ failure: inout String, _ empty: String, _ directory: TemporaryDirectory
    ) async throws -> [Step] {
        var sequence = sequence
        var isShorter = true
        while isShorter {
            isShorter = false
            for index in sequence.indices.reversed() {
                var shorter = sequence
                shorter.remove(at: index)
                guard let still = try await run(shorter, empty, directory) else { continue }
                (sequence, failure, isShorter) = (shorter, still, true)
                break
            }
        }
        return sequence
    }

    /// Runs one sequence on a new store. Returns a description of the failure, or nil.
    private func run(
        _ sequence: [Step], _ empty: String, _ directory: TemporaryDirectory
    ) async throws -> String? {
        let place = directory.file(UUID().uuidString)
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: place) }
        let store = place + "/test.store"
        try FileManager.default.copyItem(atPath: empty, toPath: store)
        var sessions: [Session?] = [nil, nil]
        defer { for session in sessions { session?.close() } }
        var expected = ExpectedStore()
        var lines: [String] = []
        var other: OtherProcess?
        for step in sequence {
            let isOther = hasRealProcess && step.process == 1
            // If the other process runs the step, read its changes with the first session of this process.
            let own = isOther ? 0 : step.process
            let session: Session
            if let open = sessions[own] { session = open } else { session = try await self.session(store) }
            sessions[own] = session
            if isOther, other == nil { other = try OtherProcess(program.name, store: store) }
            var (line, mustFail) = ("", false)
            switch step.kind {
            case .restart:
                if isOther {
                    try other?.end()
                    other = nil
                } else {
                    session.close()
                    sessions[own] = nil
                }
                lines.append("(restart \(step.process))")
                continue
            case .undo: (line, mustFail) = ("undo", !expected.undo())
            case .redo: (line, mustFail) = ("redo", !expected.redo())
            case .change:
                guard let change = Model.change(step.pick, expected.now, next: expected.next) else {
                    continue
                }
                line = change.line
                expected.change(to: change.result)
            }
            lines.append("\(step.process)> \(line)")
            do {
                if isOther {
                    try other?.run(line, mustFail: mustFail)
                    if mustFail { continue }
                } else {
                    _ = try await run(line, in: session)
                }
                if mustFail { return "“\(line)” should have failed\n" + lines.joined(separator: "\n") }
            } catch {
                if !mustFail { return "\(error)\n" + lines.joined(separator: "\n") }
            }
            let found = try content(session).withoutEmpty
            if found != expected.now.withoutEmpty {
                return "found \(found), expected \(expected.now)\n" + lines.joined(separator: "\n")
            }
        }
        try other?.end()
        // Check that the store file has the content that the processes have read.
        let last = try await self.session(store)
        defer { last.close() }
        let found = try content(last).withoutEmpty
        if found != expected.now.withoutEmpty {
            return "at the end found \(found), expected \(expected.now)\n" + lines.joined(separator: "\n")
        }
        return nil
    }

    private func session(_ store: String) async throws -> Session {
        var options = LaunchOptions()
        options.storePath = store
        // The built program uses the system clock, so this process must use it, too.
        let now = hasRealProcess ? Date.now : Date(timeIntervalSince1970: 1_710_504_000)
        let environment = ProcessEnvironment(
            variables: ["HOME": "/nonexistent", "LANG": "en"], timeZone: .gmt,
            now: { now }, workingDirectory: "/")
        return try await program.makeSession(
            SessionContext(
                programName: program.name, options: options, environment: environment,
                preferences: Preferences(
                    programName: program.name, settings: program.settings, environment: environment),
                interaction: ScriptInteraction()))
    }

    /// Runs a line as the prompt does.
    private func run(_ line: String, in session: Session) async throws -> Output {
        let call = try grammar.parse(try Tokenizer.words(of: line))
        let today = session.today
        let values = try ArgumentValues.values(
            of: call, ParseContext(localizer: session.localizer, today: today))
        guard let command = commands[call.declaration.name]
        else { throw UsageError.unknownCommand(line, nearest: []) }
        let invocation = Invocation(command: call.declaration.name, values: values)
        return try await session.execute(call.declaration.intent) {
            try await command.run(invocation, in: session)
        }
    }
}
