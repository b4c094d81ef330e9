import Localization
import Shell

/// Asks for a text that may have several lines.
@MainActor
public struct LongTextQuestion {
    private let interaction: any Interaction

    /// The maximum number of bytes of a text that is edited in the input line.
    private static let longestLine = 2000

    /// Whether a text can be edited in the input line.
    static func fitsLine(_ text: String) -> Bool {
        text.utf8.count <= longestLine && !text.contains(where: \.isNewline)
    }

    /// Makes a question for the user of an interaction.
    public init(interaction: any Interaction) {
        self.interaction = interaction
    }

    /// Lets the user edit a text: in an editor, or in the input line if it is short and has one line.
    ///
    /// - Parameters:
    ///   - question: The label of the field for the input line.
    ///   - editorQuestion: The question whether to open the editor.
    ///   - present: The current text.
    ///   - check: Throws if an answer isn't valid. Default: all answers are valid.
    /// - Returns: The edited text.
    /// - Throws: The errors of asking and of `check`.
    public func ask(
        _ question: LocalizedText, editorQuestion: LocalizedText, present: String,
        check: (String) throws -> Void = { _ in }
    ) async throws -> String {
        var latest = present
        while try await interaction.confirm(editorQuestion) {
            do {
                let edited = try await interaction.edit(latest)
                // Offer an invalid text for editing again, so that the user can correct it.
                if !edited.allSatisfy(\.isWhitespace) { latest = edited }
                try check(edited)
                return edited
            } catch let error as any PresentableError {
                // Ask again, even if the editor fails: throwing the error would discard the answers to other
                // questions.
                interaction.show(error)
            }
        }
        guard Self.fitsLine(present) else { return present }
        return try await interaction.ask(question, initial: present, completion: .none, check: check)
    }
}
