import Basics
import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

/// Imports a file's trips and sights into the store, in one transaction.
@MainActor
struct TripImport {
    let session: TripSession
    let file: InputFile
    /// The destination for sights that aren't part of a trip. If it is `nil`, each sight belongs to the
    /// destination that the file names. If the file names none, the sight belongs to a destination with the
    /// name of the file.
    let target: Destination?
    /// The trip for the legs and stays of a calendar; `nil` for the one that has their days.
    var trip: Trip?
    /// What the events of a calendar become. Default: the rules decide.
    var form: EventForm?

    /// The number of items that are saved at once, as a compromise between speed and memory.
    private static let batchSize = 2000

    /// Imports the file. If the import fails or is interrupted, the store isn't changed.
    ///
    /// - Parameters:
    ///   - source: The file's items.
    ///   - isDryRun: Whether to discard the changes after the import.
    /// - Throws: ``TripFileError`` and the errors of the store.
    func run(_ source: any TripSource, isDryRun: Bool) async throws -> TripImportReport {
        try await session.performImport(isDryRun: isDryRun, label: { $0.label(path: file.path) }) {
            try await importItems(of: source)
        }
    }

    private func importItems(of items: any TripSource) async throws -> TripImportReport {
        var source = items
        var report = TripImportReport()
        report.entries.countsLines = items.countsLines
        var index = try ImportIndex(session.context)
        var itineraries = ItineraryImport(session.context)
        var events: EventImport?
        let work = ProgressReporter(session)
        var pending = 0
        while let row = try source.next() {
            guard let item = row.entry else {
                if let skipped = row.skipped { report.entries.skip(row.position, skipped.reason) }
                continue
            }
            report.entries.note(row.problems, of: item.name, at: row.position)
            switch item {
            case .part: break
            case .ignored(let kind): report.ignored[kind, default: 0] += 1
            case .sight(let sight): try importSight(sight, &index, &report)
            case .details(let identifier, let details):
                if target == nil { index.learn(details.withoutNUL, of: identifier) }
            case .track(let identifier, let line): try setTrack(line, of: identifier)
            case .trip(let trip):
                pending += trip.sights.count
                try importTrip(trip.withoutNUL, &index, &itineraries, &report)
            case .itinerary(let itinerary): try itineraries.add(itinerary, &report)
            case .rate(let rate): try itineraries.add(rate, &report)
            case .view(let view): try session.addMissing([view], at: row.position, &report.entries)
            case .event(let event):
                var own = try events ?? EventImport(session, self)
                events = nil
                own.add(event)
                events = own
            }
            pending += 1
            if pending >= Self.batchSize {
                pending = 0
                try await session.context.saveWhenUnlocked()
                index.releaseSavedObjects()
                session.context.unloadRelatedObjects()
                work.show(progress(report))
                // Let Ctrl-C interrupt the import.
                await Task.yield()
                try Task.checkCancellation()
            }
        }
        try await events?.finish(&report) { try await session.context.saveWhenUnlocked() }
        try await session.context.saveWhenUnlocked()
        if itineraries.destinationsWithoutTrip > 0 {
            report.ignored[.tripOfDestination] = itineraries.destinationsWithoutTrip
        }
        report.entries.unknownFields = source.unknownFields
        report.entries.possiblyTruncatedLine = source.possiblyTruncatedLine
        work.end()
        return report
    }

    /// Gives the line of an export to its sight, unless the sight has one.
    private func setTrack(_ line: String, of identifier: UUID) throws {
        let sight = try session.context.fetch(
            FetchDescriptor<Sight>(predicate: #Predicate { $0.identifier == identifier })
        ).first
        if let sight, sight.track == nil { sight.track = line }
    }

    private func progress(_ report: TripImportReport) -> LocalizedText {
        guard let percent = file.percentRead else {
            return text("Importing: %lld sights", report.added.sights)
        }
        return text("Importing: %1$lld sights, %2$@ %%", report.added.sights, String(percent))
    }

    /// Imports a sight that isn't part of a trip.
    private func importSight(
        _ imported: ImportedSight, _ index: inout ImportIndex, _ report: inout TripImportReport
    ) throws {
        var sight = imported
        if target == nil, sight.destination == nil { sight.destination = file.nameWithoutEnding }
        let own = target.flatMap { index.entry(of: $0) }
        if own == nil { index.learnDetails(of: sight) }
        // If the sight exists, don't look for its destination by name, because the user may have renamed it.
        if try find(sight, &index, &report) {
            if own == nil { index.match(sight) }
            return
        }
        let entry = own ?? index.match(sight) ?? makeDestination(of: sight, &index, &report)
        index.mayForgetSights(of: entry, isComplete: false)
        try add(sight, to: entry, &index, &report)
    }

    private func makeDestination(
        of sight: ImportedSight, _ index: inout ImportIndex, _ report: inout TripImportReport
    ) -> ImportIndex.Entry {
        let destination = Destination(
            identifier: sight.destinationIdentifier ?? UUID.random(), name: sight.destinationName)
        destination.setDates(sight.dates)
        destination.timeZone = sight.timeZone
        destination.priority = sight.priority ?? .maybe
        destination.details = index.takeDetails(for: sight)
        if let source = sight.destinationSource, !index.hasDestination(from: source) {
            destination.source = source
        }
        session.context.insert(destination)
        report.added.destinations += 1
        return index.add(destination, for: sight)
    }

    /// Imports a destination with its sights.
    private func importTrip(
        _ imported: ImportedTrip, _ index: inout ImportIndex, _ itineraries: inout ItineraryImport,
        _ report: inout TripImportReport
    ) throws {
        if target != nil, imported.isRoute {
            // The route's sights go to the destination that the user named.
            if !imported.details.isEmpty { report.ignored[.otherDetails, default: 0] += 1 }
            for sight in imported.sights { try importSight(sight, &index, &report) }
            return
        }
        var trip = imported
        if let kind = trip.ignored { report.ignored[kind, default: 0] += 1 }
        // If the trip has no identifier and all its sights exist, don't create a destination for it.
        if trip.identifier == nil, !trip.sights.isEmpty,
            try trip.sights.allSatisfy({ try index.hasIdentifier(of: $0) })
        {
            for sight in trip.sights { note(sight, &index, &report) }
            return
        }
        let entry: ImportIndex.Entry
        if let known = index.match(trip) {
            entry = known
            if trip.itinerary != nil, let destination = index.destination(of: entry) {
                try itineraries.note(destination, for: trip, isNew: false)
            }
            if !trip.details.allSatisfy(\.isWhitespace) {
                if trip.identifier == nil, !entry.details.isEmpty, entry.details != trip.details {
                    keepOtherDetails(of: &trip, &report)
                } else {
                    entry.details = trip.details
                    complete(entry, from: trip, &index, &report)
                }
            }
            if !trip.remark.isEmpty {
                keep(trip.remark, of: entry, index, &report)
            } else if trip.sights.isEmpty {
                report.known += 1
            }
        } else {
            let destination = Destination(identifier: trip.identifier ?? UUID.random(), name: trip.name)
            destination.details = trip.details.isEmpty ? trip.remark : trip.details
            destination.setDates(trip.dates)
            destination.timeZone = trip.timeZone
            destination.place = trip.place
            destination.country = trip.country
            destination.priority = trip.priority ?? .maybe
            if let source = trip.source, !index.hasDestination(from: source) { destination.source = source }
            session.context.insert(destination)
            report.added.destinations += 1
            try itineraries.note(destination, for: trip, isNew: true)
            entry = index.add(destination, for: trip)
            entry.details = trip.details.allSatisfy(\.isWhitespace) ? "" : trip.details
            if trip.details.isEmpty, !trip.remark.isEmpty { entry.notes = 1 }
        }
        for sight in trip.sights {
            if try find(sight, &index, &report) { continue }
            try add(sight, to: entry, &index, &report)
        }
        // In a list of destinations, each destination has all its sights. The rows of a destination may be
        // anywhere in a file.
        index.mayForgetSights(of: entry, isComplete: !trip.isRow)
    }

    /// Keeps details that differ from those of earlier rows as the note of the row's sight. If the sight
    /// already has another note, the report counts the details as ignored.
    private func keepOtherDetails(of trip: inout ImportedTrip, _ report: inout TripImportReport) {
        if trip.isRow, trip.sights.first?.record.note.isEmpty ?? false {
            trip.sights[0].record.note = trip.details
        } else if trip.sights.first?.record.note != trip.details {
            report.ignored[.otherDetails, default: 0] += 1
        }
    }

    /// Sets the details of a new destination that has no details or only a note in their place. The report
    /// counts a replaced note as ignored.
    private func complete(
        _ entry: ImportIndex.Entry, from trip: ImportedTrip, _ index: inout ImportIndex,
        _ report: inout TripImportReport
    ) {
        guard !entry.existedBefore, let made = index.destination(of: entry),
            made.details.isEmpty || entry.notes > 0, index.mayGetDetails(made, of: entry, from: trip)
        else { return }
        if made.details != trip.details {
            made.details = trip.details
            if entry.notes > 0 {
                report.ignored[.unnamedPoint, default: 0] += entry.notes
                // The rows with this note were counted as known, except for the first row, which created the
                // destination or set its details.
                report.known -= entry.notes - 1
            }
        }
        entry.notes = 0
    }

    /// Uses the note of a row without a sight as the details of a new destination that has none. Other
    /// destinations don't change. If the note differs from their details, the report counts the note as a
    /// point without a name.
    private func keep(
        _ remark: String, of entry: ImportIndex.Entry, _ index: ImportIndex, _ report: inout TripImportReport
    ) {
        guard let destination = index.destination(of: entry) else { return }
        if destination.details == remark {
            report.known += 1
            if entry.notes > 0 { entry.notes += 1 }
        } else if !entry.existedBefore, destination.details.isEmpty {
            destination.details = remark
            entry.notes = 1
        } else {
            report.ignored[.unnamedPoint, default: 0] += 1
        }
    }

    /// Whether a sight with the same identifier exists. If it was tentatively matched with another sight of
    /// the file, that match is undone. Otherwise, the sight is counted as known.
    private func find(
        _ sight: ImportedSight, _ index: inout ImportIndex, _ report: inout TripImportReport
    ) throws -> Bool {
        guard try index.hasIdentifier(of: sight) else { return false }
        note(sight, &index, &report)
        return true
    }

    /// Counts a sight as known. If another sight of the file was tentatively matched with the stored sight,
    /// creates that other sight instead.
    private func note(_ sight: ImportedSight, _ index: inout ImportIndex, _ report: inout TripImportReport) {
        if let wrongMatch = index.find(sight.identifier) {
            make(wrongMatch.sight, with: UUID.random(), in: wrongMatch.entry, index, &report)
        } else {
            report.known += 1
        }
    }

    private func add(
        _ imported: ImportedSight, to entry: ImportIndex.Entry, _ index: inout ImportIndex,
        _ report: inout TripImportReport
    ) throws {
        let identifier = imported.identifier ?? UUID.random()
        if try index.isKnown(imported, in: entry, orMadeWith: identifier) {
            report.known += 1
            if let sight = try index.incompleteSight(of: imported, in: entry) {
                Sight.fields.complete(sight, from: imported.record, Sight.facts)
            }
            return
        }
        make(imported, with: identifier, in: entry, index, &report)
    }

    private func make(
        _ imported: ImportedSight, with identifier: UUID, in entry: ImportIndex.Entry, _ index: ImportIndex,
        _ report: inout TripImportReport
    ) {
        guard let destination = index.destination(of: entry) else { return }
        let sight = imported.record
        sight.identifier = identifier
        sight.destination = destination
        session.context.insert(sight)
        report.added.sights += 1
    }
}

extension InputFile {
    /// The name of the file without its folder and ending, for what has no name in the file itself.
    var nameWithoutEnding: String {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
        return String(name[..<dot])
    }
}
