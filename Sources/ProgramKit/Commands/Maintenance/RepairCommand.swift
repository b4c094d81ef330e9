import Foundation
import Localization
import ModelData
import Shell
import StoreMaintenance
import Sync

/// `repair`: recovers the readable data of a damaged store, and lists what is lost.
public struct RepairCommand<Session: StoreSession>: Command {
    /// The command's declaration.
    public let declaration: CommandDeclaration

    /// Makes the command.
    public init() {
        declaration = CommandDeclaration(
            "repair", group: .files,
            summary: text("Checks the store, and saves the readable data of a damaged one."),
            discussion: [
                text("The damaged store is kept under another name. Data that can't be read is listed."),
                text("In an undamaged store, “repair” frees disk space that is no longer needed."),
            ],
            examples: [.verbatim("repair"), .verbatim("repair --yes")], intent: .replaceStore,
            needsConfirmation: true)
    }

    /// Checks the store and repairs it.
    public func run(_ invocation: Invocation, in session: Session) async throws -> Output {
        let (store, models) = (session.services.store, session.services.sync.models)
        let maintainer = try store.maintainer
        try store.requireStore()
        try store.requireReplaceable()
        let damage = try await BackgroundWork.run { try maintainer.damage() }
        // The check may have waited for a restore by another process, and that restore may have been
        // interrupted.
        if damage != nil { try store.requireStore() }
        if let damage, try !invocation.isConfirmed {
            let problem = Self.description(damage, session.modelNames)
            guard session.interaction.isInteractive else { throw UnconfirmedRepairError(problem: problem) }
            let question = text("%@ Save the readable data, and keep the damaged store?", problem)
            guard try await session.interaction.confirm(question) else {
                return .message(text("Nothing was replaced."))
            }
        }
        let repair = try await BackgroundWork.run {
            try SyncTracking.repair(with: maintainer, models: models)
        }
        store.end()
        // A program without synchronization has no sync metadata to lose.
        let warnings = models.isEmpty ? [] : Self.warnings(repair)
        return Self.output(repair.store, warnings, session.modelNames)
    }

    /// Returns the damage as a sentence.
    private static func description(_ damage: ModelDataError, _ names: ModelNames) -> LocalizedText {
        // If a file was never a store, the command has already refused it. Therefore, this file is a store
        // with an overwritten header.
        if case .notAStore(let path, .notADatabase) = damage {
            return text("The store “%@” is damaged: its beginning can't be read.", path)
        }
        return StoreProblem(damage, names).problem
    }

    /// Returns warnings about lost sync metadata.
    private static func warnings(_ repair: SyncRepair) -> [Block] {
        var warnings: [Block] = []
        if repair.isServerLost {
            warnings.append(
                .warning(
                    text(
                        "The synchronization data could not be read. If the store was synchronized, start again with “%@”.",
                        "sync login")))
        }
        if repair.mayLackEdits {
            warnings.append(
                .warning(
                    text(
                        "The record of local changes and deletions may be incomplete. A later import, or the next “%@”, may reverse such changes.",
                        "sync")))
        }
        return warnings
    }

    private static func output(_ repair: StoreRepair, _ warnings: [Block], _ names: ModelNames) -> Output {
        let table = Table(
            "tables", columns: columns,
            rows: repair.tables.map { cells($0, names) })
        let data = Table(
            "tables", columns: columns + [.init("values", text("Value"))],
            rows: repair.tables.map { table in
                let values = repair.replaced.filter { $0.model == table.name }
                return cells(table, names) + [
                    Cell(.list(values.map { .string("\($0.record) \($0.property)") }), .verbatim(""))
                ]
            })
        guard let kept = repair.keptAt else {
            return Output([.message(text("Nothing is wrong with the store."))], data: [.table(data)])
        }
        var blocks: [Block] = [.message(text("Saved the readable data of the damaged store."))]
        blocks.append(.message(text("The damaged store is kept as “%@”.", kept.lastPathComponent)))
        if repair.hasLosses {
            blocks += [.warning(text("Not everything could be saved.")), .table(table)]
            if repair.tables.contains(where: { !$0.lost.isEmpty }) {
                blocks.append(
                    .message(text("The lost numbers may include those of entries that were deleted earlier."))
                )
            }
            if !repair.replaced.isEmpty {
                blocks.append(
                    .warning(
                        text(
                            "Some values could not be read. Lost parts of a text are missing from it; other values were replaced by their defaults."
                        )))
                blocks.append(.table(replaced(repair, names)))
            }
            if repair.cutReferences > 0 {
                blocks.append(.warning(text("Removed %lld links to lost entries.", repair.cutReferences)))
            }
            if repair.isHistoryDropped {
                blocks.append(
                    .warning(text("The history could not be read: earlier changes can't be undone.")))
            }
        } else if warnings.isEmpty {
            blocks.append(.message(text("Nothing was lost.")))
        }
        let output = Output(blocks + warnings, data: [.table(data)])
        return repair.hasLosses || !warnings.isEmpty ? output.shownWhenQuiet : output
    }

    private static var columns: [Table.Column] {
        [
            .init("name", text("Kind"), priority: 9),
            .init("saved", text("Saved"), alignsRight: true, priority: 9),
            .init("lost", text("Lost, at most"), alignsRight: true, priority: 9),
            .init("numbers", text("Lost numbers"), wraps: true),
        ]
    }

    private static func cells(_ table: StoreRepair.Table, _ names: ModelNames) -> [Cell] {
        let numbers = ranges(table)
        return [
            Cell(.string(table.name), .text(names.label(table.name))), .number(table.saved),
            table.isOpenEnded ? Cell(.null, .text(text("unknown"))) : .number(table.lostCount),
            Cell(.list(numbers.map { .string($0) }), .verbatim(numbers.joined(separator: ", "))),
        ]
    }

    /// Returns a table of the values that could not be read, with the records they belong to.
    private static func replaced(_ repair: StoreRepair, _ names: ModelNames) -> Table {
        Table(
            "values",
            columns: [
                .init("name", text("Kind"), priority: 9),
                .init("number", text("Number"), alignsRight: true, priority: 9),
                .init("value", text("Value"), priority: 9, wraps: true),
            ],
            rows: repair.replaced.map { value in
                [
                    Cell(.string(value.model), .text(names.label(value.model))), .number(Int(value.record)),
                    Cell(.string(value.property), .text(names.label(ofProperty: value.property))),
                ]
            })
    }

    private static func ranges(_ table: StoreRepair.Table) -> [String] {
        table.lost.map { range in
            range.lowerBound == range.upperBound
                ? "\(range.lowerBound)" : "\(range.lowerBound)–\(range.upperBound)"
        }
    }
}

/// The error of a repair that needs a confirmation the program can't ask for.
struct UnconfirmedRepairError: PresentableError {
    let problem: LocalizedText
    var remedy: LocalizedText? { text("Add --yes to “%@” to do it without asking.", "repair") }
    var failure: FailureKind { .badData }
}
