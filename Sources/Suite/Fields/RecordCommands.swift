import Localization
import Shell

/// A command that shows one record with all its fields, such as `leg show`.
public struct ShowRecordCommand<Session: StoreSession, Model: TitledModel>: Command {
    /// The command's name, parameters and help.
    public let declaration: CommandDeclaration
    private let record: Parameter<RecordReference>
    private let fields: FieldTable<Model>

    /// Makes a command.
    ///
    /// - Parameters:
    ///   - name: The name, of two words.
    ///   - group: The group that the command is listed in.
    ///   - summary: One sentence that begins with a verb.
    ///   - record: The argument that names the record.
    ///   - fields: The fields of the model.
    ///   - examples: Lines that work as typed in the language of the help.
    public init(
        _ name: String, group: CommandGroup, summary: LocalizedText, record: Parameter<RecordReference>,
        fields: FieldTable<Model>, examples: [LocalizedText]
    ) {
        declaration = CommandDeclaration(
            name, group: group, summary: summary, parameters: [record.declaration], examples: examples)
        self.record = record
        self.fields = fields
    }

    /// Shows the record.
    public func run(_ invocation: Invocation, in session: Session) async throws -> Output {
        let model = try session.record(try invocation[record], in: Model.self)
        let context = session.fieldContext
        return Output([.record(fields.shown(model, context))], data: [.record(fields.data(model, context))])
    }
}

/// A command that changes fields of one record by options, such as `leg edit`.
public struct EditRecordCommand<Session: StoreSession, Model: TitledModel>: Command {
    /// Returns the changes that follow from those of the user.
    public typealias Implied =
        @MainActor @Sendable (_ changes: [FieldChange<Model>], _ model: Model, _ session: Session) throws ->
        [FieldChange<Model>]

    /// The command's name, parameters and help.
    public let declaration: CommandDeclaration
    private let record: Parameter<RecordReference>
    private let fields: FieldTable<Model>
    private let questions: [String]
    private let implied: Implied

    /// Makes a command.
    ///
    /// - Parameters:
    ///   - name: The name, of two words.
    ///   - group: The group that the command is listed in.
    ///   - summary: One sentence that begins with a verb.
    ///   - record: The argument that names the record.
    ///   - fields: The fields of the model.
    ///   - examples: Lines that work as typed in the language of the help.
    ///   - questions: The keys of the fields for which the program asks at a terminal if the line has no changes.
    ///     Default: none.
    ///   - implied: Returns the changes that follow from those of the user. Default: none.
    public init(
        _ name: String, group: CommandGroup, summary: LocalizedText, record: Parameter<RecordReference>,
        fields: FieldTable<Model>, examples: [LocalizedText], asking questions: [String] = [],
        implied: @escaping Implied = { _, _, _ in [] }
    ) {
        declaration = CommandDeclaration(
            name, group: group, summary: summary,
            discussion: questions.isEmpty
                ? []
                : [
                    text(
                        "Without options, at a terminal, the program asks for each field and shows its present value. Ctrl-C discards all answers."
                    )
                ],
            parameters: [record.declaration, Self.words.declaration] + fields.options(),
            examples: examples, changesData: true)
        self.record = record
        self.fields = fields
        self.questions = questions
        self.implied = implied
    }

    private static var words: Parameter<[String]> {
        Parameter<String>.rest(
            "change", ValueType<String>.nonBlank.named(text("FIELD:VALUE")),
            help: text("Changes such as note:text; “note:” clears the field."))
    }

    /// Changes the record.
    public func run(_ invocation: Invocation, in session: Session) async throws -> Output {
        let context = session.fieldContext
        let (typed, others) = try fields.changes(
            in: try invocation[Self.words], clears: true, context.parsing)
        var reference = try invocation[record]
        // A title of several words needs no quotation marks.
        if !others.isEmpty, let first = reference.typed {
            reference = try RecordReference(([first] + others).joined(separator: " "))
        }
        let model = try session.record(reference, in: Model.self)
        var changes = try fields.changes(invocation) + typed
        let title = model.recordTitle
        let changed: [LocalizedText]
        if changes.isEmpty, !questions.isEmpty, session.interaction.isInteractive {
            changed = try await fields.names(changedIn: model) {
                _ = try await fields.ask(
                    questions.map { key in (key, { _ in true }) }, about: model, in: session)
            }
        } else {
            if changes.isEmpty {
                throw FieldError.nothingToChange(option: fields.options().first?.name ?? "")
            }
            changes += try implied(changes, model, session)
            changed = try fields.apply(changes, to: model, context)
        }
        return Output(
            [.message(.changed(title, changed))], data: [.record(fields.data(model, context))])
    }
}

extension LocalizedText {
    /// Returns the message of an edit: the fields that it changed, or that none changed.
    ///
    /// - Parameters:
    ///   - title: The title of the record before the edit.
    ///   - fields: The names of the changed fields, as they are within a sentence.
    public static func changed(_ title: String, _ fields: [LocalizedText]) -> LocalizedText {
        fields.isEmpty
            ? text("“%@” already has these values. Nothing changed.", title)
            : text("Changed “%1$@”: %2$@.", title, TextArgument.list(fields.map { .text($0) }))
    }
}

/// An error about the fields of a record.
public enum FieldError: PresentableError {
    /// An edit has no option.
    case nothingToChange(option: String)
    /// A value that a field doesn't accept, with the reason.
    case unfit(String, key: String, any PresentableError)
    /// A field that every record has.
    case cannotClear(LocalizedText)

    /// What is wrong.
    public var problem: LocalizedText {
        switch self {
        case .nothingToChange: text("There is nothing to change.")
        case .unfit(let value, let key, _): text("“%1$@” can't follow “%2$@”.", value, key)
        case .cannotClear(let field): text("Every entry needs this field: %@.", field)
        }
    }

    /// What to do.
    public var remedy: LocalizedText? {
        switch self {
        case .nothingToChange(let option): text("Give at least one option, such as %@.", "--\(option)")
        case .unfit(_, _, let reason): reason.remedy ?? reason.problem
        case .cannotClear: text("Give a value after the colon.")
        }
    }

    /// A mistake in the line.
    public var failure: FailureKind { .usage }
}
