import Localization
import ModelData
import ProgramKit

/// A record that an import makes of an event.
protocol EventRecord: TitledModel {
    static var fields: FieldTable<Self> { get }
    /// The keys of the fields that calendars set, in groups of those that have a rule together.
    static var eventFields: [[String]] { get }
    /// The stored form of what the last import set.
    var lastImport: String? { get set }
}

/// A record that a calendar can cancel.
protocol EventBooking: EventRecord {
    var isCancelled: Bool { get set }
}

extension Leg: EventBooking {
    static var eventFields: [[String]] {
        [
            ["departure", "departureZone", "arrival", "arrivalZone"], ["from"], ["to"], ["line"], ["code"],
            ["seat"], ["platform"], ["cost"], ["note"],
        ]
    }
}

extension Stay: EventBooking {
    static var eventFields: [[String]] {
        [
            ["checkIn", "checkOut", "timeZone"], ["name"], ["address"], ["place"], ["code"], ["link"],
            ["cost"], ["note"],
        ]
    }
}

extension Sight: EventRecord {
    static var eventFields: [[String]] {
        [["scheduled", "duration"], ["name"], ["address"], ["place"], ["link"], ["note"], ["cost"]]
    }
}

/// Takes a version of an event over into the leg, stay or sight that an earlier import made of it.
@MainActor
struct EventUpdate {
    private let event: ImportedEvent

    /// The names of the numbers about the version of the event.
    private static let (sequence, modified) = ("sequence", "modified")

    init(_ event: ImportedEvent) { self.event = event }

    /// Returns what a new record remembers of the event.
    func memory<Record: EventRecord>(of record: Record) -> String {
        var memory = ImportMemory()
        Record.fields.remember(Record.eventFields.flatMap(\.self), of: record, in: &memory)
        noteVersion(in: &memory)
        return memory.stored
    }

    // MARK: Changes

    /// Updates a booking to the one that the event describes. One that a calendar cancelled counts again.
    func update<Booking: EventBooking>(
        _ booking: Booking, to new: Booking, _ report: inout TripImportReport
    ) {
        let memory = ImportMemory(booking.lastImport)
        let isConfirmed = booking.isCancelled && memory[Sight.cancelledMark] == 1 && !isOlder(than: memory)
        if isConfirmed { booking.isCancelled = false }
        update(booking, to: new, changed: isConfirmed ? ["cancelled"] : [], &report)
    }

    /// Updates a record to the one that the event describes.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - new: The record that the event describes.
    ///   - changed: The keys of fields that have changed already. Default: none.
    ///   - report: Receives what changed and what stays.
    func update<Record: EventRecord>(
        _ record: Record, to new: Record, changed: [String] = [], _ report: inout TripImportReport
    ) {
        let fields = Record.fields, groups = Record.eventFields, title = record.recordTitle
        var memory = ImportMemory(record.lastImport)
        if leavesOut(memory, &report) { return }
        report.known += 1
        // The user wrote a record that no calendar set, and only its times are told.
        let isKnown = !memory.isEmpty
        let (updated, kept) = fields.update(record, from: new, isKnown ? groups : [groups[0]], &memory)
        for field in kept {
            report.entries.keep(
                field.key, field.sentence, stored: field.value(of: record).csvText,
                written: field.value(of: new).csvText, of: title, at: event.position)
        }
        let names = (updated + changed.compactMap { fields[$0] }).map { TextArgument.text($0.sentence) }
        if !names.isEmpty {
            report.updated.append(text("Changed “%1$@”: %2$@.", title, TextArgument.list(names)))
        }
        guard isKnown else { return }
        memory[Sight.cancelledMark] = nil
        noteVersion(in: &memory)
        if record.lastImport != memory.stored { record.lastImport = memory.stored }
    }

    // MARK: Cancellations

    /// Marks a booking as cancelled, unless the user took an earlier mark away.
    func cancel(_ booking: some EventBooking, _ report: inout TripImportReport) {
        var memory = ImportMemory(booking.lastImport)
        if leavesOut(memory, &report) { return }
        if booking.isCancelled || memory[Sight.cancelledMark] == 1 {
            report.known += 1
            if !booking.isCancelled { report.stillPlanned.append(booking.recordTitle) }
            return
        }
        memory[Sight.cancelledMark] = 1
        noteVersion(in: &memory)
        report.cancelled.append(booking.recordTitle)
        booking.isCancelled = true
        booking.lastImport = memory.stored
    }

    /// Takes the planned time and the cost of a calendar from a sight, unless the user planned it or visited it. The sight
    /// itself remains in its destination.
    func cancel(_ sight: Sight, _ report: inout TripImportReport) {
        var memory = ImportMemory(sight.lastImport)
        if leavesOut(memory, &report) { return }
        report.known += 1
        guard sight.schedule != nil else { return }
        guard !sight.isVisited, Sight.fields.isUnchanged(["scheduled"], of: sight, since: memory) else {
            report.stillPlanned.append(sight.name)
            return
        }
        sight.schedule = nil
        if Sight.fields.isUnchanged(["cost"], of: sight, since: memory) {
            sight.cost = nil
            Sight.fields.remember(["cost"], of: sight, in: &memory)
        }
        Sight.fields.remember(["scheduled"], of: sight, in: &memory)
        memory[Sight.cancelledMark] = 1
        noteVersion(in: &memory)
        sight.lastImport = memory.stored
        report.unplanned.append(sight.name)
    }

    // MARK: Versions

    private func isOlder(than memory: ImportMemory) -> Bool {
        event.isOlder(thanSequence: memory[Self.sequence], modified: memory[Self.modified])
    }

    /// Returns whether a record has a later version than the event already, and reports that.
    private func leavesOut(_ memory: ImportMemory, _ report: inout TripImportReport) -> Bool {
        guard isOlder(than: memory) else { return false }
        report.known += 1
        report.olderEvents += 1
        return true
    }

    private func noteVersion(in memory: inout ImportMemory) {
        memory[Self.sequence] = event.sequence ?? memory[Self.sequence]
        memory[Self.modified] = event.modified ?? memory[Self.modified]
    }
}
