import Localization
import Shell
import Suite

/// The result of an import.
struct TripImportReport {
    /// Whether positions are line numbers. If not, they are numbers of a list's elements.
    var countsLines = true
    /// The number of new destinations.
    var destinations = 0
    /// The number of new sights.
    var sights = 0
    /// The number of items that already existed in the store.
    var known = 0
    var skipped: [SkippedPart] = []
    var ignored: [IgnoredPart: Int] = [:]
    /// The number of the last line if the file may be cut off in that line's last field; otherwise `nil`.
    var possiblyTruncatedLine: Int?

    /// Returns the report as messages for the user, and as a record for machine-readable output.
    func output(isDryRun: Bool) -> Output {
        var messages: [Block] = [
            .message(
                isDryRun
                    ? text(
                        "Would add %1$@ and %2$@; %3$lld already exist, %4$lld would be skipped.",
                        destinationCount, sightCount, known, skipped.count)
                    : text(
                        "Added %1$@ and %2$@; %3$lld already existed, %4$lld skipped.",
                        destinationCount, sightCount, known, skipped.count))
        ]
        let others = IgnoredPart.allCases.compactMap { kind in ignored[kind].map { kind.summary($0) } }
        if !others.isEmpty {
            messages.append(.message(text("Not imported: %@.", TextArgument.list(others.map { .text($0) }))))
        }
        return ImportOutput(
            isDryRun: isDryRun, countsLines: countsLines, skipped: skipped,
            possiblyTruncatedLine: possiblyTruncatedLine
        ).output(
            messages,
            fields: [
                .init("destinations", text("Destinations"), .number(destinations)),
                .init("sights", text("Sights"), .number(sights)),
                .init("known", text("Already existed"), .number(known)),
            ], positions: "skippedPositions",
            others: [.init("leftOut", text("Not imported"), .number(ignored.values.reduce(0, +)))])
    }

    /// Returns the import's label in the history.
    func label(path: String) -> LocalizedText {
        text("Imported %1$@: %2$@ and %3$@.", path, destinationCount, sightCount)
    }

    // Use separate texts, because each number has its own plural form.
    private var destinationCount: LocalizedText { text("%lld destinations", destinations) }
    private var sightCount: LocalizedText { text("%lld sights", sights) }
}
