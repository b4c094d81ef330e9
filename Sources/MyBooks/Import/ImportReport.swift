import Localization
import Shell
import Suite

/// What an import did, row by row.
struct ImportReport {
    /// Whether positions are lines of a file, and not entries of a list.
    var countsLines = true
    var added = 0
    var merged = 0
    var unchanged = 0
    var skipped: [SkippedPart] = []
    /// The last line, where the file may be cut off in its last field.
    var openEnd: Int?
    /// The names of the shelves that the log didn't have before.
    var newShelves: [String] = []

    /// The report in words, and its numbers for programs.
    func output(isDryRun: Bool) -> Output {
        var said: [Block] = [
            .message(
                isDryRun
                    ? text(
                        "Would add %1$lld, merge %2$lld, leave %3$lld unchanged and skip %4$lld.", added,
                        merged, unchanged, skipped.count)
                    : text(
                        "Added %1$lld, merged %2$lld, left %3$lld unchanged, skipped %4$lld.", added, merged,
                        unchanged, skipped.count))
        ]
        let shelves = newShelves.sorted()
        if !shelves.isEmpty {
            let names = shelves.map { TextArgument.text(text("“%@”", $0)) }
            said.append(.message(text("New shelves: %@.", TextArgument.list(names))))
        }
        return ImportOutput(
            isTrial: isDryRun, countsLines: countsLines, skipped: skipped, openEnd: openEnd
        ).output(
            said,
            fields: [
                .init("added", text("Added"), .number(added)),
                .init("merged", text("Merged"), .number(merged)),
                .init("unchanged", text("Unchanged"), .number(unchanged)),
            ],
            others: [
                .init("newShelves", text("New shelves"), Cell(.list(shelves.map { .string($0) }), .empty))
            ])
    }

    /// The line that `undo` names the import with.
    func label(path: String) -> LocalizedText {
        text("Imported %1$@: %2$lld books added, %3$lld merged.", path, added, merged)
    }
}
