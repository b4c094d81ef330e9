import Foundation
import Localization
import ModelData

/// An index of the store's destinations and sights, with which an import finds those that exist already.
///
/// A destination matches by its identifier, then by its source, then by its match key, then by name and date.
/// A sight matches by its identifier in any destination. Within its destination, it also matches by its
/// source, or by name and place. Items without identifiers are compared with the content of the store before
/// the import, and each record of the store matches at most one of them. Within the file, two items are the
/// same only if the second one has no new values, or if they are elements of different kinds for one object
/// of a map.
///
/// Sights of a map contain only the name of their destination. If they also have its identifier, only the
/// identifier decides. If they have its date, they belong to a destination of that name that already got
/// sights with this date, or to one with this date or without a date. Each destination of the store matches
/// at most one of the file.
@MainActor
struct ImportIndex {
    /// A destination that was in the store or that the import created.
    final class Entry {
        fileprivate(set) var destination: Destination?
        fileprivate var id: PersistentIdentifier
        fileprivate let ordinal: Int
        /// Whether the store had the destination before the import.
        let existedBefore: Bool
        /// Whether the destination's stored sights are indexed. A new destination has none.
        fileprivate var isIndexed: Bool
        /// Whether a trip of the file matches the destination.
        fileprivate var isMatched = false
        /// Whether sights of the file refer to the destination by its identifier or its date.
        fileprivate var isReferenced = false
        /// The match key of the first trip of the file that matches the destination.
        fileprivate var matchKey: TripMatchKey?
        /// The details in the file.
        var details = ""
        /// The number of rows whose note serves as the destination's details; 0 if the details aren't a note.
        /// Real details replace such a note.
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

    private struct TripKey: Hashable {
        /// The comparison key of the name.
        let name: String
        let start: Date?
    }

    private struct SightKey: Hashable {
        let destination: Int
        /// The comparison key of the name, or the source after a NUL character.
        let text: String
    }

    private let context: ModelContext
    private var byIdentifier: [UUID: Entry] = [:]
    /// The details of destinations that don't exist yet, from a map, by identifier.
    private var details: [UUID: String] = [:]
    private var bySource: [String: Entry] = [:]
    private var byName: [String: Entry] = [:]
    private var byMatchKey: [TripMatchKey: Entry] = [:]
    /// The destinations that the store had before, by name.
    private var namesakes: [String: [Entry]] = [:]
    /// The file's last destination with a name, and with a name and date. The match key is `nil` if only the
    /// name is known.
    private var last: [TripKey: (matchKey: TripMatchKey?, entry: Entry)] = [:]
    /// The destinations that sights of the file refer to by name and date, without an identifier.
    private var byDate: [TripKey: Entry] = [:]
    /// The keys in `byDate` that are confirmed by a sight in the store.
    private var learned: Set<TripKey> = []
    private var unsaved: [Entry] = []
    private var count = 0
    /// The sights by destination and name.
    private var sights: [SightKey: [KnownSight]] = [:]
    /// The sights' identifiers by destination and source.
    private var sources: [SightKey: UUID] = [:]
    private var newSights: Set<UUID> = []
    /// The identifiers of the stored sights that sights of the file match.
    private var found: Set<UUID> = []
    /// The tentative matches, by the stored sight's identifier.
    private var tentativeMatches: [UUID: TentativeMatch] = [:]

    /// Indexes the destinations that are in the store.
    init(_ context: ModelContext) throws {
        self.context = context
        for destination in try context.fetch(FetchDescriptor<Destination>()) {
            let matchKey = TripMatchKey(destination)
            let entry = enter(destination, name: matchKey.name, existedBefore: true)
            entry.destination = nil
            namesakes[matchKey.name, default: []].append(entry)
            if byMatchKey[matchKey] == nil { byMatchKey[matchKey] = entry }
        }
    }

    /// Returns the destination that matches a trip of the file and marks it as matched; `nil` if there is
    /// none.
    mutating func match(_ trip: ImportedTrip) -> Entry? {
        // Rows of itour's exports repeat the values of their destination.
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

    /// Returns the destination of an earlier row that this row repeats, with the same or fewer values.
    private func repeated(_ trip: ImportedTrip, _ matchKey: TripMatchKey) -> Entry? {
        // A row without a sight or a note would have no purpose as a repetition.
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
                // The source of a row with a sight may be that of the sight.
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

    /// Whether a new destination may get the details of a trip. If so, it is indexed with them, too.
    ///
    /// If another destination has the same match key with these details, the next import of the file would
    /// match that one instead.
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

    /// Returns the destination that a sight refers to; `nil` if there is none. Later trips of the file with
    /// this name match it, too.
    mutating func match(_ sight: ImportedSight) -> Entry? {
        let name = RawFields.key(sight.destinationName)
        guard let entry = entry(named: name, by: sight) else { return nil }
        last[TripKey(name: name, start: nil)] = (nil, entry)
        return entry
    }

    private mutating func entry(named name: String, by sight: ImportedSight) -> Entry? {
        // Here, too, a different identifier means a different destination.
        if sight.destinationIdentifier != nil {
            let entry = identifiedEntry(of: sight)
            entry?.isReferenced = true
            return entry
        }
        guard let start = sight.dates?.start.stored else { return byName[name] }
        if let entry = byDate[TripKey(name: name, start: start)] { return entry }
        let namesakes = namesakes[name] ?? []
        let entry =
            namesakes.first { !$0.isReferenced && $0.start == start }
            ?? namesakes.first { !$0.isReferenced && $0.start == nil }
        if let entry { note(entry, named: name, by: sight) }
        return entry
    }

    /// Returns the destination with the identifier in a sight, or a stored one with the same source.
    private func identifiedEntry(of sight: ImportedSight) -> Entry? {
        guard let identifier = sight.destinationIdentifier else { return nil }
        if let entry = byIdentifier[identifier] { return entry }
        guard let source = sight.destinationSource, let entry = bySource[source], entry.existedBefore,
            identifiesPlace(source, of: entry, named: RawFields.key(sight.destinationName))
        else { return nil }
        return entry
    }

    /// Whether a source identifies a stored destination. If other places may have the same source, the name
    /// must be the same, too.
    private func identifiesPlace(_ source: String, of entry: Entry, named name: String) -> Bool {
        ImportedTrip.isFromGlobalRegister(source) || hasName(entry, name)
    }

    private func hasName(_ entry: Entry, _ name: String) -> Bool {
        destination(of: entry).map { RawFields.key($0.name) == name } ?? false
    }

    /// Records which destination a sight refers to, so that sights with the same reference get the same
    /// destination.
    private mutating func note(_ entry: Entry, named name: String, by sight: ImportedSight) {
        if sight.destinationIdentifier == nil {
            guard let start = sight.dates?.start.stored else { return }
            byDate[TripKey(name: name, start: start)] = entry
        }
        entry.isReferenced = true
    }

    /// Learns from a stored sight which destination the file refers to, even if its date has changed.
    ///
    /// If the file contains the destination's identifier, the stored sight's destination is ignored, because
    /// the user may have moved the sight.
    mutating func learnDestination(of sight: ImportedSight) throws {
        let name = RawFields.key(sight.destinationName)
        guard let entry = try certainEntry(named: name, by: sight) ?? entry(named: name, with: sight) else {
            return
        }
        note(entry, named: name, by: sight)
        if let start = sight.dates?.start.stored { learned.insert(TripKey(name: name, start: start)) }
        last[TripKey(name: name, start: nil)] = (nil, entry)
    }

    /// Returns the destination that a sight refers to, if it is certain without further information.
    private func certainEntry(named name: String, by sight: ImportedSight) -> Entry? {
        if sight.destinationIdentifier != nil { return identifiedEntry(of: sight) }
        guard let start = sight.dates?.start.stored else { return byName[name] }
        let key = TripKey(name: name, start: start)
        return learned.contains(key) ? byDate[key] : nil
    }

    /// Returns the destination that contains a stored sight, if it has the name that the sight refers to.
    private func entry(named name: String, with sight: ImportedSight) throws -> Entry? {
        guard sight.destinationIdentifier == nil, let identifier = sight.identifier, namesakes[name] != nil
        else { return nil }
        let sameIdentifier = #Predicate<Sight> { $0.identifier == identifier }
        let found = try context.fetch(FetchDescriptor(predicate: sameIdentifier)).first
        guard let destination = found?.destination, RawFields.key(destination.name) == name else {
            return nil
        }
        return byIdentifier[destination.identifier]
    }

    /// Learns a destination's details from a map's sight.
    mutating func learnDetails(of sight: ImportedSight) {
        guard let identifier = sight.destinationIdentifier, !sight.destinationDetails.isEmpty else { return }
        learn(sight.destinationDetails, of: identifier)
    }

    /// Learns the details of the destination with an identifier. They are used if the import created it
    /// without details, or will create it.
    mutating func learn(_ text: String, of identifier: UUID) {
        guard let entry = byIdentifier[identifier] else {
            details[identifier] = details[identifier] ?? text
            return
        }
        guard !entry.existedBefore, let made = destination(of: entry), made.details.isEmpty else { return }
        made.details = text
    }

    /// Removes and returns the learned details for a sight's new destination.
    mutating func takeDetails(for sight: ImportedSight) -> String {
        sight.destinationIdentifier.flatMap { details.removeValue(forKey: $0) } ?? ""
    }

    /// Returns the entry of a stored destination.
    func entry(of destination: Destination) -> Entry? { byIdentifier[destination.identifier] }

    /// Whether a destination has a source. Sources are unique.
    func hasDestination(from source: String) -> Bool { bySource[source] != nil }

    /// Adds a destination that the import created for a trip.
    mutating func add(_ destination: Destination, for trip: ImportedTrip) -> Entry {
        let matchKey = TripMatchKey(trip)
        let entry = enter(destination, name: matchKey.name, existedBefore: false)
        unsaved.append(entry)
        remember(matchKey, entry)
        return entry
    }

    /// Adds a destination that the import created for a sight that refers to it.
    mutating func add(_ destination: Destination, for sight: ImportedSight) -> Entry {
        let name = RawFields.key(destination.name)
        let entry = enter(destination, name: name, existedBefore: false)
        unsaved.append(entry)
        note(entry, named: name, by: sight)
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
            entry.destination = context.model(for: entry.id) as? Destination
        }
        return entry.destination
    }

    /// Whether a sight with the same identifier exists in any destination.
    func hasIdentifier(of sight: ImportedSight) throws -> Bool {
        guard let identifier = sight.identifier else { return false }
        if newSights.contains(identifier) { return true }
        let sameIdentifier = #Predicate<Sight> { $0.identifier == identifier }
        return try context.fetchCount(FetchDescriptor(predicate: sameIdentifier)) > 0
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

    /// Whether a sight is known although its identifier isn't. If not, it is indexed as a new sight.
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
        let source = sight.source.map { SightKey(destination: entry.ordinal, text: "\u{0}\($0)") }
        if sight.identifier != nil {
            // Sights with different identifiers are different, unless they have the same source and values.
            if let source, sources[source] != nil, isDoubled(sight, name) { return true }
            newSights.insert(identifier)
        } else if isKnown(sight, name, source, in: entry) {
            return true
        }
        sights[name, default: []].append(KnownSight(sight, madeWith: identifier))
        if let source, sources[source] == nil { sources[source] = identifier }
        return false
    }

    /// Whether a sight without an identifier is known by its source or its values.
    private mutating func isKnown(
        _ sight: ImportedSight, _ name: SightKey, _ source: SightKey?, in entry: Entry
    ) -> Bool {
        let seen = KnownSight(sight)
        if let source, let identifier = sources[source] {
            found.insert(identifier)
            // Index it with the map's name and place, by which the map's other elements find it even if it
            // was edited.
            if seen.element != nil { sights[name, default: []].append(seen) }
            return true
        }
        if seen.element != nil, sights[name]?.contains(where: { $0.isDuplicateElement(of: seen) }) ?? false {
            return true
        }
        let others = sights[name, default: []].lazy.filter { !$0.isDifferentObject(from: seen) }
        if let known = others.first(where: { $0.includesAllFields(of: sight) }) {
            if let identifier = known.stored { found.insert(identifier) }
            if seen.element != nil { sights[name]?.append(seen) }
            return true
        }
        let free = others.first { known in
            guard let identifier = known.stored else { return false }
            return !found.contains(identifier) && known.fits(sight)
        }
        if let identifier = free?.stored {
            found.insert(identifier)
            tentativeMatches[identifier] = TentativeMatch(sight: sight, entry: entry)
            // If the row is repeated, it matches the same sight.
            sights[name]?.append(seen)
            return true
        }
        return false
    }

    /// Returns the new sight of another element for the same object of a map, if it lacks values of this one.
    /// Returns `nil` if there are several candidates.
    func incompleteSight(of sight: ImportedSight, in entry: Entry) throws -> Sight? {
        let seen = KnownSight(sight)
        guard sight.identifier == nil, seen.element != nil else { return nil }
        let name = SightKey(destination: entry.ordinal, text: RawFields.key(sight.name))
        let others = sights[name]?.filter { $0.isDuplicateElement(of: seen) } ?? []
        guard let other = others.first, others.allSatisfy({ $0.source == other.source }),
            let identifier = other.made, other.lacksFields(of: seen)
        else { return nil }
        let sameIdentifier = #Predicate<Sight> { $0.identifier == identifier }
        return try context.fetch(FetchDescriptor(predicate: sameIdentifier)).first
    }

    /// Whether the store had a sight with the same source and all values of this one.
    private func isDoubled(_ sight: ImportedSight, _ name: SightKey) -> Bool {
        sights[name]?.contains {
            $0.stored != nil && $0.source == sight.source && $0.includesAllFields(of: sight)
        } ?? false
    }

    private mutating func indexSights(of entry: Entry) throws {
        guard !entry.isIndexed, let destination = destination(of: entry) else { return }
        entry.isIndexed = true
        let identifier = destination.persistentModelID
        // Don't use the destination's list of sights: it would stay in memory and grow with every sight.
        let ofDestination = #Predicate<Sight> { $0.destination?.persistentModelID == identifier }
        for sight in try context.fetch(FetchDescriptor(predicate: ofDestination)) {
            let name = RawFields.key(sight.name)
            sights[SightKey(destination: entry.ordinal, text: name), default: []].append(KnownSight(sight))
            if let source = sight.source {
                let key = SightKey(destination: entry.ordinal, text: "\u{0}\(source)")
                if sources[key] == nil { sources[key] = sight.identifier }
            }
        }
    }

    /// Releases the objects of saved destinations, so that long files need little memory.
    mutating func releaseSavedObjects() {
        for entry in unsaved {
            if let destination = entry.destination { entry.id = destination.persistentModelID }
            entry.destination = nil
        }
        unsaved.removeAll(keepingCapacity: true)
    }
}
