import Foundation
import Localization
import ModelData
import ProgramKit
import Shell
import Sync

/// Imports a list of points of interest.
///
/// A point is found by its identifier. An import doesn't change what the user edited, and adds no points that the user
/// deleted.
@MainActor
struct PointImporter: EntryImporter {
    private let session: TripSession
    private let source: PointSource
    private let list: PointList
    private let bringsBackDeleted: Bool
    private let upsert: ObjectUpsert<PointOfInterest>
    private var edits: ImportEdits?
    private let progress: PointProgress
    /// The number of entries that weren't imported because the user deleted their points.
    private(set) var keptDeleted = 0
    /// The reason why the list ended early; `nil` for a complete list.
    private(set) var problem: PointImportError?

    /// The number of entries in one save.
    static var batchSize: Int { 1000 }

    /// Prepares an import.
    ///
    /// - Parameters:
    ///   - source: The source, from which nothing was read yet.
    ///   - session: The session.
    ///   - bringsBackDeleted: Whether to import points that the user deleted from this store. Default: no.
    /// - Throws: `ModelDataError` if the store can't be opened.
    init(_ source: PointSource, in session: TripSession, bringsBackDeleted: Bool = false) throws {
        self.session = session
        self.source = source
        self.bringsBackDeleted = bringsBackDeleted
        list = PointList(source, language: session.localizer.language)
        upsert = try ObjectUpsert(PointOfInterest.self, in: session.context)
        edits = try ImportEdits(PointOfInterest.self, in: session.context)
        progress = PointProgress(session)
    }

    /// Imports the points in one transaction and one undo step. If the user interrupts the import, the store isn't
    /// changed. If reading the source fails, the points that were read before the failure are kept.
    ///
    /// - Parameter isDryRun: Whether to discard the changes after the import.
    /// - Throws: ``PointImportError`` and the errors of the store.
    mutating func run(isDryRun: Bool) async throws -> ImportReport {
        try await run(
            list, path: source.name, in: session, isDryRun: isDryRun, fractionRead: { $0.list.fractionRead })
    }

    mutating func take(_ rows: [ImportRow<ListedPoint>], _ report: inout ImportReport) async throws {
        try await session.context.whenUnlocked {
            try edits?.begin()
            try write(rows, &report)
            try edits?.end()
        }
    }

    private mutating func write(_ rows: [ImportRow<ListedPoint>], _ report: inout ImportReport) throws {
        let found = try edits?.of(rows.compactMap { $0.entry?.point.identifier }) ?? [:]
        var entries: [ObjectUpsert<PointOfInterest>.Entry] = []
        var places: [(position: Int, line: Int?)] = []
        entries.reserveCapacity(rows.count)
        places.reserveCapacity(rows.count)
        for row in rows {
            guard let entry = row.entry else { continue }
            if !row.problems.isEmpty { report.note(row.problems, of: entry.point.name, at: row.position) }
            let edits = found.isEmpty ? nil : found[entry.point.identifier]
            if let edits, edits.isDeleted, !bringsBackDeleted {
                report.unchanged += 1
                keptDeleted += 1
                continue
            }
            entries.append(.init(entry.point, properties: entry.properties, edited: edits?.properties ?? []))
            places.append((row.position, row.line))
        }
        for (outcome, place) in zip(try upsert.write(entries), places) {
            switch outcome {
            case .inserted: report.added += 1
            case .updated: report.changed += 1
            case .unchanged: report.unchanged += 1
            case .refused(let error):
                let reason =
                    SuiteErrors.describe(error, session.names)
                    .map { text("it can't be stored: %@", $0.problem) }
                    ?? text("its values contradict each other")
                report.skip(place.position, line: place.line, reason)
            }
        }
    }

    mutating func finish(_ report: inout ImportReport) {
        report.sortSkipped()
        // The report lists skipped entries separately.
        problem = list.problem(imported: report.total - report.skippedCount)
    }

    func label(_ report: ImportReport, path: String) -> LocalizedText {
        text(
            "Imported %1$@: %2$lld points of interest added, %3$lld updated.", path, report.added,
            report.changed)
    }

    func progress(_ report: ImportReport, fraction: Double?) -> [LocalizedText] {
        progress.texts(report.total, fraction: fraction)
    }

    /// Returns the messages for the user, and the record for machine-readable output.
    func output(_ report: ImportReport, isDryRun: Bool) -> Output {
        var report = report
        if keptDeleted > 0 {
            report.messages.append(
                .message(
                    text(
                        "%lld of them were not imported because you deleted them. Use “--deleted” to import them.",
                        keptDeleted)))
        }
        let lines = report.skipped.compactMap(\.line).map { Cell.RawValue.integer($0) }
        report.others = [
            .init("skippedLines", text("Skipped"), Cell(.list(lines), .empty)),
            .init("complete", text("Complete"), Cell(.bool(problem == nil), .empty)),
        ]
        var output = report.output(
            isDryRun: isDryRun,
            text(
                "Points of interest: %1$lld added, %2$lld updated, %3$lld unchanged, %4$lld skipped.",
                report.added, report.changed, report.unchanged, report.skippedCount),
            fields: [
                .init("added", text("Added"), .number(report.added)),
                .init("updated", text("Updated"), .number(report.changed)),
                .init("unchanged", text("Unchanged"), .number(report.unchanged)),
                .init("keptDeleted", text("Deleted here"), .number(keptDeleted)),
            ], positions: "skippedEntries")
        output.problem = problem
        return output
    }
}

/// The texts that show the progress of an import, its speed and the remaining time.
@MainActor
struct PointProgress {
    private let now: @Sendable () -> Date
    private let begin: Date

    /// The time of the import is measured from this call.
    init(_ session: TripSession) {
        now = session.environment.now
        begin = now()
    }

    /// Returns the texts, from the longest to the shortest.
    ///
    /// - Parameters:
    ///   - records: The number of records so far.
    ///   - fraction: The read part of the source, 0 to 1; `nil` if the size is unknown.
    func texts(_ records: Int, fraction: Double?) -> [LocalizedText] {
        let seconds = max(now().timeIntervalSince(begin), 0.001)
        let rate = Int(Double(records) / seconds)
        guard let fraction, fraction > 0 else {
            return [text("Importing: %1$lld points of interest, %2$lld per second", records, rate)]
        }
        return Self.texts(records, rate: rate, secondsLeft: seconds / fraction * (1 - fraction))
    }

    /// Returns texts for the progress, from the longest to the shortest. All of them contain the remaining
    /// time.
    ///
    /// - Parameters:
    ///   - records: The number of records so far.
    ///   - rate: The number of records per second.
    ///   - secondsLeft: The remaining time in seconds.
    static func texts(_ records: Int, rate: Int, secondsLeft: Double) -> [LocalizedText] {
        let left = duration(secondsLeft)
        return [
            text("Importing: %1$lld points of interest, %2$lld per second, %3$@ left", records, rate, left),
            text("Importing: %1$lld points of interest, %2$@ left", records, left), text("%@ left", left),
        ]
    }

    private static func duration(_ seconds: Double) -> LocalizedText {
        let seconds = Int(seconds.rounded(.up))
        return seconds < 100 ? text("%lld s", seconds) : text("%lld min", (seconds + 30) / 60)
    }
}
