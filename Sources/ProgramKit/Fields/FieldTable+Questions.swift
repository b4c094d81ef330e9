import Localization
import Shell

extension FieldTable {
    /// Changes a record by the options of a call. Without options, asks for fields at a terminal.
    ///
    /// - Parameters:
    ///   - model: The record.
    ///   - invocation: The call.
    ///   - words: The changes that are arguments, as in `pages:204`. Default: none.
    ///   - keys: The questions, as in ``ask(_:about:in:)``.
    ///   - session: The session that asks.
    /// - Returns: The names of the changed fields, as they are within a sentence.
    /// - Throws: ``FieldError/nothingToChange(option:)``, and the errors of changes and of asking.
    @MainActor
    public func edit(
        _ model: Model, _ invocation: Invocation, _ words: [FieldChange<Model>] = [],
        asking keys: [(key: String, isAsked: (Model) -> Bool)],
        in session: any StoreSession
    ) async throws -> [LocalizedText] {
        try await names(changedIn: model) {
            let changes = try changes(invocation) + words
            if !changes.isEmpty {
                _ = try apply(changes, to: model, session.fieldContext)
            } else if session.interaction.isInteractive {
                _ = try await ask(keys, about: model, in: session)
            } else {
                throw FieldError.nothingToChange(option: options().first?.name ?? "")
            }
        }
    }

    /// Asks for fields of a record, each with its present value in the input line, and sets the answers at once, so that
    /// later questions show what follows from earlier ones. A mistake is reported, and the question is asked again.
    ///
    /// - Parameters:
    ///   - keys: The keys of the fields, in the order of the questions. A function leaves out a question, if it returns
    ///     `false`, depending on the answers so far.
    ///   - model: The record. If an error is thrown, some of its fields may have changed; the session discards this.
    ///   - session: The session that asks.
    /// - Returns: The changes. They are made already.
    /// - Throws: The errors of asking, such as an interrupt.
    @MainActor
    public func ask(
        _ keys: [(key: String, isAsked: (Model) -> Bool)], about model: Model, in session: any StoreSession
    ) async throws -> [FieldChange<Model>] {
        let context = session.fieldContext
        var changes: [FieldChange<Model>] = []
        for (index, (key, isAsked)) in keys.enumerated() {
            guard let field = self[key], let typed = field.values.typed, isAsked(model) else { continue }
            var context = context
            context.pending = Set(keys[(index + 1)...].filter { $0.isAsked(model) }.map(\.key))
            let present = field.values.written(model, context) ?? ""
            /// Sets the value of a line, or throws and leaves the record as it was.
            func change(_ line: String) throws -> FieldChange<Model>? {
                if line == present {
                    // An earlier answer may contradict the value that is kept.
                    if !changes.isEmpty { try check(model, Set(changes.map(\.key)), context) }
                    return nil
                }
                let change = try typed.parse(line, context.parsing)
                do {
                    _ = try apply([change], to: model, context)
                } catch {
                    // Restore the value, so that the next answer starts from it.
                    _ = try typed.parse(present, context.parsing).apply(model, context)
                    throw error
                }
                return change
            }
            let label = field.question ?? field.label
            let question = field.values.isRequired ? label : text("%@ (blank for none)", label)
            if field.values.isLong {
                let answer = try await FieldQuestions(session).lineOrEditor(
                    label, editing: text("Edit “%@” in your editor?", field.sentence), present,
                    check: { _ = try change($0) })
                if let change = try change(answer) { changes.append(change) }
            } else {
                let answer = try await session.interaction.ask(
                    question, initial: present, completion: typed.completion, check: { _ = try change($0) })
                if let change = try change(answer) { changes.append(change) }
            }
        }
        return changes
    }
}
