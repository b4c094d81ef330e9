import Foundation
import Localization
import ModelData
import Shell
import Sync

/// `repair`: saves what can be read of a damaged store, and says what is lost.
public struct RepairCommand<Session: StoreSession>: Command {
    private let yes = Parameter.flag("yes", help: text("Don't ask."))

    /// How it is called.
    public let declaration: CommandDeclaration

    /// Makes the command.
    public init() {
        declaration = CommandDeclaration(
            "repair", group: .files,
            summary: text("Checks the store, and saves what can be read of a damaged one."),
            discussion: [
                text("The damaged store is kept under another name, and what could not be read is listed."),
                text("In a store that is whole, space that is no longer needed is given back to the disk."),
            ],
            parameters: [yes.declaration], examples: ["repair", "repair --yes"], changesData: true,
            isForCare: true)
    }

    /// Checks the store and repairs it.
    public func run(_ invocation: Invocation, in session: Session) async throws -> Output {
        let care = try session.care
        try session.requireStore()
        try session.requireReplaceable()
        let damage = try care.damage()
        // A restoring that was waited for may have been broken off.
        if damage != nil { try session.requireStore() }
        if let damage, try !invocation[yes] {
            let problem = Self.words(damage, session.modelNames)
            guard session.interaction.isInteractive else { throw RepairUnconfirmed(problem: problem) }
            let question = text("%@ Save what can be read, and keep the damaged store?", problem)
            guard try await session.interaction.confirm(question) else {
                return .message(text("Nothing was replaced."))
            }
        }
        let repair = try SyncTracking.repair(with: care, models: session.synchronizing)
        session.end()
        // A program that isn't synchronized has no notes to lose.
        let warnings = session.synchronizing.isEmpty ? [] : Self.warnings(repair)
        return Self.output(repair.store, warnings, session.modelNames)
    }

    /// What is wrong, as a sentence.
    private static func words(_ damage: ModelDataError, _ names: ModelNames) -> LocalizedText {
        // A file that never was a store isn't damaged, and was refused.
        if case .notAStore(let path, .notADatabase) = damage {
            return text("The store “%@” is damaged: its beginning can't be read.", path)
        }
        return StoreProblem(damage, names).problem
    }

    /// What may be lost of the notes for synchronizing.
    private static func warnings(_ repair: SyncRepair) -> [Block] {
        var warnings: [Block] = []
        if repair.isServerLost {
            warnings.append(
                .warning(
                    text(
                        "What was noted for synchronizing could not be read. If the store was synchronized, “%@” begins it anew.",
                        "sync login")))
        }
        if repair.mayLackEdits {
            warnings.append(
                .warning(
                    text(
                        "Notes of what was changed or deleted here may be lost: a later import, or the next “%@”, may take such changes back.",
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
        var blocks: [Block] = [.message(text("What could be read of the damaged store is saved."))]
        blocks.append(.message(text("The damaged store is kept as “%@”.", kept.lastPathComponent)))
        if repair.hasLosses {
            blocks += [.warning(text("Not everything could be saved.")), .table(table)]
            if repair.tables.contains(where: { !$0.lost.isEmpty }) {
                blocks.append(
                    .message(text("Numbers of what was deleted earlier may be among those of the lost.")))
            }
            if !repair.replaced.isEmpty {
                blocks.append(
                    .warning(
                        text(
                            "Some values could not be read. A text lacks what is lost of it; others have the value that something new has."
                        )))
                blocks.append(.table(replaced(repair, names)))
            }
            if repair.cutReferences > 0 {
                blocks.append(.warning(text("%lld links to what was lost were cut.", repair.cutReferences)))
            }
            if repair.isHistoryDropped {
                blocks.append(
                    .warning(text("The history could not be read: earlier changes can't be undone.")))
            }
        } else if warnings.isEmpty {
            blocks.append(.message(text("Nothing was lost.")))
        }
        let output = Output(blocks + warnings, data: [.table(data)])
        return repair.hasLosses || !warnings.isEmpty ? output.asAnswer : output
    }

    private static var columns: [Table.Column] {
        [
            .init("name", text("Kind"), priority: 9),
            .init("saved", text("Saved"), alignsRight: true, priority: 9),
            .init("lost", text("Lost, at most"), alignsRight: true, priority: 9),
            .init("numbers", text("Numbers of the lost"), wraps: true),
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

    /// The values that couldn't be read, by what has them.
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

/// A damaged store would be replaced, and nobody is there to be asked.
struct RepairUnconfirmed: PresentableError {
    let problem: LocalizedText
    var remedy: LocalizedText? { text("Add --yes to “%@” to do it without asking.", "repair") }
    var failure: FailureKind { .badData }
}
