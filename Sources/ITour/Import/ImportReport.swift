import Localization
import Shell

/// What an import took, and what it left.
struct ImportReport {
    /// Whether positions are lines of a file, and not entries of a list.
    var countsLines = true
    var destinations = 0
    var sights = 0
    /// What was there already.
    var known = 0
    var skipped: [(position: Int, reason: LocalizedText)] = []
    var leftOut: [LeftOut: Int] = [:]

    /// The most rows that are named one by one.
    private static let mostNamed = 20

    /// The report in words, and its numbers for programs.
    func output(isDryRun: Bool, path: String) -> Output {
        var blocks: [Block] = []
        if isDryRun { blocks.append(.message(text("This is only a trial: nothing was changed."))) }
        blocks.append(
            .message(
                isDryRun
                    ? text(
                        "Would add %1$@ and %2$@; %3$lld already there, %4$lld to be skipped.",
                        destinationCount, sightCount, known, skipped.count)
                    : text(
                        "Added %1$@ and %2$@; %3$lld already there, %4$lld skipped.",
                        destinationCount, sightCount, known, skipped.count)))
        let others = LeftOut.allCases.compactMap { kind in leftOut[kind].map { kind.words($0) } }
        if !others.isEmpty {
            blocks.append(.message(text("Left out: %@.", TextArgument.list(others.map { .text($0) }))))
        }
        for row in skipped.prefix(Self.mostNamed) {
            let position = String(row.position)
            blocks.append(
                .warning(
                    countsLines
                        ? text("Line %1$@ was skipped: %2$@.", position, row.reason)
                        : text("Entry %1$@ was skipped: %2$@.", position, row.reason)))
        }
        if skipped.count > Self.mostNamed {
            blocks.append(.warning(text("%lld more were skipped.", skipped.count - Self.mostNamed)))
        }
        let data = Record(fields: [
            .init("destinations", text("Destinations"), .number(destinations)),
            .init("sights", text("Sights"), .number(sights)),
            .init("known", text("There already"), .number(known)),
            .init("skipped", text("Skipped"), .number(skipped.count)),
            .init(
                "skippedPositions", text("Skipped"),
                Cell(.list(skipped.map { .integer($0.position) }), .empty)),
            .init("leftOut", text("Left out"), .number(leftOut.values.reduce(0, +))),
            .init("dryRun", text("Trial"), Cell(.bool(isDryRun), .empty)),
        ])
        return Output(blocks, data: [.record(data)])
    }

    /// The line that `undo` names the import with.
    func label(path: String) -> LocalizedText {
        text("Imported %1$@: %2$@ and %3$@.", path, destinationCount, sightCount)
    }

    // Each number has a plural of its own.
    private var destinationCount: LocalizedText { text("%lld destinations", destinations) }
    private var sightCount: LocalizedText { text("%lld sights", sights) }
}
