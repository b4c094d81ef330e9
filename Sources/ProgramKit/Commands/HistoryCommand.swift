import Foundation
import Localization
import ModelData
import Shell
import Sync

/// `history`: lists the changes of the data with their times, the latest last.
public struct HistoryCommand<Session: StoreSession>: Command {
    private let count = Parameter.option(
        "count", .integer(in: 1...Self.maximumCount),
        help: text("How many of the latest steps to show. Default: 20."))

    /// The command's declaration.
    public let declaration: CommandDeclaration

    /// Makes the command.
    public init() {
        let count = self.count
        declaration = CommandDeclaration(
            "history", group: .changes, summary: text("Lists the changes to the data and their times."),
            discussion: [
                text("Undone steps are marked; “undo” undoes the latest step that isn't marked."),
                text("Changes from other devices are listed too; “undo” doesn't affect them."),
            ],
            parameters: [count.declaration],
            examples: [.verbatim("history"), .verbatim("history --count 100")])
    }

    /// Lists the steps.
    public func run(_ invocation: Invocation, in session: Session) async throws -> Output {
        let steps = try session.services.undo.summaries(limit: try invocation[count] ?? 20).reversed()
        let table = Self.table(
            Array(steps), count: Self.countText(shown: steps.count, of: try session.services.undo.count()),
            session)
        if steps.isEmpty {
            return Output([.message(text("There are no changes yet."))], data: [.table(table)])
        }
        return Output([.table(table)])
    }

    @MainActor
    private static func table(
        _ steps: [HistoryTransactionSummary], count: LocalizedText, _ session: Session
    ) -> Table {
        Table(
            "steps",
            columns: [
                .init("time", text("Time"), priority: 9), .init("step", text("Step"), wraps: true),
                .init("note", text("Note"), priority: 8, isData: false),
                .init("kind", text("Kind"), isShown: false),
                .init("isUndone", text("Undone?"), isShown: false),
            ],
            rows: steps.map { step in
                [
                    .instant(step.date, in: session.environment.timeZone),
                    Cell(
                        .string(Localizer(.english).string(label(step, session, .english))),
                        .text(label(step, session, session.localizer.language))),
                    Cell(.null, step.kind == .change && step.isReversed ? .text(text("undone")) : .empty),
                    .text("\(step.kind)"), Cell(.bool(step.isReversed), .empty),
                ]
            },
            count: count)
    }

    private static var maximumCount: Int { 100_000 }

    /// Returns a message with the number of shown steps. If there are more steps, the message says how to see
    /// them.
    private static func countText(shown: Int, of all: Int) -> LocalizedText {
        if shown >= all { return text("%lld steps", shown) }
        let some = text("%1$lld of %2$lld steps", shown, all)
        let more = min(all, maximumCount)
        if shown >= more { return some }
        let hint = text("“%@” shows more", "history --count \(more)")
        return LocalizedText("%1$@; %2$@", table: "", [.text(some), .text(hint)])
    }

    /// Returns the label of a step. In `--json` and `--csv`, the label is always in English.
    @MainActor
    private static func label(
        _ step: HistoryTransactionSummary, _ session: Session, _ language: Language
    ) -> LocalizedText {
        if step.author == SyncTracking.author { return syncLabel(step) }
        let label = step.note.map { session.services.undo.label(CommandLabel.text($0), language) }
        return switch step.kind {
        case .change: label ?? text("A change")
        case .undo: label.map { text("Undone: %@", $0) } ?? text("Undone.")
        case .redo: label.map { text("Redone: %@", $0) } ?? text("Redone.")
        }
    }

    /// Returns the label of changes that were received by synchronization. `undo` doesn't affect them.
    private static func syncLabel(_ step: HistoryTransactionSummary) -> LocalizedText {
        func count(_ changes: [String: Int]) -> String { String(changes.values.reduce(0, +)) }
        return text(
            "From other devices: %1$@ added, %2$@ changed, %3$@ deleted", count(step.inserted),
            count(step.updated), count(step.deleted))
    }
}
