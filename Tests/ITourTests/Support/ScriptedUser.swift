import Localization
import Shell

/// A simulated user with prepared answers. Without answers, the session isn't interactive.
@MainActor
final class ScriptedUser: Interaction {
    /// An answer that keeps the value that the question displays.
    nonisolated static let keep = "<keep>"

    private var answers: [String]
    let isInteractive: Bool
    /// The questions that the user was asked, in English.
    private(set) var questions: [String] = []
    /// The answers that the check of their question refused. At a terminal, the question is asked again.
    private(set) var refused: [String] = []
    /// The displayed progress messages; `nil` means that the message was cleared.
    private(set) var progress: [LocalizedText?] = []

    init(_ answers: [String]?) {
        self.answers = answers ?? []
        isInteractive = answers != nil
    }

    private func next(_ question: LocalizedText) throws -> String {
        questions.append(question.key)
        guard !answers.isEmpty else { throw InteractionCancelled() }
        return answers.removeFirst()
    }

    func ask(
        _ question: LocalizedText, initial: String, completion: Completion, check: (String) throws -> Void
    ) async throws -> String {
        let answer = try next(question)
        let line = answer == Self.keep ? initial : answer
        do {
            try check(line)
        } catch {
            refused.append(line)
            throw error
        }
        return line
    }

    func confirm(_ question: LocalizedText) async throws -> Bool { try next(question) == "yes" }

    func edit(_ text: String) async throws -> String {
        guard !answers.isEmpty else { throw InteractionCancelled() }
        return answers.removeFirst()
    }

    func show(_ error: any PresentableError) {}

    func progress(_ text: LocalizedText?) { progress.append(text) }
}
