import Localization
import Shell

/// Asks for a text that may be longer than a line.
@MainActor
public struct LongTextQuestion {
    private let interaction: any Interaction

    /// The most bytes of a text that is edited in a line.
    private static let longestLine = 2000

    /// Asks the person of an interaction.
    public init(interaction: any Interaction) {
        self.interaction = interaction
    }

    /// The text after the person has edited it. A text of one line, and not too long for one, is edited in the line;
    /// any text can be edited in the person's editor.
    ///
    /// - Parameters:
    ///   - question: What is asked for in the line.
    ///   - editorQuestion: Whether to open the editor instead.
    ///   - present: The text as it is.
    ///   - check: Throws where an answer is not allowed.
    public func ask(
        _ question: LocalizedText, editorQuestion: LocalizedText, present: String,
        check: (String) throws -> Void = { _ in }
    ) async throws -> String {
        var latest = present
        while try await interaction.confirm(editorQuestion) {
            do {
                let edited = try await interaction.edit(latest)
                // What is not allowed can be edited on, rather than written again.
                if !edited.allSatisfy(\.isWhitespace) { latest = edited }
                try check(edited)
                return edited
            } catch let error as any PresentableError {
                // An editor that fails costs no other answer.
                interaction.show(error)
            }
        }
        guard present.utf8.count <= Self.longestLine, !present.contains(where: \.isNewline) else {
            return present
        }
        return try await interaction.ask(question, initial: present, completion: .none, check: check)
    }
}
