import Localization

/// Stands for the person where nobody is there: in scripts and pipes.
@MainActor
final class ScriptInteraction: Interaction {
    var isInteractive: Bool { false }

    func ask(
        _ question: LocalizedText, initial: String, completion: Completion,
        check: (String) throws -> Void
    ) async throws -> String {
        throw UsageError.nobodyToAsk(question: question)
    }

    func confirm(_ question: LocalizedText) async throws -> Bool {
        throw UsageError.nobodyToConfirm(question: question)
    }

    func edit(_ text: String) async throws -> String {
        throw UsageError.nobodyToEdit
    }

    func show(_ error: any PresentableError) {}

    func progress(_ text: LocalizedText?) {}
}
