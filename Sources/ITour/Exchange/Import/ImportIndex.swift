import Foundation
import Localization
import ModelData

/// An index of the store's destinations and sights. With it, an import finds the items of a file that already
/// exist in the store.
///
/// A destination matches by its identifier, then by its source, then by its match key, then by name and date.
///
/// A sight matches by its identifier, whatever its destination is. Among the sights of its destination, it
/// also matches by its source, or by name and place.
///
/// Items without identifiers are compared with the content of the store before the import. Each record of the
/// store matches at most one of these items.
///
/// Two items of the file are the same only if the second item has no new values. The exception is an object
/// with two map elements of different kinds, such as a building with an outline and a point.
///
/// In a map file, a sight may contain the name of its destination. If it also contains the destination's
/// identifier, only the identifier decides.
///
/// Each destination of the store matches at most one destination of the file.
@MainActor
struct ImportIndex {
    /// A destination that was in the store or that the import created.
    final class Entry {
        fileprivate(set) var destination: Destination?
        fileprivate var id: PersistentIdentifier
        fileprivate let ordinal: Int
        /// Whether the store had the destination before the import.
        let existedBefore: Bool
        /// Whether the destination's stored sights are indexed. A new destination has no stored sights.
        fileprivate var isIndexed: Bool
        /// The keys of the indexed sights, until the index is forgotten or kept.
        fileprivate var sightNames: Set<KnownSights.Key> = []
        /// Whether the index of the sights can be made again from the stored sights after the next save.
        fileprivate var mayForgetSights = false
        /// Whether the index of the sights was removed to save memory.
        fileprivate var hasForgottenSights = false
        /// Whether the index of the sights stays: it has values that the stored sights don't have, or the file
        /// often refers to the destination.
        fileprivate var keepsSights = false {
            didSet { sightNames = [] }
        }
        /// Whether a trip of the file matches the destination.
        fileprivate var isMatched = false
        /// The match key of the first trip of the file that matches the destination.
        fileprivate var matchKey: TripMatchKey?
        /// The details that the file contains for the destination.
        var details = ""
        /// The number of rows whose note serves as the destination's details. If the details aren't a note,
        /// the number is 0. Real details replace such a note.
        var notes = 0
        fileprivate let start: Date?

        fileprivate init(_ destination: Destination, ordinal: Int, existedBefore: Bool) {
            self.destination = destination
            id = destination.persistentModelID
            self.ordinal = ordinal
            self.existedBefore = existedBefore
            isIndexed = !existedBefore
            start = destination.start
        }
    }

    /// A sight of the file without an identifier that was matched with a stored sight. The match is undone if
    /// the file also contains the stored sight's identifier.
    struct TentativeMatch {
        let sight: ImportedSight
        let entry: Entry
    }

    /// The entries that have an object.
    private final class LoadedEntries {
        var entries: [Entry] = []
    }

    private struct TripKey: Hashable {
        /// The comparison key of the name.
        let name: String
        let start: Date?
    }

    private typealias SightKey = KnownSights.Key

    private let context: ModelContext
    private var byIdentifier: [UUID: Entry] = [:]
    /// The file's details for destinations that don't exist yet, by the destination's identifier.
    private var details: [UUID: String] = [:]
    private var bySource: [String: Entry] = [:]
    private var byName: [String: Entry] = [:]
    private var byMatchKey: [TripMatchKey: Entry] = [:]
    /// The destinations that the store had before the import, by the comparison key of their name.
    private var namesakes: [String: [Entry]] = [:]
    /// The latest destination in the file for each name, and for each name with a date. If only the name is
    /// known, the match key is `nil`.
    private var last: [TripKey: (matchKey: TripMatchKey?, entry: Entry)] = [:]
    private let loaded = LoadedEntries()
    private var count = 0
    /// The known sights, by destination and name.
    private var sights = KnownSights()
    /// The slots of the known sights, by destination and source: the text of a key is a NUL character and the
    /// source.
    private var sources: [SightKey: Int32] = [:]
    private var newSights: Set<UUID> = []
    /// Whether the store had sights before the import.
    private let hadSights: Bool
    /// The identifiers of stored sights that match a sight of the file.
    private var found: Set<UUID> = []
    /// The tentative matches, by the stored sight's identifier.
    private var tentativeMatches: [UUID: TentativeMatch] = [:]

    /// Indexes the destinations that are in the store.
    init(_ context: ModelContext) throws {
        self.context = context
        hadSights = try context.fetchCount(FetchDescriptor<Sight>()) > 0
        try context.enumerate(FetchDescriptor<Destination>(), batchSize: 1000) { destination in
            let matchKey = TripMatchKey(destination)
            let entry = enter(destination, name: matchKey.name, existedBefore: true)
            entry.destination = nil
            namesakes[matchKey.name, default: []].append(entry)
            if byMatchKey[matchKey] == nil { byMatchKey[matchKey] = entry }
        }
    }

    /// Returns the destination that matches a trip of the file, and marks the destination as matched. Returns
    /// `nil` if no destination matches.
    mutating func match(_ trip: ImportedTrip) -> Entry? {
        // In itour's CSV exports, each row of a destination repeats the destination's values.
        if let identifier = trip.identifier, let entry = byIdentifier[identifier], entry.isMatched {
            return entry
        }
        let matchKey = TripMatchKey(trip)
        if trip.identifier == nil, trip.uniqueSource == nil, let entry = repeated(trip, matchKey) {
            return entry
        }
        guard let entry = entry(of: trip, matchKey) else { return nil }
        remember(matchKey, entry)
        return entry
    }

    /// Returns the destination of an earlier row if this row is about the same destination, with the same or
    /// fewer values.
    private func repeated(_ trip: ImportedTrip, _ matchKey: TripMatchKey) -> Entry? {
        // A row that repeats a destination must contain a sight or a note; otherwise, the row adds nothing.
        guard !trip.sights.isEmpty || !trip.remark.isEmpty,
            let (above, entry) = last[TripKey(name: matchKey.name, start: trip.dates?.start.stored)]
        else { return nil }
        guard let previousKey = above else { return entry }
        let isRepeated =
            trip.isRow ? previousKey.mayMatch(row: trip) : previousKey.includesAllFields(of: trip)
        return isRepeated ? entry : nil
    }

    private func entry(of trip: ImportedTrip, _ matchKey: TripMatchKey) -> Entry? {
        if let identifier = trip.identifier, let entry = byIdentifier[identifier] { return entry }
        if let source = trip.source, let entry = bySource[source] {
            if trip.identifier == nil {
                // In a row with a sight, the source may belong to the sight.
                let isOfSight = trip.isRow && !trip.sights.isEmpty
                if trip.uniqueSource != nil,
                    entry.matchKey?.isCompatible(with: matchKey)
                        ?? (isOfSight
                            ? hasName(entry, matchKey.name)
                            : identifiesPlace(source, of: entry, named: matchKey.name))
                {
                    return entry
                }
            } else if entry.existedBefore, identifiesPlace(source, of: entry, named: matchKey.name) {
                return entry
            }
        }
        // A different identifier means a different destination, even if the names are equal.
        if trip.identifier != nil { return nil }
        if let entry = byMatchKey[matchKey] { return entry }
        let namesakes = namesakes[matchKey.name] ?? []
        guard let dates = trip.dates else { return namesakes.first { !$0.isMatched } }
        return namesakes.first { !$0.isMatched && $0.start == dates.start.stored }
            ?? namesakes.first { !$0.isMatched && $0.start == nil }
    }

    /// Whether a new destination may get the details of a trip. If it may, the destination is also indexed
    /// with these details.
    ///
    /// A destination without an identifier may not get the details if another destination then has the same
    /// match key. The next import of the file would match that other destination.
    ///
    /// - Parameters:
    ///   - destination: The new destination.
    ///   - entry: The destination's entry.
    ///   - trip: The trip with the details.
    mutating func mayGetDetails(
        _ destination: Destination, of entry: Entry, from trip: ImportedTrip
    ) -> Bool {
        let matchKey = TripMatchKey(destination).with(details: trip.details)
        if byMatchKey[matchKey] == nil { byMatchKey[matchKey] = entry }
        return trip.identifier != nil || byMatchKey[matchKey] === entry
    }

    private mutating func remember(_ matchKey: TripMatchKey, _ entry: Entry) {
        entry.isMatched = true
        entry.matchKey = entry.matchKey ?? matchKey
        if byMatchKey[matchKey] == nil { byMatchKey[matchKey] = entry }
        last[TripKey(name: matchKey.name, start: nil)] = (matchKey, entry)
        if let start = matchKey.dates?.start.stored {
            last[TripKey(name: matchKey.name, start: start)] = (matchKey, entry)
        }
    }

    /// Returns the destination that a sight refers to; `nil` if no destination matches. Later trips of the
    /// file with this name match the same destination.
    @discardableResult
    mutating func match(_ sight: ImportedSight) -> Entry? {
        let name = RawFields.key(sight.destinationName)
        // A different identifier means a different destination, as in trips.
        let entry = sight.destinationIdentifier == nil ? byName[name] : identifiedEntry(of: sight)
        if let entry { last[TripKey(name: name, start: nil)] = (nil, entry) }
        return entry
    }

    /// Returns the destination whose identifier the sight contains. If no destination has this identifier,
    /// returns a stored destination with the same source.
    private func identifiedEntry(of sight: ImportedSight) -> Entry? {
        guard let identifier = sight.destinationIdentifier else { return nil }
        if let entry = byIdentifier[identifier] { return entry }
        guard let source = sight.destinationSource, let entry = bySource[source], entry.existedBefore,
            identifiesPlace(source, of: entry, named: RawFields.key(sight.destinationName))
        else { return nil }
        return entry
    }

    /// Whether a source identifies a stored destination. If the source isn't from a global register, the
    /// destination must also have the same name.
    private func identifiesPlace(_ source: String, of entry: Entry, named name: String) -> Bool {
        ImportedTrip.isFromGlobalRegister(source) || hasName(entry, name)
    }

    private func hasName(_ entry: Entry, _ name: String) -> Bool {
        destination(of: entry).map { RawFields.key($0.name) == name } ?? false
    }

    /// Stores the destination's details that a sight in a map contains.
    mutating func learnDetails(of sight: ImportedSight) {
        guard let identifier = sight.destinationIdentifier, !sight.destinationDetails.isEmpty else { return }
        learn(sight.destinationDetails, of: identifier)
    }

    /// Stores the file's details for the destination with an identifier. If the import has already created
    /// the destination without details, the destination gets them now.
    mutating func learn(_ text: String, of identifier: UUID) {
        guard let entry = byIdentifier[identifier] else {
            details[identifier] = details[identifier] ?? text
            return
        }
        guard !entry.existedBefore, let made = destination(of: entry), made.details.isEmpty else { return }
        made.details = text
    }

    /// Removes and returns the stored details for the new destination of a sight.
    mutating func takeDetails(for sight: ImportedSight) -> String {
        sight.destinationIdentifier.flatMap { details.removeValue(forKey: $0) } ?? ""
    }

    /// Returns the entry of a stored destination.
    func entry(of destination: Destination) -> Entry? { byIdentifier[destination.identifier] }

    /// Whether a destination already has this source. Two destinations can't have the same source.
    func hasDestination(from source: String) -> Bool { bySource[source] != nil }

    /// Adds a destination that the import created for a trip.
    mutating func add(_ destination: Destination, for trip: ImportedTrip) -> Entry {
        let matchKey = TripMatchKey(trip)
        let entry = enter(destination, name: matchKey.name, existedBefore: false)
        loaded.entries.append(entry)
        remember(matchKey, entry)
        return entry
    }

    /// Adds a destination that the import created for a sight that refers to it.
    mutating func add(_ destination: Destination, for sight: ImportedSight) -> Entry {
        let name = RawFields.key(destination.name)
        let entry = enter(destination, name: name, existedBefore: false)
        loaded.entries.append(entry)
        last[TripKey(name: name, start: nil)] = (nil, entry)
        return entry
    }

    private mutating func enter(_ destination: Destination, name: String, existedBefore: Bool) -> Entry {
        let entry = Entry(destination, ordinal: count, existedBefore: existedBefore)
        count += 1
        byIdentifier[destination.identifier] = entry
        if let source = destination.source { bySource[source] = entry }
        if byName[name] == nil { byName[name] = entry }
        return entry
    }

    /// Returns the object of an entry's destination, and fetches it if necessary.
    func destination(of entry: Entry) -> Destination? {
        if entry.destination == nil {
            entry.destination = context[entry.id, as: Destination.self]
            loaded.entries.append(entry)
        }
        return entry.destination
    }

    /// Whether a sight with the same identifier exists in any destination.
    func hasIdentifier(of sight: ImportedSight) throws -> Bool {
        guard let identifier = sight.identifier else { return false }
        if newSights.contains(identifier) { return true }
        if !hadSights { return false }
        var descriptor = FetchDescriptor<Sight>(predicate: #Predicate { $0.identifier == identifier })
        // The other unsaved sights have random identifiers. Comparing each sight with all of them would take long.
        descriptor.includePendingChanges = false
        return try context.fetchCount(descriptor) > 0
    }

    /// Records that the file contains the sight with an identifier.
    ///
    /// - Returns: The tentative match with this sight, which is now known to be wrong; `nil` if there is
    ///   none.
    mutating func find(_ identifier: UUID?) -> TentativeMatch? {
        guard let identifier else { return nil }
        found.insert(identifier)
        return tentativeMatches.removeValue(forKey: identifier)
    }

    /// Whether a sight whose identifier isn't in the store matches a known sight. If no known sight matches,
    /// the sight is indexed as new.
    ///
    /// - Parameters:
    ///   - sight: The sight of the file.
    ///   - entry: Its destination.
    ///   - identifier: The identifier of the new sight.
    /// - Throws: The errors of a fetch.
    mutating func isKnown(
        _ sight: ImportedSight, in entry: Entry, orMadeWith identifier: UUID
    ) throws -> Bool {
        try indexSights(of: entry)
        let name = SightKey(destination: entry.ordinal, text: RawFields.key(sight.name))
        let source = sight.record.source.map { SightKey(destination: entry.ordinal, text: "\u{0}\($0)") }
        if sight.identifier != nil {
            // Sights with different identifiers are different, unless they have the same source and values.
            if let source, sources[source] != nil, isDoubled(sight, name) { return true }
            newSights.insert(identifier)
        } else if isKnown(sight, name, source, in: entry) {
            return true
        }
        // After the save, a new sight of a stored destination, or one with a source, would look like others.
        if entry.existedBefore || source != nil { entry.keepsSights = true }
        if !entry.keepsSights { entry.sightNames.insert(name) }
        let slot = sights.append(KnownSight(sight, madeWith: identifier), for: name)
        if let source, sources[source] == nil { sources[source] = slot }
        return false
    }

    /// Whether a sight without an identifier matches a known sight by its source or its values.
    private mutating func isKnown(
        _ sight: ImportedSight, _ name: SightKey, _ source: SightKey?, in entry: Entry
    ) -> Bool {
        let seen = KnownSight(sight)
        if let source, let slot = sources[source] {
            let known = sights.sight(in: slot)
            if let identifier = known.stored ?? known.made { found.insert(identifier) }
            // Index the sight with the name and place from the map. Other map elements for the same object
            // then match the sight, even if the user has edited the stored sight.
            if seen.element != nil { index(seen, name, in: entry) }
            return true
        }
        if seen.element != nil, sights.first(name, where: { $0.isDuplicateElement(of: seen) }) != nil {
            return true
        }
        let same = sights.first(name) {
            !$0.isDifferentObject(from: seen) && $0.includesAllFields(of: seen)
        }
        if let known = same {
            if let identifier = known.stored { found.insert(identifier) }
            if seen.element != nil { index(seen, name, in: entry) }
            return true
        }
        let free = sights.first(name) { known in
            guard !known.isDifferentObject(from: seen), let identifier = known.stored else { return false }
            return !found.contains(identifier) && known.fits(seen)
        }
        if let identifier = free?.stored {
            found.insert(identifier)
            tentativeMatches[identifier] = TentativeMatch(sight: sight, entry: entry)
            // Index the values in the file, so that a repeated row matches the same sight.
            index(seen, name, in: entry)
            return true
        }
        return false
    }

    /// Indexes the values of a sight of the file that matches a known sight.
    private mutating func index(_ seen: KnownSight, _ name: SightKey, in entry: Entry) {
        entry.keepsSights = true
        sights.append(seen, for: name)
    }

    /// Returns the new sight that was created from another map element for the same object. It must lack a
    /// note, an address or another text that this element has. If there are several such sights, returns `nil`.
    func incompleteSight(of sight: ImportedSight, in entry: Entry) throws -> Sight? {
        let seen = KnownSight(sight)
        guard sight.identifier == nil, seen.element != nil else { return nil }
        let name = SightKey(destination: entry.ordinal, text: RawFields.key(sight.name))
        let others = sights.all(name) { $0.isDuplicateElement(of: seen) }
        guard let other = others.first, others.allSatisfy({ $0.hasSource(of: other) }),
            let identifier = other.made, other.lacksFields(of: seen)
        else { return nil }
        let sameIdentifier = #Predicate<Sight> { $0.identifier == identifier }
        return try context.fetch(FetchDescriptor(predicate: sameIdentifier)).first
    }

    /// Whether the store had a sight with the same source and all values of this sight.
    private func isDoubled(_ sight: ImportedSight, _ name: SightKey) -> Bool {
        let seen = KnownSight(sight)
        return sights.first(name) {
            $0.stored != nil && $0.hasSource(of: seen) && $0.includesAllFields(of: seen)
        } != nil
    }

    private mutating func indexSights(of entry: Entry) throws {
        guard !entry.isIndexed, let destination = destination(of: entry) else { return }
        entry.isIndexed = true
        // An item came back to the destination, so others may, too.
        if entry.hasForgottenSights { entry.keepsSights = true }
        let identifier = destination.persistentModelID
        // Don't use the destination's list of sights: it would stay in memory and grow with every sight.
        let ofDestination = #Predicate<Sight> { $0.destination?.persistentModelID == identifier }
        try context.enumerate(FetchDescriptor(predicate: ofDestination), batchSize: 1000) { sight in
            let name = SightKey(destination: entry.ordinal, text: RawFields.key(sight.name))
            let known = entry.existedBefore ? KnownSight(sight) : KnownSight(madeFrom: sight)
            let slot = sights.append(known, for: name)
            if !entry.keepsSights { entry.sightNames.insert(name) }
            if let source = sight.source {
                entry.keepsSights = true
                let key = SightKey(destination: entry.ordinal, text: "\u{0}\(source)")
                if sources[key] == nil { sources[key] = slot }
            }
        }
    }

    /// Allows removing the sights of a destination from the index. If a later item of the file refers to the
    /// destination, its stored sights are indexed again.
    ///
    /// - Parameters:
    ///   - entry: The destination.
    ///   - isComplete: Whether the file has probably no further sights of the destination.
    func mayForgetSights(of entry: Entry, isComplete: Bool) {
        if isComplete { entry.mayForgetSights = true } else { entry.keepsSights = true }
    }

    /// Releases the objects of saved destinations, and the index of their sights if possible, so that long
    /// files need little memory.
    mutating func releaseSavedObjects() {
        for entry in loaded.entries {
            if entry.mayForgetSights, !entry.keepsSights {
                for name in entry.sightNames { sights.remove(name) }
                entry.sightNames = []
                entry.isIndexed = false
                entry.hasForgottenSights = true
            }
            if let destination = entry.destination { entry.id = destination.persistentModelID }
            entry.destination = nil
        }
        loaded.entries.removeAll(keepingCapacity: true)
    }
}
