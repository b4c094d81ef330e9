import Foundation
import Localization
import Testing

@testable import Shell

@MainActor
@Suite("Rejected answers")
struct RejectedAnswerTests {
    /// Asks a question until an answer is accepted, and returns the initial text of the line at each attempt.
    private func initials<Value>(
        _ answers: [String], of type: ValueType<Value>, present: String = ""
    ) async throws -> [String] {
        let lines = FakeTerminal(answers.map { .line($0) })
        let interaction = TerminalInteraction(
            lines: { lines }, completer: { nil },
            streams: StandardStreams(
                isInputTerminal: true, isOutputTerminal: true, isErrorTerminal: true, width: { 80 },
                read: { nil }, write: { _ in }, writeDiagnostics: { _ in }),
            environment: ProcessEnvironment(
                variables: ["TERM": "dumb"], timeZone: .gmt, now: { Date(timeIntervalSince1970: 0) },
                workingDirectory: "/"),
            drafts: Drafts(environment: [:], program: "test"),
            presentation: { Presentation(format: .table, localizer: english) })
        let context = ParseContext(localizer: english, today: CivilDate.first)
        _ = try await interaction.ask(
            plain("Which?"), initial: present, completion: type.completion,
            check: { _ = try type.parse($0, context) })
        return lines.initials
    }

    @Test func `A rejected text stays in the line to be corrected`() async throws {
        #expect(
            try await initials(["2024-02-30", "2024-02-29"], of: ValueType<CivilDate>.day) == [
                "", "2024-02-30",
            ])
    }

    @Test func `A rejected choice or number is removed from the line`() async throws {
        #expect(try await initials(["9", "3"], of: ValueType<Int>.integer(in: 1...5).orNone) == ["", ""])
        let choice = ValueType<Int>.choice([Choice("low", 1), Choice("high", 2)])
        #expect(try await initials(["hihg", "high"], of: choice) == ["", ""])
        #expect(
            try await initials(["9", "3"], of: ValueType<Int>.integer(in: 1...5), present: "4") == ["4", "4"])
    }
}
