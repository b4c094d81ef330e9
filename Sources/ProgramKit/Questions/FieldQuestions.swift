import Localization
import Shell

/// Asks for the fields of a form, each with its current value in the input line.
///
/// ```swift
/// let questions = FieldQuestions(session)
/// let title = try await questions.answer(text("Title"), .nonBlank, book.title)
/// ```
@MainActor
public struct FieldQuestions {
    private let session: any StoreSession

    /// Makes questions for the user of a session.
    public init(_ session: any StoreSession) {
        self.session = session
    }

    private var parsing: ParseContext {
        let today = session.today
        return ParseContext(localizer: session.localizer, today: today)
    }

    /// Asks for a required value until the answer is valid.
    ///
    /// If the user leaves the line unchanged, it isn't parsed, so the value keeps details that the text
    /// doesn't show.
    ///
    /// - Parameters:
    ///   - question: The label of the field.
    ///   - type: The type of the value.
    ///   - present: The current value as text in the input line.
    /// - Returns: The new value; `nil` if the line was left unchanged.
    /// - Throws: The errors of asking, such as an interrupt.
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

    /// Asks for an optional value until the answer is valid. A blank line clears it.
    ///
    /// If the user leaves the line unchanged, it isn't parsed, so the value keeps details that the text
    /// doesn't show.
    ///
    /// - Parameters:
    ///   - question: The label of the field.
    ///   - type: The type of the value.
    ///   - present: The current value.
    ///   - typed: Returns the text of a value as the user would type it.
    ///   - check: Throws if a value conflicts with another field. If the line is unchanged, it checks
    ///     `present`.
    /// - Returns: The new value or its removal; `nil` if the line was left unchanged.
    /// - Throws: The errors of asking, such as an interrupt.
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

    /// Asks for a text of one line, which may be empty.
    ///
    /// - Parameters:
    ///   - question: The label of the field.
    ///   - present: The current text.
    /// - Throws: The errors of asking, such as an interrupt.
    public func line(_ question: LocalizedText, _ present: String) async throws -> String {
        try await session.interaction.ask(question, initial: present, completion: .none, check: { _ in })
    }

    /// Asks one question for a text that may have several lines.
    ///
    /// A text of one line is edited in the input line, and the answer `+` opens the editor. For a longer text, the
    /// question is whether to open the editor.
    ///
    /// - Parameters:
    ///   - question: The label of the field.
    ///   - editing: The question whether to open the editor.
    ///   - present: The current text.
    ///   - check: Throws if an answer isn't valid. Default: all answers are valid.
    /// - Throws: The errors of asking and of the editor.
    public func lineOrEditor(
        _ question: LocalizedText, editing: LocalizedText, _ present: String,
        check: (String) throws -> Void = { _ in }
    ) async throws -> String {
        guard LongTextQuestion.fitsLine(present) else {
            return try await LongTextQuestion(interaction: session.interaction).ask(
                question, editorQuestion: editing, present: present, check: check)
        }
        func opensEditor(_ line: String) -> Bool {
            line.filter { !$0.isWhitespace } == "+" && line != present
        }
        while true {
            let line = try await session.interaction.ask(
                text("%@ (+ opens your editor)", question), initial: present, completion: .none,
                check: { if !opensEditor($0) { try check($0) } })
            guard opensEditor(line) else { return line }
            do {
                let edited = try await session.interaction.edit(present)
                try check(edited)
                return edited
            } catch let error as any PresentableError {
                // Ask again: throwing the error would discard the answers to other questions.
                session.interaction.show(error)
            }
        }
    }
}
