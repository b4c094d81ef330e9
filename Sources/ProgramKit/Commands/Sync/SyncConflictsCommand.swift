import Foundation
import Localization
import ModelData
import Shell
import Sync
import SyncProtocol

/// `sync conflicts`: lists own edits that other devices replaced or deleted without knowledge of them, and writes one of
/// them again.
public struct SyncConflictsCommand<Session: StoreSession>: Command {
    private let action = Parameter.optional(
        "keep", Self.keeping,
        help: text("“keep” writes your values again. Default: list the conflicts."))
    private let number = Parameter.optional(
        "number", .integer(in: 1...Int.max), placeholder: text("NUMBER"),
        help: text("The number of a conflict in the list."))

    /// The word “keep”. A number alone is an error with the line to type.
    private static var keeping: ValueType<String> {
        let word = ValueType.choice([Choice("keep", "keep")])
        return ValueType(placeholder: word.placeholder, completion: word.completion) { typed, context in
            if Int(typed) != nil {
                throw ValueError.refused(
                    text("“%@” has no “keep” before it.", typed),
                    remedy: text("Write “%@”.", "sync conflicts keep \(typed)"))
            }
            return try word.parse(typed, context)
        }
    }

    /// The command's declaration.
    public let declaration: CommandDeclaration

    /// Makes the command.
    public init() {
        let (action, number) = (self.action, self.number)
        declaration = CommandDeclaration(
            "sync conflicts", aliases: ["sync conflict"], group: .files,
            summary: text("Lists your changes that other devices replaced or deleted without knowing them."),
            discussion: [
                text(
                    "“sync conflicts keep NUMBER” writes your values again, on all devices. “undo” undoes that. A conflict is kept for 90 days."
                )
            ],
            parameters: [action.declaration, number.declaration],
            examples: [.verbatim("sync conflicts"), .verbatim("sync conflicts keep 1")]
        )
        .refusing(.ofSynchronization)
    }

    /// Lists the conflicts, or keeps one.
    public func run(_ invocation: Invocation, in session: Session) async throws -> Output {
        let sync = session.services.sync
        let conflicts = try sync.conflicts()
        if try invocation[action] != nil {
            guard let number = try invocation[number] else { throw SyncProblem.conflictNeeded }
            return try await keep(number, conflicts, in: session)
        }
        let table = Self.table(conflicts, session)
        if conflicts.isEmpty {
            return Output([.message(text("There are no conflicts."))], data: [.table(table)])
        }
        return Output(
            [.table(table), .message(text("“sync conflicts keep NUMBER” writes your values again."))],
            data: [.table(table)])
    }

    private func keep(_ number: Int, _ conflicts: [SyncConflict], in session: Session) async throws -> Output
    {
        let sync = session.services.sync
        guard let conflict = conflicts.first(where: { $0.number == number }) else {
            throw SyncProblem.noConflict(number)
        }
        guard try sync.isOn else { throw SyncProblem.notLoggedIn }
        try session.services.store.requireWritable()
        let label = text("Brought back your values of “%@”.", sync.title(of: conflict))
        // The edit is written beside the objects of the session, which merge it like one of another process.
        let context = ModelContext(session.context.container)
        context.author = session.context.author
        defer { sync.background.hasWritten = true }
        do {
            try await context.whenUnlocked {
                try SyncTracking.keep(
                    conflict: number, context, models: sync.models, note: CommandLabel.note(label))
            }
        } catch let error as SyncConflictError {
            throw SyncProblem(error)
        }
        try session.refreshFromStore()
        return .message(label)
    }

    @MainActor
    private static func table(_ conflicts: [SyncConflict], _ session: Session) -> Table {
        let sync = session.services.sync
        var rows: [[Cell]] = []
        for conflict in conflicts {
            for value in sync.shownValues(of: conflict) {
                rows.append([
                    .number(conflict.number),
                    Cell(.string(conflict.model), .text(session.modelNames.label(conflict.model))),
                    .text(conflict.identifier.uuidString), .text(sync.title(of: conflict)),
                    Cell(.string(value.name), .text(session.modelNames.label(ofProperty: value.name))),
                    cell(value.own, of: value.name, conflict, session),
                    conflict.isDeleted
                        ? Cell(.null, .text(text("deleted")))
                        : cell(value.other, of: value.name, conflict, session),
                    Cell(.bool(conflict.isDeleted), .empty),
                ])
            }
        }
        return Table(
            "conflicts",
            columns: [
                .init("number", text("Number"), alignsRight: true), .init("model", text("Kind"), priority: 7),
                .init("identifier", text("Identifier"), isShown: false),
                .init("title", text("Entry"), wraps: true), .init("property", text("Field")),
                .init("own", text("Yours"), wraps: true), .init("other", text("Later one"), wraps: true),
                .init("isDeleted", text("Deleted"), isShown: false),
            ], rows: rows, count: text("%lld conflicts", conflicts.count))
    }

    @MainActor
    private static func cell(
        _ value: SyncValue, of property: String, _ conflict: SyncConflict, _ session: Session
    ) -> Cell {
        switch value {
        case .null: return .text(nil)
        case .bool(let flag): return Cell(.bool(flag), .text(flag ? text("yes") : text("no")))
        case .int(let number): return .number(Int(number))
        case .string(let string): return .text(string)
        case .double(let number):
            let attribute = session.context.container.schema.entitiesByName[conflict.model]?
                .attributesByName[property]
            guard attribute?.valueType == Date.self else {
                return Cell(.decimal(number), .verbatim(String(number)))
            }
            let date = Date(timeIntervalSinceReferenceDate: number)
            return .instant(date, in: session.environment.timeZone)
        }
    }
}
