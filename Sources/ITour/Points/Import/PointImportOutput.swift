import Formats
import Localization
import ModelData
import Shell
import Suite
import Sync

/// The output of an import of points of interest.
@MainActor
struct PointImportOutput {
    let result: PointImport.Result
    let isDryRun: Bool

    /// The messages for the user, and the record for machine-readable output.
    var output: Output {
        let report = result.report
        var entries = ImportReport(countsLines: false)
        entries.unknownFields = report.unknownKeys.sorted()
        let skipped = report.skipped.sorted { $0.number < $1.number }
        for record in skipped {
            entries.skip(record.number, line: record.line, Self.message(record.reason))
        }
        for value in report.dropped {
            let problem = FieldProblem(
                field: value.key, written: value.written, reason: Self.message(value.reason, of: value.key))
            entries.note([problem], of: value.title, at: value.number)
        }
        entries.addFurther(
            skipped: report.skippedCount - skipped.count, dropped: report.droppedCount - report.dropped.count)
        if report.keptDeleted > 0 {
            entries.messages.append(
                .message(
                    text(
                        "%lld of them were not imported because you deleted them. Use “--deleted” to import them.",
                        report.keptDeleted)))
        }
        entries.others = [
            .init("skippedLines", text("Skipped"), Cell(.list(skipped.map { .integer($0.line) }), .empty)),
            .init("complete", text("Complete"), Cell(.bool(result.problem == nil), .empty)),
        ]
        var output = entries.output(
            isDryRun: isDryRun,
            text(
                "Points of interest: %1$lld added, %2$lld updated, %3$lld unchanged, %4$lld skipped.",
                report.added, report.updated, report.unchanged, report.skippedCount),
            fields: [
                .init("added", text("Added"), .number(report.added)),
                .init("updated", text("Updated"), .number(report.updated)),
                .init("unchanged", text("Unchanged"), .number(report.unchanged)),
                .init("keptDeleted", text("Deleted here"), .number(report.keptDeleted)),
            ], positions: "skippedEntries")
        output.problem = result.problem
        return output
    }

    /// The problem, as the end of the message “Entry 12 was skipped: …”.
    ///
    /// - Parameter key: The key of a value of which the message says the problem.
    static func message(_ reason: SkipReason, of key: String? = nil) -> LocalizedText {
        switch reason {
        case .json(.mismatch(let path, let expected, _)) where path.steps.count == 1 && key != nil:
            text("it must be %@", expected)
        case .json(let problem): message(problem)
        case .tooLong(let limit): text("it is longer than %@ kB", String(limit >> 10))
        case .refused(let problem as PointProblem): problem.reason
        case .refused: text("its values contradict each other")
        case .store(let error):
            SuiteErrors.describe(error, TripSession.names).map { text("it can't be stored: %@", $0.problem) }
                ?? text("its values contradict each other")
        }
    }

    private static func message(_ problem: JSONProblem) -> LocalizedText {
        switch problem {
        case .syntax(let expected, let position):
            position.found.map {
                text(
                    "it is not valid JSON: expected %1$@, found “%2$@”", expected.localizedDescription, $0)
            } ?? text("it is not valid JSON: expected %@", expected.localizedDescription)
        case .tooDeep, .tooLong: text("it is nested too deeply")
        case .repeatedKey(let key, _): text("the key “%@” occurs twice", key)
        case .missing(let path, _): text("“%@” is missing", Self.name(path))
        case .mismatch(let path, let expected, let found):
            path.steps.isEmpty
                ? text("expected %1$@, found %2$@", expected, found)
                : text("“%1$@” must be %2$@, not %3$@", Self.name(path), expected, found)
        }
    }

    /// The path of keys to a value, such as `category.name`.
    private static func name(_ path: JSONPath) -> String {
        String(path.description(root: "").drop { $0 == "." })
    }
}
