import Localization
import Shell
import Suite

/// What an import took, and what it left.
struct ImportReport {
    /// Whether positions are lines of a file, and not entries of a list.
    var countsLines = true
    var destinations = 0
    var sights = 0
    /// What was there already.
    var known = 0
    var skipped: [SkippedPart] = []
    var leftOut: [LeftOut: Int] = [:]
    /// The last line, where the file may be cut off in its last field.
    var openEnd: Int?

    /// The report in words, and its numbers for programs.
    func output(isDryRun: Bool) -> Output {
        var said: [Block] = [
            .message(
                isDryRun
                    ? text(
                        "Would add %1$@ and %2$@; %3$lld already there, %4$lld to be skipped.",
                        destinationCount, sightCount, known, skipped.count)
                    : text(
                        "Added %1$@ and %2$@; %3$lld already there, %4$lld skipped.",
                        destinationCount, sightCount, known, skipped.count))
        ]
        let others = LeftOut.allCases.compactMap { kind in leftOut[kind].map { kind.words($0) } }
        if !others.isEmpty {
            said.append(.message(text("Left out: %@.", TextArgument.list(others.map { .text($0) }))))
        }
        return ImportOutput(
            isTrial: isDryRun, countsLines: countsLines, skipped: skipped, openEnd: openEnd
        ).output(
            said,
            fields: [
                .init("destinations", text("Destinations"), .number(destinations)),
                .init("sights", text("Sights"), .number(sights)),
                .init("known", text("There already"), .number(known)),
            ], positions: "skippedPositions",
            others: [.init("leftOut", text("Left out"), .number(leftOut.values.reduce(0, +)))])
    }

    /// The line that `undo` names the import with.
    func label(path: String) -> LocalizedText {
        text("Imported %1$@: %2$@ and %3$@.", path, destinationCount, sightCount)
    }

    // Each number has a plural of its own.
    private var destinationCount: LocalizedText { text("%lld destinations", destinations) }
    private var sightCount: LocalizedText { text("%lld sights", sights) }
}
