import Foundation
import Localization
import ModelData

/// What is in the store, as far as an import needs to know it so that nothing comes twice.
///
/// A destination is known by its identifier, else by where it comes from, else by name and date. A sight is known by
/// its identifier anywhere, and within its destination by where it comes from, or by its name and place.
@MainActor
struct ImportIndex {
    /// A destination of the store, or one that the import made.
    final class Entry {
        fileprivate(set) var destination: Destination?
        fileprivate var id: PersistentIdentifier
        fileprivate let ordinal: Int
        /// Whether its sights in the store were looked at; what the import made has none there.
        fileprivate var isIndexed: Bool
        fileprivate let start: Date?

        fileprivate init(_ destination: Destination, ordinal: Int, isIndexed: Bool) {
            self.destination = destination
            id = destination.persistentModelID
            self.ordinal = ordinal
            self.isIndexed = isIndexed
            start = destination.start
        }
    }

    private struct SightKey: Hashable {
        let destination: Int
        /// The folded name, or the source behind a null character.
        let text: String
    }

    private let context: ModelContext
    private var byIdentifier: [UUID: Entry] = [:]
    private var bySource: [String: Entry] = [:]
    private var byName: [String: [Entry]] = [:]
    private var unsettled: [Entry] = []
    private var count = 0
    /// Where the sights of a name are; `nil` where that isn't known.
    private var places: [SightKey: [Place?]] = [:]
    private var newSights: Set<UUID> = []

    /// Indexes the destinations that are in the store.
    init(_ context: ModelContext) throws {
        self.context = context
        for destination in try context.fetch(FetchDescriptor<Destination>()) {
            let entry = enter(destination, isIndexed: false)
            entry.destination = nil
        }
    }

    /// The destination that a file's trip is about, if the store has it.
    func match(_ trip: ImportedTrip) -> Entry? {
        if let identifier = trip.identifier, let entry = byIdentifier[identifier] { return entry }
        if let source = trip.source, let entry = bySource[source] { return entry }
        // Another identifier is another destination, whatever its name.
        if trip.identifier != nil { return nil }
        let namesakes = byName[Localization.SearchFold.fold(trip.name)] ?? []
        guard let dates = trip.dates else { return namesakes.first }
        return namesakes.first { $0.start == dates.start.stored } ?? namesakes.first { $0.start == nil }
    }

    /// The destination with a name, if the store has one.
    func match(name: String) -> Entry? { byName[Localization.SearchFold.fold(name)]?.first }

    /// The entry of a destination that is in the store.
    func entry(of destination: Destination) -> Entry? { byIdentifier[destination.identifier] }

    /// Takes in a destination that the import has made.
    mutating func add(_ destination: Destination) -> Entry {
        let entry = enter(destination, isIndexed: true)
        unsettled.append(entry)
        return entry
    }

    private mutating func enter(_ destination: Destination, isIndexed: Bool) -> Entry {
        let entry = Entry(destination, ordinal: count, isIndexed: isIndexed)
        count += 1
        byIdentifier[destination.identifier] = entry
        if let source = destination.source { bySource[source] = entry }
        byName[Localization.SearchFold.fold(destination.name), default: []].append(entry)
        return entry
    }

    /// The destination's object, to add a sight to.
    func destination(of entry: Entry) -> Destination? {
        if entry.destination == nil {
            entry.destination = context.model(for: entry.id) as? Destination
        }
        return entry.destination
    }

    /// Whether a sight is there already; if not, it is taken for one that will be.
    mutating func isKnown(_ sight: ImportedSight, in entry: Entry) throws -> Bool {
        if let identifier = sight.identifier {
            if newSights.contains(identifier) { return true }
            let sameIdentifier = #Predicate<Sight> { $0.identifier == identifier }
            if try context.fetchCount(FetchDescriptor(predicate: sameIdentifier)) > 0 { return true }
        }
        try indexSights(of: entry)
        let name = SightKey(destination: entry.ordinal, text: Localization.SearchFold.fold(sight.name))
        let source = sight.source.map { SightKey(destination: entry.ordinal, text: "\u{0}\($0)") }
        if let source, places[source] != nil { return true }
        // Two of our own sights with the same name and place are two all the same.
        if sight.identifier == nil, let known = places[name],
            known.contains(where: { isSame($0, sight.place) })
        {
            return true
        }
        places[name, default: []].append(sight.place)
        if let source { places[source] = [] }
        if let identifier = sight.identifier { newSights.insert(identifier) }
        return false
    }

    /// Places within some fifty metres are the same, and one that isn't known fits any.
    private func isSame(_ left: Place?, _ right: Place?) -> Bool {
        guard let left, let right else { return true }
        return GreatCircle.distance(left, right) < 0.05
    }

    private mutating func indexSights(of entry: Entry) throws {
        guard !entry.isIndexed, let destination = destination(of: entry) else { return }
        entry.isIndexed = true
        let identifier = destination.persistentModelID
        // Not through the destination, whose list would be kept and grow with every sight.
        let ofDestination = #Predicate<Sight> { $0.destination?.persistentModelID == identifier }
        for sight in try context.fetch(FetchDescriptor(predicate: ofDestination)) {
            let name = Localization.SearchFold.fold(sight.name)
            places[SightKey(destination: entry.ordinal, text: name), default: []].append(sight.place)
            if let source = sight.source {
                places[SightKey(destination: entry.ordinal, text: "\u{0}\(source)")] = []
            }
        }
    }

    /// Lets go of the objects of destinations that were saved, so that a long file needs little memory.
    mutating func settle() {
        for entry in unsettled {
            if let destination = entry.destination { entry.id = destination.persistentModelID }
            entry.destination = nil
        }
        unsettled.removeAll(keepingCapacity: true)
    }
}
