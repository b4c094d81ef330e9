import Foundation
import Localization
import ModelData
import Shell
import Sync

/// `history`: what was done to the data, and when; the latest last.
public struct HistoryCommand<Session: StoreSession>: Command {
    private let count = Parameter.option(
        "count", .integer(in: 1...100_000),
        help: text("How many steps to show, up to the latest; 20 unless you say otherwise."))

    /// How it is called.
    public let declaration: CommandDeclaration

    /// Makes the command.
    public init() {
        declaration = CommandDeclaration(
            "history", group: .changes, summary: text("Lists what was done to the data, and when."),
            discussion: [
                text("What was undone is marked; “undo” takes back the latest step that isn't."),
                text("What came from other devices stands in it too; “undo” leaves that alone."),
            ],
            parameters: [count.declaration], examples: ["history", "history --count 100"])
    }

    /// Lists the steps.
    public func run(_ invocation: Invocation, in session: Session) async throws -> Output {
        let steps = try session.historySummaries(limit: try invocation[count] ?? 20).reversed()
        let table = Self.table(Array(steps), session)
        if steps.isEmpty { return Output([.message(text("Nothing was done yet."))], data: [.table(table)]) }
        return Output([.table(table)])
    }

    @MainActor
    private static func table(_ steps: [HistoryTransactionSummary], _ session: Session) -> Table {
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
                    Cell(
                        .string(isoTime(step.date)), .instant(step.date, session.surroundings.timeZone)),
                    Cell(.string(words(step, .english)), .text(label(step))),
                    Cell(.null, step.kind == .change && step.isReversed ? .text(text("undone")) : .empty),
                    .text("\(step.kind)"), Cell(.bool(step.isReversed), .empty),
                ]
            },
            count: text("%lld steps", steps.count))
    }

    /// What was done, in the words that the command said.
    private static func label(_ step: HistoryTransactionSummary) -> LocalizedText {
        if step.author == SyncTracking.author { return arrival(step) }
        let label = step.note.map { CommandLabel.text($0) }
        return switch step.kind {
        case .change: label ?? text("A change")
        case .undo: label.map { text("Undone: %@", $0) } ?? text("Undone.")
        case .redo: label.map { text("Redone: %@", $0) } ?? text("Redone.")
        }
    }

    /// What came by synchronizing, which “undo” leaves alone.
    private static func arrival(_ step: HistoryTransactionSummary) -> LocalizedText {
        func count(_ changes: [String: Int]) -> String { String(changes.values.reduce(0, +)) }
        return text(
            "From other devices: %1$@ added, %2$@ changed, %3$@ deleted", count(step.inserted),
            count(step.updated), count(step.deleted))
    }

    /// For programs, the same in every language.
    private static func words(_ step: HistoryTransactionSummary, _ language: Language) -> String {
        Localizer(language).string(label(step))
    }

    private static func isoTime(_ date: Date) -> String {
        let day = CivilDate(utc: date)
        let second = Int(date.timeIntervalSince1970.rounded(.down)) - Int(day.utcDate.timeIntervalSince1970)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
        return "\(day)T\(two(second / 3600)):\(two(second / 60 % 60)):\(two(second % 60))Z"
    }
}
