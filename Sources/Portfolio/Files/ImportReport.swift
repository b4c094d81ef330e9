import Localization
import Shell
import Suite

/// What an import did, row by row.
struct ImportReport {
    let countsLines: Bool
    var added = 0
    var changed = 0
    var unchanged = 0
    /// How many tags were made that no issue has.
    var tags = 0
    var skipped: [SkippedPart] = []
    /// The last line, where the file may be cut off in its last field.
    var openEnd: Int?
    /// That line, where its content is the beginning of what the issue has, which it keeps.
    var keptContent: Int?

    init(countsLines: Bool) { self.countsLines = countsLines }

    /// The report in words, and its numbers for programs.
    func output(isDryRun: Bool) -> Output {
        let said = Block.message(
            isDryRun
                ? text(
                    "Would add %1$lld, change %2$lld, leave %3$lld unchanged and skip %4$lld.", added,
                    changed, unchanged, skipped.count)
                : text(
                    "Added %1$lld, changed %2$lld, left %3$lld unchanged, skipped %4$lld.", added, changed,
                    unchanged, skipped.count))
        var blocks = [said]
        if tags > 0 {
            blocks.append(
                .message(
                    isDryRun
                        ? text("Would make %lld tags that no issue has.", tags)
                        : text("Made %lld tags that no issue has.", tags)))
        }
        if let keptContent {
            blocks.append(
                .warning(
                    text(
                        "Line %@ has no line end, and its content is empty or only the beginning of what is there, which stays. If the line is whole, add a line end and import the file again.",
                        String(keptContent))))
        }
        return ImportOutput(
            isTrial: isDryRun, countsLines: countsLines, skipped: skipped, openEnd: openEnd
        ).output(
            blocks,
            fields: [
                .init("added", text("Added"), .number(added)),
                .init("changed", text("Changed"), .number(changed)),
                .init("unchanged", text("Unchanged"), .number(unchanged)),
            ])
    }
}
