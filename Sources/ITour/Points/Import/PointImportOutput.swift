import Formats
import Localization
import ModelData
import Shell
import Suite
import Sync

/// What is said of an import of points of interest.
@MainActor
struct PointImportOutput {
    let result: PointImport.Result
    let isDryRun: Bool

    /// In words, and in numbers for programs.
    var output: Output {
        let report = result.report
        var blocks = ImportOutput.notice(isTrial: isDryRun)
        blocks.append(
            .message(
                text(
                    "Points of interest: %1$lld added, %2$lld updated, %3$lld unchanged, %4$lld skipped.",
                    report.added, report.updated, report.unchanged, report.skippedCount)))
        if report.keptDeleted > 0 {
            blocks.append(
                .message(
                    text(
                        "%lld of them were deleted here and stay away; “--deleted” brings them back.",
                        report.keptDeleted)))
        }
        let skipped = report.skipped.sorted { $0.number < $1.number }
        for record in skipped.prefix(ImportOutput.mostNamed) {
            blocks.append(
                .warning(
                    text(
                        "Entry %1$@, line %2$@, was skipped: %3$@.", String(record.number),
                        String(record.line), Self.words(record.reason))))
        }
        blocks += ImportOutput.more(report.skippedCount - min(skipped.count, ImportOutput.mostNamed))
        let data = Record(fields: [
            .init("added", text("Added"), .number(report.added)),
            .init("updated", text("Updated"), .number(report.updated)),
            .init("unchanged", text("Unchanged"), .number(report.unchanged)),
            .init("keptDeleted", text("Deleted here"), .number(report.keptDeleted)),
            .init("skipped", text("Skipped"), .number(report.skippedCount)),
            .init(
                "skippedEntries", text("Skipped"),
                Cell(.list(skipped.map { .integer($0.number) }), .empty)),
            .init(
                "skippedLines", text("Skipped"), Cell(.list(skipped.map { .integer($0.line) }), .empty)),
            .init(
                "complete", text("Complete"), Cell(.bool(result.problem == nil), .empty)),
            ImportOutput.field(isTrial: isDryRun),
        ])
        var output = Output(blocks, data: [.record(data)])
        output.isAnswer = isDryRun
        output.problem = result.problem
        return output
    }

    /// The end of “Entry 12, line 14, was skipped: …”.
    static func words(_ reason: SkipReason) -> LocalizedText {
        switch reason {
        case .json(let problem): words(problem)
        case .tooLong(let limit): text("it is longer than %@ kB", String(limit >> 10))
        case .refused(let problem as PointProblem): problem.reason
        case .refused: text("its values don't fit together")
        case .store(let error):
            SuiteErrors.describe(error, TripSession.names).map { text("it can't be stored: %@", $0.problem) }
                ?? text("its values don't fit together")
        }
    }

    private static func words(_ problem: JSONProblem) -> LocalizedText {
        switch problem {
        case .syntax(let expected, let position):
            position.found.map {
                text(
                    "it is not valid JSON: expected %1$@, found “%2$@”", expected.words, $0)
            } ?? text("it is not valid JSON: expected %@", expected.words)
        case .tooDeep, .tooLong: text("its brackets are too deep")
        case .repeatedKey(let key, _): text("the key “%@” stands there twice", key)
        case .missing(let path, _): text("“%@” is missing", Self.name(path))
        case .mismatch(let path, let expected, let found):
            path.steps.isEmpty
                ? text("expected %1$@, found %2$@", expected, found)
                : text("“%1$@” should be %2$@, not %3$@", Self.name(path), expected, found)
        }
    }

    /// The keys that lead to a value, such as `category.name`.
    private static func name(_ path: JSONPath) -> String {
        String(path.description(root: "").drop { $0 == "." })
    }
}
