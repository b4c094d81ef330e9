import Foundation
import Localization
import Testing

@testable import Shell

@MainActor
@Suite("Confirmation")
struct ConfirmationTests {
    @Test(arguments: [
        (english, "y", "“perhaps” is neither yes nor no.\nAnswer “yes” or “no”; “y” or “n” is enough.\n"),
        (
            polish, "t",
            "„perhaps” to ani tak, ani nie.\nOdpowiedz „tak” lub „nie”; wystarczy „t” lub „n”.\n"
        ),
        (
            hungarian, "i",
            "„perhaps” sem igent, sem nemet nem jelent.\nVálaszolj „igen”-nel vagy „nem”-mel; az „i” vagy az „n” is elég.\n"
        ),
    ])
    func `An invalid answer is followed by the valid ones in the user's language`(
        localizer: Localizer, yes: String, said: String
    ) async throws {
        let written = Written()
        let lines = FakeTerminal([.line("perhaps"), .line(yes)])
        let interaction = TerminalInteraction(
            lines: { lines }, completer: { nil },
            streams: StandardStreams(
                isInputTerminal: true, isOutputTerminal: true, isErrorTerminal: true, width: { 80 },
                read: { nil }, write: { _ in },
                writeDiagnostics: { bytes in written.bytes.withLock { $0 += bytes } }),
            environment: ProcessEnvironment(
                variables: ["TERM": "dumb"], timeZone: .gmt, now: { Date(timeIntervalSince1970: 0) },
                workingDirectory: "/"),
            drafts: Drafts(environment: [:], program: "test"),
            presentation: { Presentation(format: .table, localizer: localizer) })
        #expect(try await interaction.confirm(plain("Delete?")))
        #expect(lines.prompts.count == 2)
        #expect(written.text == said)
    }
}
