import Localization
import Shell
import Suite

/// The result of an import.
struct BookImportReport {
    /// Whether the positions of rows are line numbers. If not, they are indexes in a list.
    var countsLines = true
    var added = 0
    var merged = 0
    var unchanged = 0
    var skipped: [SkippedPart] = []
    /// The reading dates of books that aren't completed. They aren't imported.
    var droppedDates: [DroppedDate] = []
    /// The number of the file's last line if that line may be truncated in its last field; `nil` otherwise.
    var possiblyTruncatedLine: Int?
    /// The names of the shelves that were created.
    var newShelves: [String] = []

    /// A date that an import leaves out, and its book.
    struct DroppedDate {
        /// The number of the line.
        let position: Int
        let title: String
        let date: CivilDate
    }

    /// Returns the messages for the user, and the numbers for machine-readable output.
    func output(isDryRun: Bool) -> Output {
        var messages: [Block] = [
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
            messages.append(.message(text("New shelves: %@.", TextArgument.list(names))))
        }
        var output = ImportOutput(
            isDryRun: isDryRun, countsLines: countsLines, skipped: skipped,
            possiblyTruncatedLine: possiblyTruncatedLine
        ).output(
            messages,
            fields: [
                .init("added", text("Added"), .number(added)),
                .init("merged", text("Merged"), .number(merged)),
                .init("unchanged", text("Unchanged"), .number(unchanged)),
            ],
            others: [
                .init("newShelves", text("New shelves"), Cell(.list(shelves.map { .string($0) }), .empty))
            ])
        addDroppedDates(to: &output)
        return output
    }

    /// Adds the dates that were left out: a warning for each of the first ones, and a table of all for
    /// programs.
    private func addDroppedDates(to output: inout Output) {
        if droppedDates.isEmpty { return }
        for dropped in droppedDates.prefix(ImportOutput.maximumListed) {
            output.blocks.append(
                .warning(
                    text(
                        "Line %1$@: the “Date Read” of “%2$@” (%3$@) was not imported, because the book isn't on the shelf “read”.",
                        String(dropped.position), dropped.title, dropped.date)))
        }
        let others = droppedDates.count - ImportOutput.maximumListed
        if others > 0 { output.blocks.append(.warning(text("%lld more dates were not imported.", others))) }
        output.data.append(
            .table(
                Table(
                    "droppedDates",
                    columns: [
                        .init("line", text("Line")), .init("title", text("Title")),
                        .init("date", text("Date")),
                    ],
                    rows: droppedDates.map {
                        [.identifier($0.position), .text($0.title), .day($0.date)]
                    })))
    }

    /// Returns the import's label in the undo history.
    func label(path: String) -> LocalizedText {
        text("Imported %1$@: %2$lld books added, %3$lld merged.", path, added, merged)
    }
}
