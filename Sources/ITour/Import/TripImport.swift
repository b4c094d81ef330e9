import Foundation
import Localization
import ModelData
import Shell
import Suite

/// Brings a file's trips and sights into the store, in one transaction.
@MainActor
struct TripImport {
    let session: TripSession
    let file: InputFile
    /// Where sights go that no destination is said of; `nil` makes destinations of them.
    let home: Destination?

    /// How many items are saved at once: enough to be quick, few enough to need little memory.
    private static let batchSize = 2000

    /// Imports everything. Where it fails or is interrupted, the store is as it was.
    func run(_ source: any ImportSource, isDryRun: Bool) async throws -> ImportReport {
        try await session.importing(isTrial: isDryRun, label: { $0.label(path: file.path) }) {
            try await importItems(of: source)
        }
    }

    private func importItems(of items: any ImportSource) async throws -> ImportReport {
        var source = items
        var report = ImportReport(countsLines: items.countsLines)
        var index = try ImportIndex(session.context)
        let work = LongWork(session)
        var pending = 0
        while let item = try source.next() {
            switch item {
            case .skipped(let position, let reason): report.skipped.append(SkippedPart(position, reason))
            case .leftOut(let kind): report.leftOut[kind, default: 0] += 1
            case .sight(let sight): try take(sight.withoutNUL, &index, &report)
            case .details(let identifier, let details):
                if home == nil { index.learn(details.withoutNUL, of: identifier) }
            case .trip(let trip):
                pending += trip.sights.count
                try take(trip.withoutNUL, &index, &report)
            }
            pending += 1
            if pending >= Self.batchSize {
                pending = 0
                try session.context.save()
                index.settle()
                work.show(progress(report))
                // Lets Ctrl-C through.
                await Task.yield()
                try Task.checkCancellation()
            }
        }
        try session.context.save()
        report.openEnd = source.openEnd
        work.end()
        return report
    }

    private func progress(_ report: ImportReport) -> LocalizedText {
        guard let percent = file.percentRead else { return text("Importing: %lld sights", report.sights) }
        return text("Importing: %1$lld sights, %2$@ %%", report.sights, String(percent))
    }

    /// A sight by itself.
    private func take(_ sight: ImportedSight, _ index: inout ImportIndex, _ report: inout ImportReport) throws
    {
        let own = home.flatMap { index.entry(of: $0) }
        if own == nil { index.learnDetails(of: sight) }
        // Nothing is made for a sight that is there: its destination may have another name by now.
        if try find(sight, &index, &report) {
            if own == nil { try index.learnDestination(of: sight) }
            return
        }
        let entry = own ?? index.match(sight) ?? makeDestination(of: sight, &index, &report)
        try add(sight, to: entry, &index, &report)
    }

    private func makeDestination(
        of sight: ImportedSight, _ index: inout ImportIndex, _ report: inout ImportReport
    ) -> ImportIndex.Entry {
        let destination = Destination(
            identifier: sight.destinationIdentifier ?? UUID(), name: sight.nameOfDestination)
        destination.setDates(sight.dates)
        destination.timeZone = sight.timeZone
        destination.priority = sight.priority ?? .maybe
        destination.details = index.takeDetails(for: sight)
        if let source = sight.destinationSource, !index.hasDestination(from: source) {
            destination.source = source
        }
        session.context.insert(destination)
        report.destinations += 1
        return index.add(destination, for: sight)
    }

    /// A destination with its sights.
    private func take(_ said: ImportedTrip, _ index: inout ImportIndex, _ report: inout ImportReport) throws {
        var trip = said
        if let kind = trip.leftOut { report.leftOut[kind, default: 0] += 1 }
        // Sights that are there need no destination that only has a name.
        if trip.identifier == nil, !trip.sights.isEmpty,
            try trip.sights.allSatisfy({ try index.hasIdentifier(of: $0) })
        {
            for sight in trip.sights { note(sight, &index, &report) }
            return
        }
        let entry: ImportIndex.Entry
        if let known = index.match(trip) {
            entry = known
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
            let destination = Destination(identifier: trip.identifier ?? UUID(), name: trip.name)
            destination.details = trip.details.isEmpty ? trip.remark : trip.details
            destination.setDates(trip.dates)
            destination.timeZone = trip.timeZone
            destination.priority = trip.priority ?? .maybe
            if let source = trip.source, !index.hasDestination(from: source) { destination.source = source }
            session.context.insert(destination)
            report.destinations += 1
            entry = index.add(destination, for: trip)
            entry.details = trip.details.allSatisfy(\.isWhitespace) ? "" : trip.details
            if trip.details.isEmpty, !trip.remark.isEmpty { entry.notes = 1 }
        }
        for sight in trip.sights {
            if try find(sight, &index, &report) { continue }
            try add(sight, to: entry, &index, &report)
        }
    }

    /// Makes details that aren't those of the rows above, but of the row's sight, the sight's note. Where it has one, they are
    /// told of as left out.
    private func keepOtherDetails(of trip: inout ImportedTrip, _ report: inout ImportReport) {
        if trip.isRow, trip.sights.first?.note.isEmpty ?? false {
            trip.sights[0].note = trip.details
        } else if trip.sights.first?.note != trip.details {
            report.leftOut[.otherDetails, default: 0] += 1
        }
    }

    /// Gives a destination that the import made the details that it lacks, or has a note in place of; such a note is told of
    /// as left out then.
    private func complete(
        _ entry: ImportIndex.Entry, from trip: ImportedTrip, _ index: inout ImportIndex,
        _ report: inout ImportReport
    ) {
        guard !entry.wasThere, let made = index.destination(of: entry),
            made.details.isEmpty || entry.notes > 0, index.mayGetDetails(made, of: entry, from: trip)
        else { return }
        if made.details != trip.details {
            made.details = trip.details
            if entry.notes > 0 {
                report.leftOut[.unnamedPoint, default: 0] += entry.notes
                // The first of its rows made the destination, or the details.
                report.known -= entry.notes - 1
            }
        }
        entry.notes = 0
    }

    /// Keeps the note of a row without a sight as the details of a destination that the import made without any; others are
    /// left as they are, and a note that isn't theirs is told of as one of a sight without a name.
    private func keep(
        _ remark: String, of entry: ImportIndex.Entry, _ index: ImportIndex, _ report: inout ImportReport
    ) {
        guard let destination = index.destination(of: entry) else { return }
        if destination.details == remark {
            report.known += 1
            if entry.notes > 0 { entry.notes += 1 }
        } else if !entry.wasThere, destination.details.isEmpty {
            destination.details = remark
            entry.notes = 1
        } else {
            report.leftOut[.unnamedPoint, default: 0] += 1
        }
    }

    /// Whether a sight with the same identifier is there; what was taken for it is one of its own then.
    private func find(
        _ sight: ImportedSight, _ index: inout ImportIndex, _ report: inout ImportReport
    ) throws -> Bool {
        guard try index.hasIdentifier(of: sight) else { return false }
        note(sight, &index, &report)
        return true
    }

    /// Notes that the sight with an identifier is there.
    private func note(_ sight: ImportedSight, _ index: inout ImportIndex, _ report: inout ImportReport) {
        if let claim = index.find(sight.identifier) {
            make(claim.sight, with: UUID(), in: claim.entry, index, &report)
        } else {
            report.known += 1
        }
    }

    private func add(
        _ imported: ImportedSight, to entry: ImportIndex.Entry, _ index: inout ImportIndex,
        _ report: inout ImportReport
    ) throws {
        let identifier = imported.identifier ?? UUID()
        if try index.isKnown(imported, in: entry, orMadeWith: identifier) {
            report.known += 1
            if let sight = try index.incompleteSight(of: imported, in: entry) {
                if sight.note.isEmpty, !imported.note.isEmpty { sight.note = imported.note }
                if sight.address.isEmpty, !imported.address.isEmpty { sight.address = imported.address }
            }
            return
        }
        make(imported, with: identifier, in: entry, index, &report)
    }

    private func make(
        _ imported: ImportedSight, with identifier: UUID, in entry: ImportIndex.Entry, _ index: ImportIndex,
        _ report: inout ImportReport
    ) {
        guard let destination = index.destination(of: entry) else { return }
        let sight = Sight(identifier: identifier, name: imported.name)
        sight.note = imported.note
        sight.place = imported.place
        sight.address = imported.address
        sight.isVisited = imported.isVisited
        sight.source = imported.source
        sight.destination = destination
        session.context.insert(sight)
        report.sights += 1
    }
}
