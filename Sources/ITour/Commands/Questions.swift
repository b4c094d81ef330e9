import Localization
import Shell
import Suite

/// The kinds of questions that forms are made of.
@MainActor
struct Questions {
    private let session: TripSession

    /// The most bytes of a text that is edited in a line.
    private static let longestLine = 2000

    init(_ session: TripSession) {
        self.session = session
    }

    private var parsing: ParseContext {
        let today = session.today
        return ParseContext(localizer: session.localizer, today: today)
    }

    /// A value that must be there.
    func answer<Value>(
        _ question: LocalizedText, _ type: ValueType<Value>, _ present: String
    ) async throws -> Value {
        let parsing = parsing
        let line = try await session.interaction.ask(
            question, initial: present, completion: type.completion,
            check: { _ = try type.parse($0, parsing) })
        return try type.parse(line, parsing)
    }

    /// A value that may be missing.
    func optional<Value>(
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
    func line(_ question: LocalizedText, _ present: String) async throws -> String {
        try await session.interaction.ask(question, initial: present, completion: .none, check: { _ in })
    }

    /// A text of one line, and not too long for one, is edited in the line; any text can be edited in the person's
    /// editor.
    func longText(
        _ question: LocalizedText, editing: LocalizedText, _ present: String
    ) async throws -> String {
        while try await session.interaction.confirm(editing) {
            do {
                return try await session.interaction.edit(present)
            } catch let error as any PresentableError {
                // An editor that fails costs no other answer.
                session.interaction.show(error)
            }
        }
        guard present.utf8.count <= Self.longestLine, !present.contains(where: \.isNewline) else {
            return present
        }
        return try await line(question, present)
    }
}
