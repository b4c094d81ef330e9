import Localization
import ModelData
import Shell

/// The arguments of a command that name records: one or several, or the open one.
public struct RecordArgument<Session: StoreSession, Found>: Sendable {
    /// Returns what the arguments of a call name. A title of several words, of which the argument has the first one, needs
    /// no quotation marks.
    public typealias Find =
        @MainActor @Sendable (_ invocation: Invocation, _ words: [String], _ session: Session) throws -> Found

    /// The arguments.
    public let parameters: [ParameterDeclaration]
    let find: Find

    /// Makes arguments with their own meaning.
    ///
    /// - Parameters:
    ///   - parameters: The arguments.
    ///   - find: Returns what they name.
    public init(_ parameters: [ParameterDeclaration], find: @escaping Find) {
        self.parameters = parameters
        self.find = find
    }

    /// Makes an argument that names a record by its number or title.
    public init(_ parameter: Parameter<RecordReference>) where Found: TitledModel {
        self.init([parameter.declaration]) {
            try $2.record(try $0[parameter].continued(by: $1), in: Found.self)
        }
    }

    /// Makes an argument that names records by their numbers or titles.
    public init<Model: TitledModel>(_ parameter: Parameter<[RecordReference]>) where Found == [Model] {
        self.init([parameter.declaration]) { invocation, _, session in
            try session.records(try invocation[parameter], in: Model.self)
        }
    }

    /// Makes an argument that names records by their numbers or titles, and by conditions.
    ///
    /// - Parameters:
    ///   - parameter: The words.
    ///   - vocabulary: What conditions can ask.
    ///   - scope: Returns the records to which conditions alone apply, as in the list of the same conditions; `nil` for all.
    public init<Model: TitledModel>(
        _ parameter: Parameter<[String]>,
        _ vocabulary: @escaping @MainActor @Sendable (Session) -> ConditionVocabulary<Model>,
        in scope: @escaping @MainActor @Sendable (Session) throws -> [Model]? = { _ in nil }
    ) where Found == [Model] {
        self.init([parameter.declaration]) { invocation, _, session in
            try session.someRecords(
                try invocation[parameter], vocabulary(session), in: { try scope(session) })
        }
    }

    /// Returns what the arguments of a call name.
    @MainActor
    public func found(_ invocation: Invocation, in session: Session) throws -> Found {
        try find(invocation, [], session)
    }
}

extension RecordReference {
    /// Returns the reference to a title that continues with other words.
    ///
    /// - Throws: The errors of a reference that can't be read.
    public func continued(by words: [String]) throws -> RecordReference {
        guard !words.isEmpty, let typed else { return self }
        return try RecordReference(([typed] + words).joined(separator: " "))
    }
}

/// A command that shows one record with all its fields, such as `leg show`.
public struct ShowRecordCommand<Session: StoreSession, Model: TitledModel>: Command {
    /// The command's name, parameters and help.
    public let declaration: CommandDeclaration
    private let record: RecordArgument<Session, Model>
    private let fields: FieldTable<Model>

    /// Makes a command.
    ///
    /// - Parameters:
    ///   - name: The name, of two words.
    ///   - group: The group that the command is listed in.
    ///   - summary: One sentence that begins with a verb.
    ///   - record: The arguments that name the record.
    ///   - fields: The fields of the model.
    ///   - examples: Lines that work as typed in the language of the help.
    public init(
        _ name: String, group: CommandGroup, summary: LocalizedText, record: RecordArgument<Session, Model>,
        fields: FieldTable<Model>, examples: [LocalizedText]
    ) {
        declaration = CommandDeclaration(
            name, group: group, summary: summary, parameters: record.parameters, examples: examples)
        self.record = record
        self.fields = fields
    }

    /// Shows the record.
    public func run(_ invocation: Invocation, in session: Session) async throws -> Output {
        let model = try record.found(invocation, in: session)
        let context = session.fieldContext
        return Output([.record(fields.shown(model, context))], data: [.record(fields.data(model, context))])
    }
}

/// The option `--where` of a command that changes all records that meet conditions, and `--yes`.
public struct ConditionalEdit<Session: StoreSession, Model: TitledModel>: Sendable {
    /// The option `--where`.
    public let option: Parameter<String?>
    private let vocabulary: @MainActor @Sendable (Session) -> ConditionVocabulary<Model>
    private let scope: @MainActor @Sendable (Session) throws -> [Model]?
    fileprivate let table: @MainActor @Sendable ([Model], FieldContext) -> Table

    /// Both options.
    public var declarations: [ParameterDeclaration] {
        [option.declaration, CommandDeclaration.yes.declaration]
    }

    /// Makes the options.
    ///
    /// - Parameters:
    ///   - source: The completion source of the conditions.
    ///   - example: Conditions.
    ///   - vocabulary: What conditions can ask.
    ///   - scope: Returns the records to which the conditions apply, as in the list of the same conditions; `nil` for all.
    ///   - table: Returns records as a list.
    public init(
        completing source: String, such example: String,
        _ vocabulary: @escaping @MainActor @Sendable (Session) -> ConditionVocabulary<Model>,
        in scope: @escaping @MainActor @Sendable (Session) throws -> [Model]? = { _ in nil },
        table: @escaping @MainActor @Sendable ([Model], FieldContext) -> Table
    ) {
        option = Parameter<String>.option(
            "where", .condition(source: source),
            help: text("Changes all entries that meet these conditions, such as “%@”.", example))
        self.vocabulary = vocabulary
        self.scope = scope
        self.table = table
    }

    /// Returns the records that meet the conditions of a call, by their numbers; `nil` if it has none. If they are several,
    /// a user at a terminal is asked first, unless the call has `--yes`.
    ///
    /// - Throws: ``RecordError`` if there are none, ``ConditionError``, and `InteractionCancelled` if the user declines.
    @MainActor
    public func records(_ invocation: Invocation, in session: Session) async throws -> [Model]? {
        guard let conditions = try invocation[option] else { return nil }
        let condition = try session.condition([conditions], vocabulary(session))
        let found =
            try scope(session).map { try $0.filter { try condition.holds(for: $0) } }
            ?? session.records(meeting: condition)
        if found.isEmpty {
            throw RecordError.unknownTitle(conditions, nearest: [], listingCommand: Model.listingCommand)
        }
        if try !invocation.isConfirmed { try await session.confirmChange(of: found.count) }
        return found.sorted {
            $0.persistentModelID.recordNumber ?? 0 < $1.persistentModelID.recordNumber ?? 0
        }
    }
}

extension StoreSession {
    /// Asks a user at a terminal before conditions change several records.
    ///
    /// - Throws: `InteractionCancelled` if the user declines.
    public func confirmChange(of count: Int) async throws {
        guard count > 1, interaction.isInteractive else { return }
        guard try await interaction.confirm(text("Change %lld entries?", count)) else {
            throw InteractionCancelled()
        }
    }
}

/// A command that changes fields of one record by options, such as `leg edit`, or with `--where` of several ones. Without
/// options, it asks a user at a terminal for each field.
public struct EditRecordCommand<Session: StoreSession, Model: TitledModel>: Command {
    /// Returns the changes that follow from those of the user.
    public typealias Implied =
        @MainActor @Sendable (_ changes: [FieldChange<Model>], _ model: Model, _ session: Session) throws ->
        [FieldChange<Model>]
    /// Returns warnings about the values of fields with some keys.
    public typealias Warnings = @MainActor @Sendable (_ keys: [String], _ model: Model) -> [LocalizedText]

    /// The command's name, parameters and help.
    public let declaration: CommandDeclaration
    private let record: RecordArgument<Session, Model>
    private let fields: FieldTable<Model>
    private let questions: [String]?
    private let conditional: ConditionalEdit<Session, Model>?
    private let implied: Implied
    private let warnings: Warnings

    /// Makes a command.
    ///
    /// - Parameters:
    ///   - name: The name, of two words.
    ///   - group: The group that the command is listed in.
    ///   - summary: One sentence that begins with a verb.
    ///   - discussion: Further paragraphs of the help. Default: none.
    ///   - record: The arguments that name the record.
    ///   - fields: The fields of the model.
    ///   - examples: Lines that work as typed in the language of the help.
    ///   - questions: The keys of the fields for which the program asks at a terminal if the line has no changes.
    ///     Default: all fields with an option.
    ///   - conditional: The option `--where`. Default: none.
    ///   - implied: Returns the changes that follow from those of the user. Default: none.
    ///   - warnings: Returns warnings about the changed fields. Default: none.
    public init(
        _ name: String, group: CommandGroup, summary: LocalizedText, discussion: [LocalizedText] = [],
        record: RecordArgument<Session, Model>,
        fields: FieldTable<Model>, examples: [LocalizedText], asking questions: [String]? = nil,
        where conditional: ConditionalEdit<Session, Model>? = nil,
        implied: @escaping Implied = { _, _, _ in [] }, warnings: @escaping Warnings = { _, _ in [] }
    ) {
        declaration = CommandDeclaration(
            name, group: group, summary: summary,
            discussion: [
                text(
                    "Without options, at a terminal, the program asks for each field and shows its present value. Ctrl-C discards all answers."
                )
            ] + discussion,
            parameters: (conditional == nil
                ? record.parameters : record.parameters.map { $0.replaced(byOption: "where") })
                + [fields.changeWords.declaration]
                + (conditional?.declarations ?? []) + fields.options(),
            examples: examples, changesData: true)
        self.record = record
        self.fields = fields
        self.questions = questions
        self.conditional = conditional
        self.implied = implied
        self.warnings = warnings
    }

    /// Changes the record.
    public func run(_ invocation: Invocation, in session: Session) async throws -> Output {
        let context = session.fieldContext
        let words = try invocation[fields.changeWords]
        let (typed, others) = try fields.changes(in: words, clears: true, context.parsing)
        var changes = try fields.changes(invocation) + typed
        // Before a question.
        try fields.checkOnce(changes)
        if let conditional, invocation.has(conditional.option) {
            if !others.isEmpty || record.parameters.contains(where: { invocation.has($0) }) {
                throw FieldError.recordAndConditions
            }
            return try await edit(changes, conditional, invocation, in: session)
        }
        let model: Model
        do {
            model = try record.find(invocation, others.map(QuotedText.unquoted), session)
        } catch let error as RecordError {
            // The words of the line that aren't changes follow all others.
            let values = words.filter { fields.isChange($0, session.localizer) }.flatMap { [$0] + others }
            guard let argument = record.parameters.first?.argumentPlaceholder,
                (try? record.find(invocation, [], session)) != nil,
                let unclear = fields.unclearValue(in: values, or: argument, context.parsing)
            else { throw error }
            throw unclear
        }
        let title = model.recordTitle
        let changed: [LocalizedText]
        if changes.isEmpty {
            guard session.interaction.isInteractive else {
                throw FieldError.nothingToChange(option: fields.options().first?.name ?? "")
            }
            changed = try await fields.names(changedIn: model) {
                changes = try await fields.ask(
                    (questions ?? fields.fields.filter { $0.option != nil }.map(\.key)).map { key in
                        (key, { _ in true })
                    }, about: model, in: session)
                _ = try fields.apply(try implied(changes, model, session), to: model, context)
            }
        } else {
            changes += try implied(changes, model, session)
            changed = try fields.apply(changes, to: model, context)
        }
        return Output(
            [.message(.changed(title, changed))] + warnings(changes.map(\.key), model).map { .warning($0) },
            data: [.record(fields.data(model, context))])
    }

    /// Changes all records that meet conditions.
    private func edit(
        _ changes: [FieldChange<Model>], _ conditional: ConditionalEdit<Session, Model>,
        _ invocation: Invocation, in session: Session
    ) async throws -> Output {
        if changes.isEmpty {
            throw FieldError.nothingToChange(option: fields.options().first?.name ?? "")
        }
        let models = try await conditional.records(invocation, in: session) ?? []
        let context = session.fieldContext
        var names: [LocalizedText] = []
        let changed = try models.filter { model in
            let own = try fields.apply(changes + implied(changes, model, session), to: model, context)
            names += own.filter { !names.contains($0) }
            return !own.isEmpty
        }
        let told = Set(changed.flatMap { warnings(changes.map(\.key), $0) })
        return Output(
            [.message(.changed(entries: changed.count, names))] + told.map { .warning($0) },
            data: [.table(conditional.table(changed, context))])
    }
}

/// A command that lists the records of another one, such as the sights of a destination.
public struct ListRecordsCommand<Session: StoreSession, Owner>: Command {
    /// The command's name, parameters and help.
    public let declaration: CommandDeclaration
    private let owner: RecordArgument<Session, Owner>
    private let empty: @Sendable (Owner) -> LocalizedText
    private let table: @MainActor @Sendable (Owner, FieldContext) -> Table

    /// Makes a command.
    ///
    /// - Parameters:
    ///   - name: The name, of two words that end in `list`. The command also has the name with `ls`.
    ///   - group: The group that the command is listed in.
    ///   - summary: One sentence that begins with a verb.
    ///   - owner: The arguments that name the owner of the records.
    ///   - examples: Lines that work as typed in the language of the help.
    ///   - empty: Returns the message for an owner without records.
    ///   - table: Returns the records as a list.
    public init(
        _ name: String, group: CommandGroup, summary: LocalizedText, of owner: RecordArgument<Session, Owner>,
        examples: [LocalizedText], empty: @escaping @Sendable (Owner) -> LocalizedText,
        table: @escaping @MainActor @Sendable (Owner, FieldContext) -> Table
    ) {
        declaration = CommandDeclaration(
            name, aliases: [name.dropLast(4) + "ls"], group: group, summary: summary,
            parameters: owner.parameters, examples: examples)
        self.owner = owner
        self.empty = empty
        self.table = table
    }

    /// Lists the records.
    public func run(_ invocation: Invocation, in session: Session) async throws -> Output {
        let owner = try owner.found(invocation, in: session)
        let table = table(owner, session.fieldContext.forList)
        guard table.rows.isEmpty else { return Output([.table(table)]) }
        return Output([.message(empty(owner))], data: [.table(table)])
    }
}

/// A command that deletes records after a question, such as `leg delete`.
public struct DeleteRecordsCommand<Session: StoreSession, Model: TitledModel>: Command {
    /// The command's name, parameters and help.
    public let declaration: CommandDeclaration
    private let records: RecordArgument<Session, [Model]>
    private let question: (@MainActor @Sendable ([Model]) throws -> LocalizedText)?
    private let message: (@MainActor @Sendable ([Model]) -> LocalizedText)?
    private let delete: @MainActor @Sendable ([Model], Session) throws -> Void
    private let label: (@MainActor @Sendable ([Model]) -> LocalizedText?)?
    private let table: @MainActor @Sendable ([Model], Session) throws -> Table

    /// Makes a command.
    ///
    /// - Parameters:
    ///   - name: The name, which ends in `delete`. The command also has the names with `remove` and `rm`.
    ///   - group: The group that the command is listed in.
    ///   - summary: One sentence that begins with a verb.
    ///   - discussion: Paragraphs of the help. Default: none.
    ///   - records: The arguments that name the records.
    ///   - examples: Lines that work as typed in the language of the help.
    ///   - question: Returns the question. Default: it names the records.
    ///   - message: Returns the message about the records that will be deleted. Default: it names them.
    ///   - delete: Deletes the records with what belongs to them. Default: deletes the records.
    ///   - label: Returns the name of the step of `undo`; `nil` for the message. Default: the message.
    ///   - table: Returns the records as a list, for machine-readable output.
    public init(
        _ name: String, group: CommandGroup, summary: LocalizedText, discussion: [LocalizedText] = [],
        records: RecordArgument<Session, [Model]>, examples: [LocalizedText],
        question: (@MainActor @Sendable ([Model]) throws -> LocalizedText)? = nil,
        message: (@MainActor @Sendable ([Model]) -> LocalizedText)? = nil,
        delete: @escaping @MainActor @Sendable ([Model], Session) throws -> Void = { records, session in
            for record in records { session.context.delete(record) }
        },
        label: (@MainActor @Sendable ([Model]) -> LocalizedText?)? = nil,
        table: @escaping @MainActor @Sendable ([Model], Session) throws -> Table
    ) {
        declaration = CommandDeclaration(
            name, aliases: ["remove", "rm"].map { name.dropLast(6) + $0 }, group: group, summary: summary,
            discussion: discussion, parameters: records.parameters, examples: examples, changesData: true,
            needsConfirmation: true)
        self.records = records
        self.question = question
        self.message = message
        self.delete = delete
        self.label = label
        self.table = table
    }

    /// Deletes the records.
    public func run(_ invocation: Invocation, in session: Session) async throws -> Output {
        let records = try records.found(invocation, in: session)
        let names = TextArgument.list(records.map { .text(text("“%@”", $0.recordTitle)) })
        let deleted = try table(records, session)
        // Conditions may select more records than a question can name.
        let isLong = records.count > 8
        let question =
            try question?(records)
            ?? (isLong ? text("Delete %lld entries?", records.count) : text("Delete %@?", names))
        guard try await session.interaction.confirm(question, for: invocation) else {
            return .nothingDeleted(deleted)
        }
        let message =
            message?(records)
            ?? (isLong ? text("Deleted %lld entries.", records.count) : text("Deleted %@.", names))
        let label = label?(records)
        try delete(records, session)
        // Remove the records from their owners now, so that output that is made before the save is correct.
        session.context.processPendingChanges()
        return Output([.message(message)], data: [.table(deleted)], label: label)
    }
}

extension LocalizedText {
    /// Returns the message of an edit of several entries.
    ///
    /// - Parameter count: How many it changed.
    public static func changed(entries count: Int) -> LocalizedText { text("Changed %lld entries.", count) }

    /// Returns the message of an edit of several entries, which names the changed fields.
    ///
    /// - Parameters:
    ///   - count: How many it changed.
    ///   - fields: The names of the fields that it changed in some of them, as they are within a sentence.
    public static func changed(entries count: Int, _ fields: [LocalizedText]) -> LocalizedText {
        if fields.isEmpty { return changed(entries: count) }
        return text("Changed %1$lld entries: %2$@.", count, TextArgument.list(fields.map { .text($0) }))
    }

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
    /// A word before a colon that sets nothing. `nearest` lists similar keys, and `keys` all of them.
    case unknownKey(String, nearest: [String], keys: [String])
    /// An edit has `--where`, and also names an entry or has a text.
    case recordAndConditions
    /// Two words of a line, one of which adds what the other one removes.
    case contradiction(String, String)

    /// What is wrong.
    public var problem: LocalizedText {
        switch self {
        case .nothingToChange: text("There is nothing to change.")
        case .unfit(let value, let key, _): text("“%1$@” can't follow “%2$@”.", value, key)
        case .cannotClear(let field): text("Every entry needs this field: %@.", field)
        case .unknownKey(let key, _, _): text("Nothing can be set by “%@” here.", key)
        case .recordAndConditions: text("An entry and --where can't be given together.")
        case .contradiction(let first, let second):
            text("“%1$@” and “%2$@” contradict each other.", first, second)
        }
    }

    /// What to do.
    public var remedy: LocalizedText? {
        switch self {
        case .nothingToChange(let option): text("Give at least one option, such as %@.", "--\(option)")
        case .unfit(_, _, let reason): reason.remedy ?? reason.problem
        case .cannotClear: text("Give a value after the colon.")
        case .unknownKey(_, let nearest, let keys):
            .keys(nearest: nearest, all: keys)
        case .recordAndConditions: text("Name the entry, or give conditions with --where.")
        case .contradiction: text("Give only one of them.")
        }
    }

    /// A mistake in the line.
    public var failure: FailureKind { .usage }
}
