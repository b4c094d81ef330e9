import Localization
import Shell

/// What every import says beside its own numbers: that it was only a trial, what was skipped, and where the file may be
/// cut off.
///
/// ```swift
/// ImportOutput(isTrial: isDryRun, countsLines: true, skipped: skipped)
///     .output([.message(summary)], fields: [.init("added", text("Added"), .number(added))])
/// ```
public struct ImportOutput {
    private let isTrial: Bool
    private let countsLines: Bool
    private let skipped: [SkippedPart]
    private let openEnd: Int?

    /// The most parts that are named one by one; their positions are all there for programs.
    public static let mostNamed = 20

    /// Says what there is to say.
    ///
    /// - Parameters:
    ///   - isTrial: Whether nothing was changed.
    ///   - countsLines: Whether positions are lines of a file, and not entries of a list.
    ///   - skipped: What was skipped, in the order of the file.
    ///   - openEnd: The last line, where the file may be cut off in its last field.
    public init(isTrial: Bool, countsLines: Bool, skipped: [SkippedPart], openEnd: Int? = nil) {
        self.isTrial = isTrial
        self.countsLines = countsLines
        self.skipped = skipped
        self.openEnd = openEnd
    }

    /// The report in words, and its numbers for programs.
    ///
    /// - Parameters:
    ///   - said: What the import took, in words.
    ///   - fields: What it took, in numbers.
    ///   - positions: The name of the positions of what was skipped, for programs.
    ///   - others: Numbers that stand behind those of what was skipped.
    public func output(
        _ said: [Block], fields: [Record.Field], positions: String = "skippedLines",
        others: [Record.Field] = []
    ) -> Output {
        let named = skipped.prefix(Self.mostNamed).map { part in
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
        var blocks = Self.notice(isTrial: isTrial) + said + named + Self.more(skipped.count - named.count)
        if let openEnd {
            blocks.append(
                .warning(
                    text(
                        "Line %@ is the last and has no line end. If the file was cut off, its last field is not whole: compare it.",
                        String(openEnd))))
        }
        let output = Output(
            blocks,
            data: [.record(Record(fields: fields + counted + others + [Self.field(isTrial: isTrial)]))])
        return isTrial ? output.asAnswer : output
    }

    /// Says that an import was only a trial, if it was.
    public static func notice(isTrial: Bool) -> [Block] {
        isTrial ? [.message(text("This is only a trial: nothing was changed."))] : []
    }

    /// Says how many parts were skipped beside those that are named, if there are any.
    public static func more(_ count: Int) -> [Block] {
        count > 0 ? [.warning(text("%lld more were skipped.", count))] : []
    }

    /// Tells programs whether an import was only a trial.
    public static func field(isTrial: Bool) -> Record.Field {
        Record.Field("dryRun", text("Trial"), Cell(.bool(isTrial), .empty))
    }
}
