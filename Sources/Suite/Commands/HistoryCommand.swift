import Foundation
import Localization
import ModelData
import Shell
import Sync

/// `history`: what was done to the data, and when; the latest last.
public struct HistoryCommand<Session: StoreSession>: Command {
    private let count = Parameter.option(
        "count", .integer(in: 1...Self.most),
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
        let table = Self.table(
            Array(steps), count: Self.words(shown: steps.count, of: try session.historyCount()), session)
        if steps.isEmpty { return Output([.message(text("Nothing was done yet."))], data: [.table(table)]) }
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
                    Cell(
                        .string(isoTime(step.date)), .instant(step.date, session.surroundings.timeZone)),
                    Cell(
                        .string(Localizer(.english).string(label(step, session, .english))),
                        .text(label(step, session, session.localizer.language))),
                    Cell(.null, step.kind == .change && step.isReversed ? .text(text("undone")) : .empty),
                    .text("\(step.kind)"), Cell(.bool(step.isReversed), .empty),
                ]
            },
            count: count)
    }

    private static var most: Int { 100_000 }

    /// How many steps are shown, and where that isn't all of them, how to see more.
    private static func words(shown: Int, of all: Int) -> LocalizedText {
        if shown >= all { return text("%lld steps", shown) }
        let some = text("%1$lld of %2$lld steps", shown, all)
        let more = min(all, most)
        if shown >= more { return some }
        let hint = text("“%@” shows more", "history --count \(more)")
        return LocalizedText("%1$@; %2$@", table: "", [.text(some), .text(hint)])
    }

    /// What was done, in the words that the command said; for programs in English, the same whatever is spoken.
    @MainActor
    private static func label(
        _ step: HistoryTransactionSummary, _ session: Session, _ language: Language
    ) -> LocalizedText {
        if step.author == SyncTracking.author { return arrival(step) }
        let label = step.note.map { session.words(ofStep: CommandLabel.text($0), in: language) }
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

    private static func isoTime(_ date: Date) -> String {
        let day = CivilDate(utc: date)
        let second = Int(date.timeIntervalSince1970.rounded(.down)) - Int(day.utcDate.timeIntervalSince1970)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
        return "\(day)T\(two(second / 3600)):\(two(second / 60 % 60)):\(two(second % 60))Z"
    }
}
