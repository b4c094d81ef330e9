import Localization
import Shell
import Testing

@testable import ProgramKit

@MainActor
@Suite("Question for a long text")
struct LongTextQuestionTests {
    /// An interaction that simulates an editor with prepared texts.
    private final class Writer: Interaction {
        private var texts: [String]
        /// The initial texts with which the editor was opened.
        private(set) var shown: [String] = []
        private(set) var problems: [LocalizedText] = []
        let isInteractive = true

        init(_ texts: [String]) { self.texts = texts }

        func ask(
            _ question: LocalizedText, initial: String, completion: Completion, check: (String) throws -> Void
        ) async throws -> String { throw InteractionCancelled() }
        func confirm(_ question: LocalizedText) async throws -> Bool { true }
        func edit(_ text: String) async throws -> String {
            shown.append(text)
            guard !texts.isEmpty else { throw InteractionCancelled() }
            return texts.removeFirst()
        }
        func show(_ error: any PresentableError) { problems.append(error.problem) }
        func progress(_ text: LocalizedText?) {}
    }

    @Test func `A text fits the input line up to 2000 bytes without a new line`() {
        #expect(LongTextQuestion.fitsLine(String(repeating: "é", count: 1000)))
        #expect(!LongTextQuestion.fitsLine(String(repeating: "é", count: 1000) + "a"))
        #expect(!LongTextQuestion.fitsLine("a\nb"))
        #expect(LongTextQuestion.fitsLine(""))
    }

    @Test func `An invalid text is edited again, and an empty one restores the old text`() async throws {
        let writer = Writer(["  \n", "too long", "short"])
        let text = try await LongTextQuestion(interaction: writer).ask(
            .verbatim("Text"), editorQuestion: .verbatim("Edit?"), present: "old"
        ) { if $0 != "short" { throw ValueError.blank } }
        #expect(text == "short")
        #expect(writer.shown == ["old", "old", "too long"])
        #expect(writer.problems.count == 2)
    }
}
