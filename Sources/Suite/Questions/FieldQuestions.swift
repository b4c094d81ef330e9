import Localization
import Shell

/// The questions that a form is made of, each with the present value in the line.
///
/// ```swift
/// let questions = FieldQuestions(session)
/// let name = try await questions.answer(text("Name"), .nonBlank, sight.name)
/// ```
@MainActor
public struct FieldQuestions {
    private let session: StoreSession

    /// Asks the person of a session.
    public init(_ session: StoreSession) {
        self.session = session
    }

    private var parsing: ParseContext {
        let today = session.today
        return ParseContext(localizer: session.localizer, today: today)
    }

    /// A value that must be there, asked for again until it is one.
    ///
    /// - Parameters:
    ///   - question: What is asked for.
    ///   - type: What is an answer.
    ///   - present: The value as it is now.
    public func answer<Value>(
        _ question: LocalizedText, _ type: ValueType<Value>, _ present: String
    ) async throws -> Value {
        let parsing = parsing
        let line = try await session.interaction.ask(
            question, initial: present, completion: type.completion,
            check: { _ = try type.parse($0, parsing) })
        return try type.parse(line, parsing)
    }

    /// A value that may be missing: a blank line is none.
    ///
    /// - Parameters:
    ///   - question: What is asked for.
    ///   - type: What is an answer.
    ///   - present: The value as it is now.
    ///   - check: Throws where a value doesn't fit the others.
    public func optional<Value>(
        _ question: LocalizedText, _ type: ValueType<Value>, _ present: String?,
        check: (Value?) throws -> Void = { _ in }
    ) async throws -> Assignment<Value> {
        let parsing = parsing
        func value(_ line: String) throws -> Assignment<Value> {
            line.allSatisfy(\.isWhitespace) ? .none : try type.orNone.parse(line, parsing)
        }
        let line = try await session.interaction.ask(
            question, initial: present ?? "", completion: type.completion,
            check: { try check(try value($0).value) })
        return try value(line)
    }

    /// A text that may be empty, in a line.
    public func line(_ question: LocalizedText, _ present: String) async throws -> String {
        try await session.interaction.ask(question, initial: present, completion: .none, check: { _ in })
    }

    /// A text that may be longer than a line, as ``LongTextQuestion`` asks for it.
    ///
    /// - Parameters:
    ///   - question: What is asked for in the line.
    ///   - editing: Whether to open the editor instead.
    ///   - present: The text as it is now.
    public func longText(
        _ question: LocalizedText, editing: LocalizedText, _ present: String
    ) async throws -> String {
        try await LongTextQuestion(interaction: session.interaction).ask(
            question, editorQuestion: editing, present: present)
    }
}
