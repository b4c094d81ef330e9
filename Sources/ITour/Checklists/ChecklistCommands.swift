import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

/// The arguments and options that the commands for checklists share.
enum ChecklistArguments {
    static let list = Parameter.option(
        "list", ValueType<String>.nonBlank.completed(from: TripCompletions.checklists),
        help: text("The list, such as packing."))
    static let item = Parameter.required(
        "item", .checklistItem, help: text("The item's number, or a part of its name."),
        question: text("Which item"))
    static let items = Parameter.rest(
        "item", .recordOrCondition(text("ITEM"), source: TripCompletions.checklistItemsOrConditions),
        minimum: 1, help: text("Numbers, parts of names, and conditions such as %@.", "is:due"),
        question: text("Which item")
    ).takingHyphens

    /// Returns the list that `--list` names; `nil` without it.
    @MainActor
    static func list(_ invocation: Invocation, in session: TripSession) throws -> String? {
        try invocation[list].map { ChecklistItem.list(named: $0, session.localizer) }
    }
}

/// `checklist`: shows the checklists of a trip.
struct ChecklistCommand: Command {
    private static let listed = ListedParts<Trip, ChecklistItem>.argument(
        of: ChecklistItem.fields, completing: TripCompletions.tripsOrChecklistConditions, such: "is:due")
    static let open = Parameter.flag("open", help: text("Show only the items that aren't done."))

    let declaration = CommandDeclaration(
        "checklist", aliases: ["checklist list"], group: .money,
        summary: text("Shows the checklists of a trip."),
        parameters: [listed.declaration, ChecklistArguments.list.declaration, open.declaration],
        examples: [
            text("checklist japan"), text("checklist japan --list packing --open"),
            .verbatim("checklist -is:done"),
        ])

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let context = session.fieldContext
        let list = try ChecklistArguments.list(invocation, in: session)
        let listed = try ListedParts(
            try invocation[Self.listed], in: session, session.checklistConditions
        ) { $0.checklist(list) }
        var items = try listed.owner.map { try session.checklist(of: $0, invocation) } ?? listed.parts
        if try invocation[Self.open] { items = items.filter { !$0.isDone } }
        return Output(
            ChecklistItem.table(items, context),
            ifEmpty: text("There are no such items. Add some with “checklist add”."))
    }
}

/// `checklist add`: adds items to a checklist.
struct ChecklistAddCommand: Command {
    static let names = Parameter.rest(
        "item", .wordOrChange, minimum: 1, placeholder: text("ITEM"),
        help: text("The items; an item of several words is in quotes."), question: text("Item"))
    static let creates = Parameter.flag(
        "yes", help: text("Make a list although another one has a similar name."))
    static let due = Parameter.option("due", .coming, help: text("The day until which they are to be done."))

    let declaration = CommandDeclaration(
        "checklist add", group: .money, summary: text("Adds items to a checklist of a trip."),
        parameters: [
            names.declaration, ChecklistArguments.list.declaration, TripParameters.inside.declaration,
            due.declaration, creates.declaration,
        ],
        examples: [
            text("trip open japan\nchecklist add Passport \"Rail pass\" Umbrella"),
            text("checklist add \"Book the ryokan\" --list \"to do\" --due 2027-03-01 --in japan"),
        ],
        changesData: true)

    func willAsk(after given: Invocation, in session: TripSession) throws {
        _ = try session.trip(try given[TripParameters.inside])
    }

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let context = session.fieldContext
        let trip = try session.trip(try invocation[TripParameters.inside])
        var list = try trip.list(
            toFill: try ChecklistArguments.list(invocation, in: session) ?? ChecklistItem.usualList,
            isConfirmed: try invocation[Self.creates], session.localizer)
        let due = try invocation[Self.due]
        let (typed, words) = try ChecklistItem.fields.additions(
            in: try invocation[Self.names], isList: true, context.parsing)
        var added: [ChecklistItem] = []
        for name in words {
            let item = ChecklistItem(name: name, list: list)
            item.due = due
            session.context.insert(item)
            item.trip = trip
            _ = try ChecklistItem.fields.apply(typed, to: item, context)
            added.append(item)
        }
        if let item = added.first { list = item.list }
        let names = TextArgument.list(added.map { .text(text("“%@”", $0.name)) })
        let items = added
        let message = text("Added to the list “%1$@”: %2$@.", ChecklistItem.name(ofList: list), names)
        return Output(label: message) {
            Output(message, ChecklistItem.table(items, context))
        }
    }
}

/// `checklist done`: marks items as done or not done.
struct ChecklistDoneCommand: Command {
    static let not = Parameter.flag("not", help: text("Mark the items as not done."))

    let declaration = CommandDeclaration(
        "checklist done", aliases: ["checklist check"], group: .money, summary: text("Marks items as done."),
        parameters: [
            ChecklistArguments.items.declaration, not.declaration, TripParameters.inside.declaration,
        ],
        examples: [
            text("checklist done passport --in japan"), .verbatim("checklist done 1 2 --not"),
            .verbatim("checklist done is:due"),
        ],
        changesData: true)

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let context = session.fieldContext
        let trip = try session.tripIfAny(try invocation[TripParameters.inside])
        let items = try await session.recordsToChange(
            try invocation[ChecklistArguments.items], session.checklistConditions,
            in: { trip?.checklist(nil) }, named: { try session.checklistItem($0, in: trip) })
        let isDone = try !invocation[Self.not]
        let changed = items.filter { $0.isDone != isDone }
        for item in changed { item.isDone = isDone }
        let names = TextArgument.list(changed.map { .text(text("“%@”", $0.name)) })
        let message =
            changed.isEmpty
            ? text("This value is already set. Nothing changed.")
            : isDone ? text("Done: %@.", names) : text("Not done: %@.", names)
        return Output(message, ChecklistItem.table(items, context))
    }
}

extension ChecklistItem {
    /// `checklist edit`: renames an item, or moves it to another list.
    @MainActor static let edit = EditRecordCommand<TripSession, ChecklistItem>(
        "checklist edit", group: .money,
        summary: text("Renames an item of a checklist, or moves it to another list."),
        record: RecordArgument(
            [ChecklistArguments.item.declaration, TripParameters.inside.declaration],
            find: { invocation, words, session in
                let item = try invocation[ChecklistArguments.item].continued(by: words)
                let trip = try session.tripIfAny(try invocation[TripParameters.inside])
                return try session.checklistItem(item, in: trip)
            }),
        fields: fields,
        examples: [
            text("checklist edit passport --name \"New passport\" --in japan"),
            text("checklist edit umbrella --list \"to do\" --in japan"),
        ],
        where: ConditionalEdit(
            completing: TripCompletions.checklistItemsOrConditions, such: "is:due",
            { $0.checklistConditions }, in: { try $0.opened(Trip.self)?.checklist(nil) },
            table: { table($0, $1) }))

    /// `checklist delete`: deletes items.
    @MainActor static let delete = DeleteRecordsCommand<TripSession, ChecklistItem>(
        "checklist delete", group: .money, summary: text("Deletes items of a checklist, after confirmation."),
        records: RecordArgument(
            [ChecklistArguments.items.declaration, TripParameters.inside.declaration],
            find: { invocation, _, session in
                let trip = try session.tripIfAny(try invocation[TripParameters.inside])
                return try session.someRecords(
                    try invocation[ChecklistArguments.items], session.checklistConditions,
                    in: { trip?.checklist(nil) }, named: { try session.checklistItem($0, in: trip) })
            }),
        examples: [
            text("checklist delete umbrella --in japan"), .verbatim("checklist delete is:done --yes"),
        ], table: { table($0, $1.fieldContext) })
}

/// `checklist copy`: copies the checklists of one trip to another one.
struct ChecklistCopyCommand: Command {
    static let source = Parameter.required(
        "trip", .trip, help: text("The trip whose lists are copied."), question: text("Which trip"))

    let declaration = CommandDeclaration(
        "checklist copy", group: .money, summary: text("Copies checklists from another trip, as not done."),
        discussion: [text("Items that the list already has are not copied again.")],
        parameters: [
            source.declaration, ChecklistArguments.list.declaration, TripParameters.inside.declaration,
        ],
        examples: [
            text("trip open japan\nchecklist copy italy"),
            text("checklist copy italy --list packing --in japan"),
        ],
        changesData: true)

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let context = session.fieldContext
        let source = try session.record(try invocation[Self.source], in: Trip.self)
        let trip = try session.trip(try invocation[TripParameters.inside])
        func key(_ item: ChecklistItem) -> [String] {
            [SearchFold.fold(item.list), SearchFold.fold(item.name)]
        }
        var known = Set(trip.checklist.map(key))
        var added: [ChecklistItem] = []
        for item in try session.checklist(of: source, invocation)
        where known.insert(key(item)).inserted {
            let copy = ChecklistItem(name: item.name, list: item.list)
            session.context.insert(copy)
            copy.trip = trip
            added.append(copy)
        }
        guard !added.isEmpty else {
            return Output(text("There was nothing to copy."), ChecklistItem.table([], context))
        }
        let items = added
        let message = text("Copied %1$lld items from “%2$@” to “%3$@”.", items.count, source.name, trip.name)
        return Output(label: message) {
            Output(message, ChecklistItem.table(items, context))
        }
    }
}

extension Trip {
    /// Returns the items of a list, or of all lists: list by list, in their order.
    func checklist(_ list: String?) -> [ChecklistItem] {
        let wanted = list.map { NameMatch.found($0, in: listNames, named: \.self).map(\.nameKey) }
        var lists: [String] = []
        var items: [String: [ChecklistItem]] = [:]
        for item in checklist {
            let key = item.list.nameKey
            if let wanted, !wanted.contains(key) { continue }
            if items[key] == nil { lists.append(key) }
            items[key, default: []].append(item)
        }
        return lists.flatMap { items[$0] ?? [] }
    }

    /// The names of the lists. Names that differ only in case are one.
    var listNames: [String] {
        var keys: Set<String> = []
        return checklist.map(\.list).filter { keys.insert($0.nameKey).inserted }
    }

    /// Returns the names of the lists as the user sees them, with that of the usual list.
    fileprivate func shownListNames(_ localizer: Localizer) -> [String] {
        let others = listNames.filter { $0 != ChecklistItem.usualList }
        return ([ChecklistItem.usualList] + others).map { localizer.string(ChecklistItem.name(ofList: $0)) }
    }

    /// Returns the list to which a user adds items: one of the trip, or a new one.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - isConfirmed: Whether a list is made although another one has a similar name. Default: `false`.
    ///   - localizer: The user's language.
    /// - Throws: ``ChecklistError/similar(_:nearest:)`` for a name that may be a mistyped one.
    func list(toFill name: String, isConfirmed: Bool = false, _ localizer: Localizer) throws -> String {
        if isConfirmed || name == ChecklistItem.usualList { return name }
        if let known = NameMatch.known(name, in: listNames, named: \.self) { return known }
        let near = UnknownName.mistyped(name, of: shownListNames(localizer))
        if !near.isEmpty { throw ChecklistError.similar(name, nearest: near) }
        return name
    }
}

/// An error in the name of a checklist.
enum ChecklistError: UnknownNameError {
    /// The trip has no list of this name.
    case unknown(String, nearest: [String])
    /// A list that would be new has nearly the name of others.
    case similar(String, nearest: [String])

    var problem: LocalizedText {
        switch self {
        case .unknown(let name, _), .similar(let name, _): text("There is no list “%@”.", name)
        }
    }

    var remedy: LocalizedText? {
        switch self {
        case .unknown(let name, let nearest):
            LocalizedText.didYouMean(nearest)
                ?? text(
                    "“checklist” shows all lists. Make one with “checklist add ITEM --list %@”.",
                    ConditionVocabulary<ChecklistItem>.quoted(name))
        case .similar(let name, let nearest):
            text(
                "Write %1$@, or make a new list with “checklist add ITEM --list %2$@ --yes”.",
                TextArgument.choice(nearest.map { .text(text("“%@”", $0)) }),
                ConditionVocabulary<ChecklistItem>.quoted(name))
        }
    }

    var unknownName: UnknownName? {
        switch self {
        case .unknown(let name, let nearest), .similar(let name, let nearest):
            UnknownName(typed: name, nearest: nearest)
        }
    }

    var failure: FailureKind { .usage }
}

extension TripSession {
    /// Returns the items of the list that a call names with `--list`, or of all lists of a trip.
    ///
    /// - Throws: ``ChecklistError/unknown(_:nearest:)`` if the trip has no such list.
    fileprivate func checklist(of trip: Trip, _ invocation: Invocation) throws -> [ChecklistItem] {
        let list = try ChecklistArguments.list(invocation, in: self)
        let items = trip.checklist(list)
        if let list, items.isEmpty, list != ChecklistItem.usualList {
            throw ChecklistError.unknown(
                list, nearest: nearest(to: list, in: trip.shownListNames(localizer), limit: 3))
        }
        return items
    }

    /// Returns the item that a reference names: one of the trip, or of any trip.
    fileprivate func checklistItem(_ reference: RecordReference, in trip: Trip?) throws -> ChecklistItem {
        if let trip, case .title(let title) = reference {
            let folded = SearchFold.fold(title)
            let matches = trip.checklist.filter { SearchFold.contains($0.name, folded: folded) }
            let exact = matches.filter { SearchFold.fold($0.name) == folded }
            if let only = exact.count == 1 ? exact.first : matches.count == 1 ? matches.first : nil {
                return only
            }
            if matches.isEmpty {
                throw RecordError.unknownTitle(
                    title, nearest: nearest(to: title, in: trip.checklist.map(\.name)),
                    listingCommand: ChecklistItem.listingCommand)
            }
        }
        return try record(reference, in: ChecklistItem.self)
    }

    /// What conditions can ask of items of checklists.
    var checklistConditions: ConditionVocabulary<ChecklistItem> {
        ConditionVocabulary(
            ChecklistItem.fields,
            keys: [.number, ConditionKey("trip", type: .line) { $0.trip.map { [$0.name] } ?? [] }],
            flags: [
                ConditionFlag("done") { _ in ConditionTest(#Predicate<ChecklistItem> { $0.isDone }) },
                ConditionFlag("due") { context in
                    let today = context.today
                    return ConditionTest { !$0.isDone && ($0.due ?? .last) <= today }
                },
            ]
        ) { ConditionTest(ChecklistItem.fields.containing($0)) }
    }
}
