import Localization
import Shell

/// What an import did, row by row.
struct ImportReport {
    /// Whether positions are lines of a file, and not entries of a list.
    var countsLines = true
    var added = 0
    var merged = 0
    var unchanged = 0
    var skipped: [(position: Int, reason: LocalizedText)] = []
    /// The rows of each shelf that the log doesn't know.
    var unknownShelves: [String: [Int]] = [:]

    /// The report in words, and its numbers for programs.
    func output(isDryRun: Bool, path: String) -> Output {
        var blocks: [Block] = []
        if isDryRun { blocks.append(.message(text("This is only a trial: nothing was changed."))) }
        blocks.append(
            .message(
                isDryRun
                    ? text(
                        "Would add %1$lld, merge %2$lld, leave %3$lld unchanged and skip %4$lld.", added,
                        merged,
                        unchanged, skipped.count)
                    : text(
                        "Added %1$lld, merged %2$lld, left %3$lld unchanged, skipped %4$lld.", added, merged,
                        unchanged, skipped.count)))
        for (shelf, rows) in unknownShelves.sorted(by: { $0.key < $1.key }) {
            let shown = TextArgument.list(rows.prefix(10).map { .string(String($0)) })
            blocks.append(
                .warning(
                    rows.count > 10
                        ? text(
                            "The log has no shelf “%1$@”; %2$lld books from it are on the shelf, the first in the lines %3$@.",
                            shelf, rows.count, shown)
                        : text(
                            "The log has no shelf “%1$@”; %2$lld books from it are on the shelf (line %3$@).",
                            shelf,
                            rows.count, shown)))
        }
        for row in skipped {
            let position = String(row.position)
            blocks.append(
                .warning(
                    countsLines
                        ? text("Line %1$@ was skipped: %2$@.", position, row.reason)
                        : text("Entry %1$@ was skipped: %2$@.", position, row.reason)))
        }
        let data = Record(fields: [
            .init("added", text("Added"), .number(added)),
            .init("merged", text("Merged"), .number(merged)),
            .init("unchanged", text("Unchanged"), .number(unchanged)),
            .init("skipped", text("Skipped"), .number(skipped.count)),
            .init(
                "skippedLines", text("Skipped lines"),
                Cell(.list(skipped.map { .integer($0.position) }), .empty)),
            .init("dryRun", text("Trial"), Cell(.bool(isDryRun), .empty)),
        ])
        return Output(blocks, data: [.record(data)])
    }

    /// The line that `undo` names the import with.
    func label(path: String) -> LocalizedText {
        text("Imported %1$@: %2$lld books added, %3$lld merged.", path, added, merged)
    }
}
