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
    /// The names of the shelves that the log didn't have before.
    var newShelves: [String] = []

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
        if !newShelves.isEmpty {
            let names = newShelves.sorted().map { TextArgument.text(text("“%@”", $0)) }
            blocks.append(.message(text("New shelves: %@.", TextArgument.list(names))))
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
            .init(
                "newShelves", text("New shelves"),
                Cell(.list(newShelves.sorted().map { .string($0) }), .empty)),
            .init("dryRun", text("Trial"), Cell(.bool(isDryRun), .empty)),
        ])
        return Output(blocks, data: [.record(data)])
    }

    /// The line that `undo` names the import with.
    func label(path: String) -> LocalizedText {
        text("Imported %1$@: %2$lld books added, %3$lld merged.", path, added, merged)
    }
}
