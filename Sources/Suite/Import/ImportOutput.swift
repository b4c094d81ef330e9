import Localization
import Shell

/// The output that all imports share: whether it was a dry run, the skipped parts, and a possibly truncated
/// file.
///
/// ```swift
/// let skipped = [SkippedPart(7, text("the name is missing"))]
/// ImportOutput(isDryRun: false, countsLines: true, skipped: skipped)
///     .output([.message(text("Added 12 books."))], fields: [.init("added", text("Added"), .number(12))])
/// ```
public struct ImportOutput {
    private let isDryRun: Bool
    private let countsLines: Bool
    private let skipped: [SkippedPart]
    private let possiblyTruncatedLine: Int?

    /// The maximum number of skipped parts with a message. The data for programs has the positions of all.
    public static let maximumListed = 20

    /// Makes the output.
    ///
    /// - Parameters:
    ///   - isDryRun: Whether nothing was changed.
    ///   - countsLines: Whether positions are line numbers, and not indexes of list entries.
    ///   - skipped: The skipped parts, in the order of the file.
    ///   - possiblyTruncatedLine: The number of a last line whose last field may be truncated.
    public init(isDryRun: Bool, countsLines: Bool, skipped: [SkippedPart], possiblyTruncatedLine: Int? = nil)
    {
        self.isDryRun = isDryRun
        self.countsLines = countsLines
        self.skipped = skipped
        self.possiblyTruncatedLine = possiblyTruncatedLine
    }

    /// Returns the messages for the user, and the numbers for programs.
    ///
    /// - Parameters:
    ///   - summary: The messages about what was imported.
    ///   - fields: The numbers of what was imported.
    ///   - positions: The field name of the skipped positions. Default: `skippedLines`.
    ///   - others: Fields that follow those of the skipped parts. Default: none.
    public func output(
        _ summary: [Block], fields: [Record.Field], positions: String = "skippedLines",
        others: [Record.Field] = []
    ) -> Output {
        let named = skipped.prefix(Self.maximumListed).map { part in
            let position = String(part.position)
            return Block.warning(
                countsLines
                    ? text("Line %1$@ was skipped: %2$@.", position, part.reason)
                    : text("Entry %1$@ was skipped: %2$@.", position, part.reason))
        }
        let places = Cell(.list(skipped.map { .integer($0.position) }), .empty)
        let counted = [
            Record.Field("skipped", text("Skipped"), .number(skipped.count)),
            Record.Field(positions, countsLines ? text("Skipped lines") : text("Skipped entries"), places),
        ]
        var blocks =
            Self.notice(isDryRun: isDryRun) + summary + named + Self.more(skipped.count - named.count)
        if let possiblyTruncatedLine {
            blocks.append(
                .warning(
                    text(
                        "Line %@ is the last one and has no line end. If the file is incomplete, the last field may be cut off: check it.",
                        String(possiblyTruncatedLine))))
        }
        let output = Output(
            blocks,
            data: [.record(Record(fields: fields + counted + others + [Self.field(isDryRun: isDryRun)]))])
        return isDryRun ? output.shownWhenQuiet : output
    }

    /// Returns a message for a dry run.
    public static func notice(isDryRun: Bool) -> [Block] {
        isDryRun ? [.message(text("This is only a trial: nothing was changed."))] : []
    }

    /// Returns a message about skipped parts that have no message of their own, if there are any.
    public static func more(_ count: Int) -> [Block] {
        count > 0 ? [.warning(text("%lld more were skipped.", count))] : []
    }

    /// Returns the field that tells programs whether this was a dry run.
    public static func field(isDryRun: Bool) -> Record.Field {
        Record.Field("dryRun", text("Trial"), Cell(.bool(isDryRun), .empty))
    }
}
