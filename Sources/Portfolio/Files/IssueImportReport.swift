import Localization
import Shell
import Suite

/// The result of an import.
struct IssueImportReport {
    /// Whether positions are line numbers. If not, they are numbers of a list's elements.
    let countsLines: Bool
    var added = 0
    var changed = 0
    var unchanged = 0
    /// The number of new tags that aren't used by any issue.
    var tags = 0
    var skipped: [SkippedPart] = []
    /// The number of the last line if the file may be cut off in that line's last field; otherwise `nil`.
    var possiblyTruncatedLine: Int?
    /// The number of the last line if its content is cut off. The stored issue keeps its complete content.
    var keptContent: Int?
    /// The number of dependencies on missing issues, and of those that would close a cycle.
    var leftOutDependencies = 0

    init(countsLines: Bool) { self.countsLines = countsLines }

    /// Returns the report as messages for the user, and as a record for machine-readable output.
    func output(isDryRun: Bool) -> Output {
        let messages = Block.message(
            isDryRun
                ? text(
                    "Would add %1$lld, change %2$lld, leave %3$lld unchanged and skip %4$lld.", added,
                    changed, unchanged, skipped.count)
                : text(
                    "Added %1$lld, changed %2$lld, left %3$lld unchanged, skipped %4$lld.", added, changed,
                    unchanged, skipped.count))
        var blocks = [messages]
        if tags > 0 {
            blocks.append(
                .message(
                    isDryRun
                        ? text("Would create %lld tags without issues.", tags)
                        : text("Created %lld tags without issues.", tags)))
        }
        if leftOutDependencies > 0 {
            blocks.append(
                .warning(
                    text(
                        "%lld dependencies were left out: the other issue is missing, or they would close a cycle.",
                        leftOutDependencies)))
        }
        if let keptContent {
            blocks.append(
                .warning(
                    text(
                        "Line %@ has no line end, and its content is empty or only the beginning of the issue's present content. The present content was kept. If the line is complete, add a line end and import the file again.",
                        String(keptContent))))
        }
        return ImportOutput(
            isDryRun: isDryRun, countsLines: countsLines, skipped: skipped,
            possiblyTruncatedLine: possiblyTruncatedLine
        ).output(
            blocks,
            fields: [
                .init("added", text("Added"), .number(added)),
                .init("changed", text("Changed"), .number(changed)),
                .init("unchanged", text("Unchanged"), .number(unchanged)),
            ])
    }
}
