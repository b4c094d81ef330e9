import Localization
import ModelData
import ProgramKit

/// Takes a version of an event over into the leg, stay or sight that an earlier import made of it.
@MainActor
struct EventUpdate {
    private let event: ImportedEvent

    /// The fields that calendars set, in groups of those that have a rule together.
    private static let ofLeg = [
        ["departure", "departureZone", "arrival", "arrivalZone"], ["from"], ["to"], ["line"], ["code"],
        ["seat"], ["platform"], ["cost"], ["note"],
    ]
    private static let ofStay = [
        ["checkIn", "checkOut", "timeZone"], ["name"], ["address"], ["place"], ["code"], ["link"], ["cost"],
        ["note"],
    ]
    private static let ofSight = [
        ["scheduled", "duration"], ["name"], ["address"], ["place"], ["link"], ["note"],
    ]

    /// The names of the numbers about the version of the event, and of the mark that the calendar cancelled it.
    private static let (sequence, modified, cancelled) = ("sequence", "modified", "cancelled")

    init(_ event: ImportedEvent) { self.event = event }

    // MARK: New records

    /// Returns what a new leg remembers of the event.
    func memory(of leg: Leg) -> String { memory(of: leg, Leg.fields, Self.ofLeg) }

    /// Returns what a new stay remembers of the event.
    func memory(of stay: Stay) -> String { memory(of: stay, Stay.fields, Self.ofStay) }

    /// Returns what a new sight remembers of the event.
    func memory(of sight: Sight) -> String { memory(of: sight, Sight.fields, Self.ofSight) }

    private func memory<Model: AnyObject>(
        of model: Model, _ fields: FieldTable<Model>, _ groups: [[String]]
    ) -> String {
        var memory = ImportMemory()
        fields.remember(groups.flatMap(\.self), of: model, in: &memory)
        noteVersion(in: &memory)
        return memory.stored
    }

    // MARK: Changes

    /// Updates a leg to the one that the event describes.
    func update(_ leg: Leg, to new: Leg, _ report: inout TripImportReport) {
        var memory = ImportMemory(leg.lastImport)
        let isConfirmed = leg.isCancelled && memory[Self.cancelled] == 1 && !isOlder(than: memory)
        if isConfirmed { leg.isCancelled = false }
        let also = [isConfirmed ? Leg.fields["cancelled"] : nil].compactMap(\.self)
        update(leg, leg.recordTitle, to: new, Leg.fields, Self.ofLeg, &memory, also: also, &report)
        let stored = memory.isEmpty ? nil : memory.stored
        if leg.lastImport != stored { leg.lastImport = stored }
    }

    /// Updates a stay to the one that the event describes.
    func update(_ stay: Stay, to new: Stay, _ report: inout TripImportReport) {
        // A check-in alone says nothing about the check-out.
        if event.isOnlyCheckIn {
            new.checkOut = max(stay.checkOut, Moment(new.checkIn.day.adding(days: 1)))
        }
        var memory = ImportMemory(stay.lastImport)
        let isConfirmed = stay.isCancelled && memory[Self.cancelled] == 1 && !isOlder(than: memory)
        if isConfirmed { stay.isCancelled = false }
        let also = [isConfirmed ? Stay.fields["cancelled"] : nil].compactMap(\.self)
        update(stay, stay.name, to: new, Stay.fields, Self.ofStay, &memory, also: also, &report)
        let stored = memory.isEmpty ? nil : memory.stored
        if stay.lastImport != stored { stay.lastImport = stored }
    }

    /// Updates a sight to the one that the event describes.
    func update(_ sight: Sight, to new: Sight, _ report: inout TripImportReport) {
        var memory = ImportMemory(sight.lastImport)
        update(sight, sight.name, to: new, Sight.fields, Self.ofSight, &memory, also: [], &report)
        let stored = memory.isEmpty ? nil : memory.stored
        if sight.lastImport != stored { sight.lastImport = stored }
    }

    private func update<Model: AnyObject>(
        _ model: Model, _ title: String, to new: Model, _ fields: FieldTable<Model>, _ groups: [[String]],
        _ memory: inout ImportMemory, also others: [Field<Model>], _ report: inout TripImportReport
    ) {
        report.known += 1
        if isOlder(than: memory) {
            report.olderEvents += 1
            return
        }
        // The user wrote a record that no calendar set, and only its times are told.
        let isKnown = !memory.isEmpty
        let before = memory
        let (updated, kept) = fields.update(model, from: new, isKnown ? groups : [groups[0]], &memory)
        for field in kept {
            report.entries.keep(
                field.key, field.sentence, stored: field.value(of: model).csvText,
                written: field.value(of: new).csvText, of: title, at: event.position)
        }
        let names = (updated + others).map { TextArgument.text($0.sentence) }
        if !names.isEmpty {
            report.updated.append(text("Changed “%1$@”: %2$@.", title, TextArgument.list(names)))
        }
        guard isKnown else {
            memory = before
            return
        }
        memory[Self.cancelled] = nil
        noteVersion(in: &memory)
    }

    // MARK: Cancellations

    /// Marks a leg as cancelled, unless the user took an earlier mark away.
    func cancel(_ leg: Leg, _ report: inout TripImportReport) {
        var memory = ImportMemory(leg.lastImport)
        guard cancels(leg.recordTitle, leg.isCancelled, &memory, &report) else { return }
        leg.isCancelled = true
        leg.lastImport = memory.stored
    }

    /// Marks a stay as cancelled, unless the user took an earlier mark away.
    func cancel(_ stay: Stay, _ report: inout TripImportReport) {
        var memory = ImportMemory(stay.lastImport)
        guard cancels(stay.name, stay.isCancelled, &memory, &report) else { return }
        stay.isCancelled = true
        stay.lastImport = memory.stored
    }

    private func cancels(
        _ title: String, _ isCancelled: Bool, _ memory: inout ImportMemory, _ report: inout TripImportReport
    ) -> Bool {
        if isOlder(than: memory) {
            report.known += 1
            report.olderEvents += 1
            return false
        }
        if isCancelled || memory[Self.cancelled] == 1 {
            report.known += 1
            if !isCancelled { report.stillPlanned.append(title) }
            return false
        }
        memory[Self.cancelled] = 1
        noteVersion(in: &memory)
        report.cancelled.append(title)
        return true
    }

    /// Takes the planned time from a sight, unless the user planned it or visited it. The sight itself remains.
    func cancel(_ sight: Sight, _ report: inout TripImportReport) {
        var memory = ImportMemory(sight.lastImport)
        report.known += 1
        if isOlder(than: memory) {
            report.olderEvents += 1
            return
        }
        guard sight.schedule != nil else { return }
        guard !sight.isVisited, Sight.fields.isUnchanged(["scheduled"], of: sight, since: memory) else {
            report.stillPlanned.append(sight.name)
            return
        }
        sight.schedule = nil
        Sight.fields.remember(["scheduled"], of: sight, in: &memory)
        noteVersion(in: &memory)
        sight.lastImport = memory.stored
        report.unplanned.append(sight.name)
    }

    // MARK: Versions

    private func isOlder(than memory: ImportMemory) -> Bool {
        event.isOlder(thanSequence: memory[Self.sequence], modified: memory[Self.modified])
    }

    private func noteVersion(in memory: inout ImportMemory) {
        memory[Self.sequence] = event.sequence ?? memory[Self.sequence]
        memory[Self.modified] = event.modified ?? memory[Self.modified]
    }
}
