import Foundation
import ModelData
import Suite
import TestSupport
import Testing

@testable import Shell

/// Runs random sequences on a program, and compares what its store holds with what the model expects, after each step.
@MainActor
struct SequenceRunner<Session: StoreSession, Model: ProgramModel> {
    let program: Program<Session>
    let model: Model.Type
    /// What a store holds, as a session sees it.
    let holdings: (Session) throws -> Holdings

    /// Whether the other person works in a process of its own, the built program at a terminal, instead of in a second
    /// session of this process.
    var hasRealProcess = false

    private let grammar: Grammar
    private let commands: [String: any Command<Session>]

    init(
        program: Program<Session>, model: Model.Type, holdings: @escaping (Session) throws -> Holdings
    ) {
        self.program = program
        self.model = model
        self.holdings = holdings
        let declarations = program.commands.map(\.declaration)
        grammar = Grammar(commands: declarations)
        commands = Dictionary(zip(declarations.map(\.name), program.commands)) { first, _ in first }
    }

    /// Expects that no sequence of the two persons in this process fails.
    func expectNoFailure(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let failure = try await firstFailure(sequences: sequenceCount, from: 1)
        #expect(failure == nil, "\(failure ?? "")", sourceLocation: sourceLocation)
    }

    /// Expects the same of sequences in which the other person works in the built program.
    func expectNoFailureWithRealProcess(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        var runner = self
        runner.hasRealProcess = true
        let failure = try await runner.firstFailure(sequences: processSequenceCount, from: 1_000_001)
        #expect(failure == nil, "\(failure ?? "")", sourceLocation: sourceLocation)
    }

    /// Runs sequences from seeds; describes the first that fails, with as few steps as can be.
    private func firstFailure(sequences: Int, from seed: UInt64, steps: Int = 12) async throws -> String? {
        let directory = try TemporaryDirectory()
        // The first opening makes the tables; a copy of them serves all.
        let empty = directory.file("empty.store")
        try session(empty).close()
        for seed in seed..<seed + UInt64(sequences) {
            var random = SeededGenerator(seed: seed)
            let sequence = Step.random(steps, using: &random)
            guard var failure = try await run(sequence, empty, directory) else { continue }
            let shortest = try await shrink(sequence, &failure, empty, directory)
            return "seed \(seed): \(failure)\nafter \(shortest.map(\.description).joined(separator: ", "))"
        }
        return nil
    }

    /// Leaves out steps as long as what is left still fails.
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

    /// Runs one sequence on a store of its own; says what was wrong.
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
            // The session of this process looks at what the other process has done.
            let own = isOther ? 0 : step.process
            let session = try sessions[own] ?? session(store)
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
            let found = try holdings(session).withoutEmpty
            if found != expected.now.withoutEmpty {
                return "found \(found), expected \(expected.now)\n" + lines.joined(separator: "\n")
            }
        }
        try other?.end()
        // What is on the disk is what the processes saw.
        let last = try self.session(store)
        defer { last.close() }
        let found = try holdings(last).withoutEmpty
        if found != expected.now.withoutEmpty {
            return "at the end found \(found), expected \(expected.now)\n" + lines.joined(separator: "\n")
        }
        return nil
    }

    private func session(_ store: String) throws -> Session {
        var options = LaunchOptions()
        options.storePath = store
        // The built program goes by the clock of the machine.
        let now = hasRealProcess ? Date.now : Date(timeIntervalSince1970: 1_710_504_000)
        let surroundings = Surroundings(
            environment: ["HOME": "/nonexistent", "LANG": "en"], timeZone: .gmt,
            now: { now }, workingDirectory: "/")
        return try program.makeSession(
            SessionContext(
                programName: program.name, options: options, surroundings: surroundings,
                preferences: Preferences(
                    programName: program.name, settings: program.settings, surroundings: surroundings),
                interaction: ScriptInteraction()))
    }

    /// Runs a line as the prompt does.
    private func run(_ line: String, in session: Session) async throws -> Output {
        let call = try grammar.parse(try Tokenizer.words(of: line).map(\.text))
        let today = session.today
        let values = try ArgumentValues.values(
            of: call, ParseContext(localizer: session.localizer, today: today))
        guard let command = commands[call.declaration.name]
        else { throw UsageError.unknownCommand(line, nearest: []) }
        let invocation = Invocation(command: call.declaration.name, values: values)
        return try await session.execute(call.declaration) { try await command.run(invocation, in: session) }
    }
}
