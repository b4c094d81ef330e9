import Localization
import Shell

/// The result of an import: what it changed, what it left out and why.
public struct ImportReport: Sendable {
    /// Whether positions are line numbers. If not, they are numbers of a list's elements.
    public var countsLines = true
    /// The number of new records.
    public var added = 0
    /// The number of records that got other values.
    public var changed = 0
    /// The number of entries whose records already had their values.
    public var unchanged = 0
    /// The first rows that were skipped, at most ``maximumPositions``, with the reasons of the first ones.
    public private(set) var skipped: [(position: Int, line: Int?, reason: LocalizedText?)] = []
    private var furtherSkipped = 0
    /// The fields that weren't imported.
    public private(set) var dropped = Findings()
    /// The fields that were imported with another value than in the file.
    public private(set) var altered = Findings()
    /// The fields that keep the user's values.
    public private(set) var kept = Findings()
    /// The names of the columns or keys with values that aren't imported.
    public var unknownFields: [String] = []
    /// Whether the values of these fields are kept as they are, although no field of a record has their meaning.
    public var keepsUnknownFields = false
    /// The number of the file's last line if that line may be truncated in its last field; `nil` otherwise.
    public var possiblyTruncatedLine: Int?
    /// Further numbers of the program, for machine-readable output.
    public var others: [Record.Field] = []
    /// The numbers that follow all others.
    public var further: [Record.Field] = []
    /// Further messages of the program.
    public var messages: [Block] = []

    /// The maximum number of findings of a kind with a message.
    public static let maximumListed = 20
    /// The maximum number of findings of a kind in machine-readable output, so that memory stays flat.
    public static let maximumKept = 1000
    /// The maximum number of positions of skipped rows, so that a file without any entries needs little memory.
    public static let maximumPositions = 100_000

    /// A value of an entry that isn't as it is in the file.
    public struct Finding: Sendable {
        /// The number of the line or element.
        public let position: Int
        /// The name of the entry, such as its title.
        public let title: String
        /// The name of the field in the file.
        public let field: String
        /// The value in the file.
        public let written: String
        /// The value in the store; `nil` if the field isn't imported.
        public let stored: String?
        /// The reason.
        public let reason: LocalizedText
    }

    /// All findings of a kind: their number, and the first of them.
    public struct Findings: Sendable {
        /// The first findings, at most ``ImportReport/maximumKept``.
        public private(set) var first: [Finding] = []
        /// The number of findings.
        public fileprivate(set) var count = 0
        /// The number of findings by field and reason.
        fileprivate var groups: [(first: Finding, count: Int)] = []

        fileprivate mutating func append(_ finding: Finding) {
            count += 1
            if first.count < ImportReport.maximumKept { first.append(finding) }
            if let index = groups.firstIndex(where: {
                $0.first.field == finding.field && $0.first.reason == finding.reason
            }) {
                groups[index].count += 1
            } else if groups.count < ImportReport.maximumKept {
                groups.append((finding, 1))
            }
        }
    }

    /// Makes an empty report.
    public init(countsLines: Bool = true) { self.countsLines = countsLines }

    /// The number of entries so far.
    public var total: Int { added + changed + unchanged + skippedCount }

    /// The number of skipped rows.
    public var skippedCount: Int { skipped.count + furtherSkipped }

    /// Reports a row that is skipped.
    ///
    /// - Parameters:
    ///   - position: The number of the line or element.
    ///   - line: The line of an element, if it is known. Default: `nil`.
    ///   - reason: The end of the message “Line 12 was skipped: …”.
    public mutating func skip(_ position: Int, line: Int? = nil, _ reason: LocalizedText) {
        if skipped.count < Self.maximumPositions {
            skipped.append((position, line, skipped.count < Self.maximumKept ? reason : nil))
        } else {
            furtherSkipped += 1
        }
    }

    /// Sorts the skipped rows by position, for imports that also skip entries when they are written.
    public mutating func sortSkipped() { skipped.sort { $0.position < $1.position } }

    /// Reports the problems of an entry's fields.
    public mutating func note(_ problems: [FieldProblem], of title: String, at position: Int) {
        for problem in problems {
            let finding = Finding(
                position: position, title: title, field: problem.field, written: problem.written,
                stored: problem.imported, reason: problem.reason)
            if problem.imported == nil { dropped.append(finding) } else { altered.append(finding) }
        }
    }

    /// Reports a field that keeps the user's value.
    ///
    /// - Parameters:
    ///   - field: The name of the field in the file.
    ///   - name: The name of the field for the user.
    ///   - stored: The user's value.
    ///   - written: The value in the file.
    ///   - title: The name of the entry.
    ///   - position: The number of the line or element.
    public mutating func keep(
        _ field: String, _ name: LocalizedText, stored: String, written: String, of title: String,
        at position: Int
    ) {
        kept.append(
            Finding(
                position: position, title: title, field: field, written: written, stored: stored,
                reason: name))
    }

    /// Returns the messages for the user, and the numbers for programs.
    ///
    /// - Parameters:
    ///   - isDryRun: Whether nothing was changed.
    ///   - summary: The message about what was imported.
    ///   - fields: The numbers of what was imported.
    ///   - positions: The field name of the skipped positions.
    public func output(
        isDryRun: Bool, _ summary: LocalizedText, fields: [Record.Field], positions: String = "skippedLines"
    ) -> Output {
        var blocks: [Block] = isDryRun ? [.message(text("This is only a trial: nothing was changed."))] : []
        blocks.append(.message(summary))
        blocks += messages
        if !unknownFields.isEmpty {
            let names = TextArgument.list(unknownFields.map { .text(text("“%@”", $0)) })
            blocks.append(
                .message(
                    keepsUnknownFields
                        ? text("Kept as in the file, without a field of their own: %@.", names)
                        : text("Not imported from the file: %@.", names)))
        }
        blocks += kept.groups.prefix(Self.maximumListed).map { .message(Self.keptMessage($0)) }
        blocks += altered.groups.prefix(Self.maximumListed).map { .message(alteredMessage($0)) }
        blocks += skippedMessages + droppedMessages
        if let possiblyTruncatedLine {
            blocks.append(
                .warning(
                    text(
                        "Line %@ is the last one and has no line end. If the file is incomplete, the last field may be cut off: check it.",
                        String(possiblyTruncatedLine))))
        }
        let output = Output(blocks, data: data(isDryRun: isDryRun, fields: fields, positions: positions))
        return isDryRun ? output.shownWhenQuiet : output
    }

    private var skippedMessages: [Block] {
        var blocks: [Block] = []
        for (position, line, reason) in skipped.prefix(Self.maximumListed) {
            guard let reason else { continue }
            let position = String(position)
            let message =
                if let line {
                    text("Entry %1$@ (line %2$@) was skipped: %3$@.", position, String(line), reason)
                } else if countsLines {
                    text("Line %1$@ was skipped: %2$@.", position, reason)
                } else {
                    text("Entry %1$@ was skipped: %2$@.", position, reason)
                }
            blocks.append(.warning(message))
        }
        let others = skippedCount - blocks.count
        return others > 0 ? blocks + [.warning(text("%lld more were skipped.", others))] : blocks
    }

    private var droppedMessages: [Block] {
        let named = dropped.first.prefix(Self.maximumListed).map { finding in
            let position = String(finding.position)
            let field = TextArgument.text(
                finding.written.isEmpty
                    ? text("“%@”", finding.field)
                    : text("“%1$@” (%2$@)", finding.field, Self.shortened(finding.written)))
            return Block.warning(
                countsLines
                    ? text(
                        "Line %1$@, “%2$@”: %3$@ was not imported: %4$@.", position, finding.title, field,
                        finding.reason)
                    : text(
                        "Entry %1$@, “%2$@”: %3$@ was not imported: %4$@.", position, finding.title, field,
                        finding.reason))
        }
        let others = dropped.count - named.count
        return others > 0 ? named + [.warning(text("%lld more values were not imported.", others))] : named
    }

    private func alteredMessage(_ group: (first: Finding, count: Int)) -> LocalizedText {
        let (finding, stored) = (group.first, group.first.stored ?? "")
        return countsLines
            ? text(
                "Changed “%1$@” in %2$lld entries: %3$@. First: line %4$@, %5$@ became %6$@.", finding.field,
                group.count, finding.reason, String(finding.position),
                Self.shortened(finding.written), Self.shortened(stored))
            : text(
                "Changed “%1$@” in %2$lld entries: %3$@. First: entry %4$@, %5$@ became %6$@.", finding.field,
                group.count, finding.reason, String(finding.position),
                Self.shortened(finding.written), Self.shortened(stored))
    }

    private static func keptMessage(_ group: (first: Finding, count: Int)) -> LocalizedText {
        let (finding, stored) = (group.first, group.first.stored ?? "")
        let (own, other) = (shown(stored), shown(finding.written))
        let name = finding.reason
        if group.count == 1 {
            return stored.isEmpty
                ? text("“%1$@” keeps its empty %2$@; the file says %3$@.", finding.title, name, other)
                : text("“%1$@” keeps your %2$@ %3$@; the file says %4$@.", finding.title, name, own, other)
        }
        return text(
            "%1$lld entries keep your %2$@. First: “%3$@” keeps %4$@; the file says %5$@.", group.count, name,
            finding.title, stored.isEmpty ? .string("–") : own, other)
    }

    /// Returns a value for the user: a date in the user's form, otherwise the beginning of the text.
    private static func shown(_ value: String) -> TextArgument {
        CivilDate(value).map { .day($0) } ?? .string(shortened(value))
    }

    /// Returns the beginning of a text, on one line.
    private static func shortened(_ value: String) -> String {
        let line = value.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
        return line.count > 40 || line.count < value.count ? line.prefix(40) + "…" : line
    }

    private func data(isDryRun: Bool, fields: [Record.Field], positions: String) -> [Block] {
        let places = Cell(.list(skipped.map { .integer($0.position) }), .empty)
        let record = Record(
            fields: fields + [
                .init("skipped", text("Skipped"), .number(skippedCount)),
                .init(positions, countsLines ? text("Skipped lines") : text("Skipped entries"), places),
                .init(
                    "unknownFields", text("Unknown fields"),
                    Cell(.list(unknownFields.map { .string($0) }), .empty)),
            ] + others + [.init("dryRun", text("Trial"), Cell(.bool(isDryRun), .empty))] + further)
        let tables = [("droppedFields", dropped), ("alteredFields", altered), ("keptFields", kept)]
        return [.record(record)]
            + tables.filter { $1.count > 0 }.map { .table(Self.table($0, $1)) }
    }

    private static func table(_ key: String, _ findings: Findings) -> Table {
        Table(
            key,
            columns: [
                .init("position", text("Position")), .init("title", text("Title")),
                .init("field", text("Field")), .init("written", text("In the file")),
                .init("stored", text("Imported")),
            ],
            rows: findings.first.map {
                [
                    .identifier($0.position), .text($0.title), .text($0.field), .text($0.written),
                    Cell.text($0.stored),
                ]
            })
    }
}
