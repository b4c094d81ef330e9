import Localization
import Shell

/// The questions that a form is made of, each with the present value in the line.
///
/// ```swift
/// let questions = FieldQuestions(session)
/// changes.name = try await questions.answer(text("Name"), .nonBlank, sight.name)
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

    /// A value that must be there, asked for again until it is one; `nil` where the line is left as it stands.
    ///
    /// What isn't answered isn't read: the value stays as it is, whatever its text leaves out.
    ///
    /// - Parameters:
    ///   - question: What is asked for.
    ///   - type: What is an answer.
    ///   - present: The value as it is now, as it stands in the line.
    public func answer<Value>(
        _ question: LocalizedText, _ type: ValueType<Value>, _ present: String
    ) async throws -> Value? {
        let parsing = parsing
        func value(_ line: String) throws -> Value? {
            line == present ? nil : try type.parse(line, parsing)
        }
        let line = try await session.interaction.ask(
            question, initial: present, completion: type.completion, check: { _ = try value($0) })
        return try value(line)
    }

    /// A value that may be missing: a blank line is none, and `nil` stands for a line that is left as it stands.
    ///
    /// What isn't answered isn't read: the value stays as it is, whatever its text leaves out.
    ///
    /// - Parameters:
    ///   - question: What is asked for.
    ///   - type: What is an answer.
    ///   - present: The value as it is now.
    ///   - typed: The text of a value, as it can be typed.
    ///   - check: Throws where a value doesn't fit the others; where the line is left, it is asked about `present`.
    public func optional<Value>(
        _ question: LocalizedText, _ type: ValueType<Value>, _ present: Value?, typed: (Value) -> String,
        check: (Value?) throws -> Void = { _ in }
    ) async throws -> Assignment<Value>? {
        let parsing = parsing
        let shown = present.map(typed) ?? ""
        func value(_ line: String) throws -> Assignment<Value>? {
            if line == shown { return nil }
            return line.allSatisfy(\.isWhitespace) ? Assignment.none : try type.orNone.parse(line, parsing)
        }
        let line = try await session.interaction.ask(
            question, initial: shown, completion: type.completion,
            check: { line in
                if let answer = try value(line) { try check(answer.value) } else { try check(present) }
            })
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
