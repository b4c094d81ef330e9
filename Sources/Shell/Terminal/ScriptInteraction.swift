import Localization

/// The interaction of scripts and pipes, in which no user can answer.
@MainActor
final class ScriptInteraction: Interaction {
    var isInteractive: Bool { false }

    func ask(
        _ question: LocalizedText, initial: String, completion: Completion,
        check: (String) throws -> Void
    ) async throws -> String {
        throw UsageError.cannotAsk(question: question)
    }

    func confirm(_ question: LocalizedText) async throws -> Bool {
        throw UsageError.cannotConfirm(question: question)
    }

    func edit(_ text: String) async throws -> String {
        throw UsageError.cannotEdit
    }

    func show(_ error: any PresentableError) {}

    func progress(_ text: LocalizedText?) {}
}
