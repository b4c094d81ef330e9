import Localization
import ProgramKit
import Shell

/// The result of an import.
struct TripImportReport {
    /// The entries of the file that aren't imported, or not as they are in the file.
    var entries = ImportReport()
    /// The numbers of new records.
    var added = TripCounts()
    /// The number of items that already existed in the store.
    var known = 0
    var ignored: [IgnoredPart: Int] = [:]
    /// What the first events of a calendar become.
    var events: [EventPlan] = []
    /// The number of further events.
    var unlistedEvents = 0
    /// The number of events with times that are on no known clock.
    var floating = 0
    /// The number of times in UTC whose places aren't known.
    var utcEvents = 0
    /// Messages about records that took new values of their events.
    var updated: [LocalizedText] = []
    /// The names of legs and stays that were marked as cancelled.
    var cancelled: [String] = []
    /// The names of sights that lost their planned time because their event was cancelled.
    var unplanned: [String] = []
    /// The names of records that stay planned although their event was cancelled.
    var stillPlanned: [String] = []
    /// The number of events that are earlier versions of imported ones.
    var olderEvents = 0
    /// The names of zones that aren't known.
    var unknownZones: Set<String> = []

    /// Returns the report as messages for the user, and as a record for machine-readable output.
    func output(isDryRun: Bool) -> Output {
        var report = entries
        let parts = added.parts
        if !parts.isEmpty {
            let list = TextArgument.list(parts.map { .text($0) })
            report.messages.append(
                .message(isDryRun ? text("Would also add: %@.", list) : text("Also added: %@.", list)))
        }
        let others = IgnoredPart.allCases.compactMap { kind in ignored[kind].map { kind.summary($0) } }
        if !others.isEmpty {
            report.messages.append(
                .message(text("Not imported: %@.", TextArgument.list(others.map { .text($0) }))))
        }
        report.messages += eventBlocks
        report.others = [.init("leftOut", text("Not imported"), .number(ignored.values.reduce(0, +)))]
        report.further = [
            .init("updated", text("Changed"), .number(updated.count)),
            .init("cancelled", text("Cancelled"), .number(cancelled.count + unplanned.count)),
        ]
        return report.output(
            isDryRun: isDryRun,
            isDryRun
                ? text(
                    "Would add %1$@ and %2$@; %3$lld already exist, %4$lld would be skipped.",
                    added.destinationCount, added.sightCount, known, report.skippedCount)
                : text(
                    "Added %1$@ and %2$@; %3$lld already existed, %4$lld skipped.",
                    added.destinationCount, added.sightCount, known, report.skippedCount),
            fields: added.fields + [.init("known", text("Already existed"), .number(known))],
            positions: "skippedPositions")
    }

    /// Returns a table of what events become, and messages about their time zones.
    private var eventBlocks: [Block] {
        var blocks: [Block] = []
        if !events.isEmpty {
            blocks.append(.table(EventPlan.table(events)))
            if unlistedEvents > 0 { blocks.append(.message(text("And %lld more events.", unlistedEvents))) }
        }
        if floating > 0 {
            blocks.append(
                .message(text("%lld events have no time zone: their times are local times.", floating)))
        }
        if utcEvents > 0 {
            blocks.append(
                .warning(text("%lld times are in UTC, because their places aren't known.", utcEvents)))
        }
        blocks += updated.prefix(Self.mostNamed).map { .message($0) }
        if updated.count > Self.mostNamed {
            blocks.append(.message(text("And %lld more changes.", updated.count - Self.mostNamed)))
        }
        if !cancelled.isEmpty {
            blocks.append(.warning(text("Marked as cancelled: %@.", Self.names(cancelled))))
        }
        if !unplanned.isEmpty {
            blocks.append(
                .warning(text("Cancelled, so no longer planned for a day: %@.", Self.names(unplanned))))
        }
        if !stillPlanned.isEmpty {
            blocks.append(
                .warning(
                    text(
                        "Cancelled in the calendar, but still in your plans: %@.", Self.names(stillPlanned))))
        }
        if olderEvents > 0 {
            blocks.append(
                .message(
                    text("%lld events are older than their last import, and changed nothing.", olderEvents)))
        }
        if !unknownZones.isEmpty {
            let names = TextArgument.list(unknownZones.sorted().prefix(10).map { .string($0) })
            blocks.append(
                .warning(text("Unknown time zones: %@. Times in them are taken as local times.", names)))
        }
        return blocks
    }

    /// The number of changes and names that a message contains.
    private static let mostNamed = 20

    private static func names(_ names: [String]) -> TextArgument {
        let named = names.prefix(mostNamed).map { TextArgument.text(text("“%@”", $0)) }
        let rest = names.count - named.count
        return .list(named + (rest > 0 ? [.text(text("%lld more", rest))] : []))
    }

    /// Returns the import's label in the history.
    func label(path: String) -> LocalizedText {
        let (changes, cancellations) = (updated.count, cancelled.count + unplanned.count)
        let changed =
            (changes > 0 ? [text("%lld changes", changes)] : [])
            + (cancellations > 0 ? [text("%lld cancellations", cancellations)] : [])
        guard !(added.parts + changed).isEmpty else {
            return text("Imported %1$@: %2$@ and %3$@.", path, added.destinationCount, added.sightCount)
        }
        return text("Imported %1$@: %2$@.", path, TextArgument.list((added.all + changed).map { .text($0) }))
    }
}

/// The numbers of records of an import or an exported file, by kind.
struct TripCounts: Equatable {
    var destinations = 0
    var sights = 0
    var trips = 0
    var legs = 0
    var stays = 0
    var expenses = 0
    var budgetLines = 0
    var checklistItems = 0
    var rates = 0

    // Use separate texts, because each number has its own plural form.
    var destinationCount: LocalizedText { text("%lld destinations", destinations) }
    var sightCount: LocalizedText { text("%lld sights", sights) }

    /// The numbers of trips and of parts of trips that aren't zero.
    var parts: [LocalizedText] {
        [
            (trips, text("%lld trips", trips)), (legs, text("%lld legs", legs)),
            (stays, text("%lld stays", stays)), (expenses, text("%lld expenses", expenses)),
            (budgetLines, text("%lld budget lines", budgetLines)),
            (checklistItems, text("%lld checklist items", checklistItems)),
            (rates, text("%lld exchange rates", rates)),
        ].filter { $0.0 > 0 }.map(\.1)
    }

    /// All numbers that aren't zero.
    var all: [LocalizedText] {
        (destinations > 0 ? [destinationCount] : []) + (sights > 0 ? [sightCount] : []) + parts
    }

    /// The numbers for machine-readable output.
    var fields: [Record.Field] {
        [
            .init("destinations", text("Destinations"), .number(destinations)),
            .init("sights", text("Sights"), .number(sights)),
            .init("trips", text("Trips"), .number(trips)),
            .init("legs", text("Legs"), .number(legs)),
            .init("stays", text("Stays"), .number(stays)),
            .init("expenses", text("Expenses"), .number(expenses)),
            .init("budgetLines", text("Budget lines"), .number(budgetLines)),
            .init("checklistItems", text("Checklist items"), .number(checklistItems)),
            .init("rates", text("Rates"), .number(rates)),
        ]
    }
}
