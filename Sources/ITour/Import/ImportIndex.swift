import Foundation
import Localization
import ModelData

/// What is in the store, as far as an import needs to know it so that nothing comes twice.
///
/// A destination is known by its identifier, else by where it comes from, else by what is said of it, else by name and
/// date. A sight is known by its identifier anywhere, and within its destination by where it comes from, or by its
/// name and place. What a file has without identifiers is compared with what was there before, each of which is taken
/// for one of the file's at most; within the file only what says nothing new is the same, and what a map has at a place
/// as elements of several kinds.
///
/// Sights of a map only name their destination. Where they say its identifier too, it is the one with that, and none that
/// only has its name. Where they say its date, it is the one of the name in which others of that date are already, or one
/// that has the date, or none; each that was there is one of the file's at most.
@MainActor
struct ImportIndex {
    /// A destination of the store, or one that the import made.
    final class Entry {
        fileprivate(set) var destination: Destination?
        fileprivate var id: PersistentIdentifier
        fileprivate let ordinal: Int
        /// Whether the store had it before the import.
        let wasThere: Bool
        /// Whether its sights in the store were looked at; what the import made has none there.
        fileprivate var isIndexed: Bool
        /// Whether a trip of the file is about it.
        fileprivate var isTaken = false
        /// Whether sights of the file name it with its identifier or its date.
        fileprivate var isNamed = false
        /// What the first trip of the file that is about it says.
        fileprivate var words: TripWords?
        /// The details that the file says of it.
        var details = ""
        /// How many rows have the note that stands for its details, which give way to others; 0 where none does.
        var notes = 0
        fileprivate let start: Date?

        fileprivate init(_ destination: Destination, ordinal: Int, wasThere: Bool) {
            self.destination = destination
            id = destination.persistentModelID
            self.ordinal = ordinal
            self.wasThere = wasThere
            isIndexed = !wasThere
            start = destination.start
        }
    }

    /// A sight of the file without an identifier that was taken for one of the store.
    struct Claim {
        let sight: ImportedSight
        let entry: Entry
    }

    private struct TripKey: Hashable {
        /// The name, as names are compared.
        let name: String
        let start: Date?
    }

    private struct SightKey: Hashable {
        let destination: Int
        /// The name, as names are compared, or the source behind a null character.
        let text: String
    }

    private let context: ModelContext
    private var byIdentifier: [UUID: Entry] = [:]
    /// The details that a map says of destinations which aren't there, by identifier.
    private var details: [UUID: String] = [:]
    private var bySource: [String: Entry] = [:]
    private var byName: [String: Entry] = [:]
    private var byWords: [TripWords: Entry] = [:]
    /// The destinations of a name that the store had before.
    private var namesakes: [String: [Entry]] = [:]
    /// The file's last destination of a name, and of a name and date; without words where only its name is known.
    private var last: [TripKey: (words: TripWords?, entry: Entry)] = [:]
    /// The destinations that sights of the file name with a date, and without an identifier.
    private var byDate: [TripKey: Entry] = [:]
    /// Those of them that are known by a sight that is there.
    private var learned: Set<TripKey> = []
    private var unsettled: [Entry] = []
    private var count = 0
    /// The sights of a name.
    private var sights: [SightKey: [KnownSight]] = [:]
    /// The sights' identifiers by where they come from.
    private var sources: [SightKey: UUID] = [:]
    private var newSights: Set<UUID> = []
    /// The identifiers of those that sights of the file are about.
    private var found: Set<UUID> = []
    /// What was taken for a sight of the store that says something else, by its identifier.
    private var claims: [UUID: Claim] = [:]

    /// Indexes the destinations that are in the store.
    init(_ context: ModelContext) throws {
        self.context = context
        for destination in try context.fetch(FetchDescriptor<Destination>()) {
            let words = TripWords(destination)
            let entry = enter(destination, name: words.name, wasThere: true)
            entry.destination = nil
            namesakes[words.name, default: []].append(entry)
            if byWords[words] == nil { byWords[words] = entry }
        }
    }

    /// The destination that a file's trip is about, if there is one; then it is taken.
    mutating func match(_ trip: ImportedTrip) -> Entry? {
        // Rows of our own exports say the same of their destination again and again.
        if let identifier = trip.identifier, let entry = byIdentifier[identifier], entry.isTaken {
            return entry
        }
        let words = TripWords(trip)
        if trip.identifier == nil, trip.placeOfOrigin == nil, let entry = repeated(trip, words) {
            return entry
        }
        guard let entry = entry(of: trip, words) else { return nil }
        remember(words, entry)
        return entry
    }

    /// The destination of a row that is about the one of a row above it, or leaves out what that one said.
    private func repeated(_ trip: ImportedTrip, _ words: TripWords) -> Entry? {
        // Without sights, and what is said of one, it would be there for nothing.
        guard !trip.sights.isEmpty || !trip.remark.isEmpty,
            let (above, entry) = last[TripKey(name: words.name, start: trip.dates?.start.stored)]
        else { return nil }
        guard let said = above else { return entry }
        return (trip.isRow ? said.fit(row: trip) : said.sayAll(of: trip)) ? entry : nil
    }

    private func entry(of trip: ImportedTrip, _ words: TripWords) -> Entry? {
        if let identifier = trip.identifier, let entry = byIdentifier[identifier] { return entry }
        if let source = trip.source, let entry = bySource[source] {
            if trip.identifier == nil {
                // What a row with a sight says it is from may be the sight's source.
                let isOfSight = trip.isRow && !trip.sights.isEmpty
                if trip.placeOfOrigin != nil,
                    entry.words?.agree(with: words)
                        ?? (isOfSight
                            ? hasName(entry, words.name) : isOne(source, of: entry, named: words.name))
                {
                    return entry
                }
            } else if entry.wasThere, isOne(source, of: entry, named: words.name) {
                return entry
            }
        }
        // Another identifier is another destination, whatever its name.
        if trip.identifier != nil { return nil }
        if let entry = byWords[words] { return entry }
        let namesakes = namesakes[words.name] ?? []
        guard let dates = trip.dates else { return namesakes.first { !$0.isTaken } }
        return namesakes.first { !$0.isTaken && $0.start == dates.start.stored }
            ?? namesakes.first { !$0.isTaken && $0.start == nil }
    }

    /// Whether a destination that the import made may get the details that a trip has; then it is known by them too.
    ///
    /// Where another one of the same words has them, the file would find that one in place of this one the next time.
    mutating func mayGetDetails(
        _ destination: Destination, of entry: Entry, from trip: ImportedTrip
    ) -> Bool {
        let words = TripWords(destination).with(details: trip.details)
        if byWords[words] == nil { byWords[words] = entry }
        return trip.identifier != nil || byWords[words] === entry
    }

    private mutating func remember(_ words: TripWords, _ entry: Entry) {
        entry.isTaken = true
        entry.words = entry.words ?? words
        if byWords[words] == nil { byWords[words] = entry }
        last[TripKey(name: words.name, start: nil)] = (words, entry)
        if let start = words.dates?.start.stored {
            last[TripKey(name: words.name, start: start)] = (words, entry)
        }
    }

    /// The destination that a sight names, if there is one; then trips of the file with this name are about it too.
    mutating func match(_ sight: ImportedSight) -> Entry? {
        let name = RawFields.key(sight.nameOfDestination)
        guard let entry = entry(named: name, by: sight) else { return nil }
        last[TripKey(name: name, start: nil)] = (nil, entry)
        return entry
    }

    private mutating func entry(named name: String, by sight: ImportedSight) -> Entry? {
        // Another identifier is another destination here too.
        if sight.destinationIdentifier != nil {
            let entry = identifiedEntry(of: sight)
            entry?.isNamed = true
            return entry
        }
        guard let start = sight.dates?.start.stored else { return byName[name] }
        if let entry = byDate[TripKey(name: name, start: start)] { return entry }
        let namesakes = namesakes[name] ?? []
        let entry =
            namesakes.first { !$0.isNamed && $0.start == start }
            ?? namesakes.first { !$0.isNamed && $0.start == nil }
        if let entry { note(entry, named: name, by: sight) }
        return entry
    }

    /// The destination with the identifier that a sight says, or one of the store that comes from the same source.
    private func identifiedEntry(of sight: ImportedSight) -> Entry? {
        guard let identifier = sight.destinationIdentifier else { return nil }
        if let entry = byIdentifier[identifier] { return entry }
        guard let source = sight.destinationSource, let entry = bySource[source], entry.wasThere,
            isOne(source, of: entry, named: RawFields.key(sight.nameOfDestination))
        else { return nil }
        return entry
    }

    /// Whether a source makes the destination of the store the one that a file means: where others may have it, the
    /// name has to be the same too.
    private func isOne(_ source: String, of entry: Entry, named name: String) -> Bool {
        ImportedTrip.isRegistered(source) || hasName(entry, name)
    }

    private func hasName(_ entry: Entry, _ name: String) -> Bool {
        destination(of: entry).map { RawFields.key($0.name) == name } ?? false
    }

    /// Notes which destination a sight names, so that others that say the same of theirs go there too.
    private mutating func note(_ entry: Entry, named name: String, by sight: ImportedSight) {
        if sight.destinationIdentifier == nil {
            guard let start = sight.dates?.start.stored else { return }
            byDate[TripKey(name: name, start: start)] = entry
        }
        entry.isNamed = true
    }

    /// Learns from a sight that is there which destination the file names, whatever date that has by now.
    ///
    /// Where the file says the destination's identifier, there is nothing to learn: the sight may have been moved.
    mutating func learnDestination(of sight: ImportedSight) throws {
        let name = RawFields.key(sight.nameOfDestination)
        guard let entry = try certainEntry(named: name, by: sight) ?? entry(named: name, with: sight) else {
            return
        }
        note(entry, named: name, by: sight)
        if let start = sight.dates?.start.stored { learned.insert(TripKey(name: name, start: start)) }
        last[TripKey(name: name, start: nil)] = (nil, entry)
    }

    /// The destination that a sight names, as far as nothing has to be learned for it.
    private func certainEntry(named name: String, by sight: ImportedSight) -> Entry? {
        if sight.destinationIdentifier != nil { return identifiedEntry(of: sight) }
        guard let start = sight.dates?.start.stored else { return byName[name] }
        let key = TripKey(name: name, start: start)
        return learned.contains(key) ? byDate[key] : nil
    }

    /// The destination of a name in which a sight is that only says the name of its own.
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

    /// Learns what a map says of its sight's destination.
    mutating func learnDetails(of sight: ImportedSight) {
        guard let identifier = sight.destinationIdentifier, !sight.destinationDetails.isEmpty else { return }
        learn(sight.destinationDetails, of: identifier)
    }

    /// Learns the details of the destination with an identifier, where the import made it without any, or will make it.
    mutating func learn(_ text: String, of identifier: UUID) {
        guard let entry = byIdentifier[identifier] else {
            details[identifier] = details[identifier] ?? text
            return
        }
        guard !entry.wasThere, let made = destination(of: entry), made.details.isEmpty else { return }
        made.details = text
    }

    /// The details of a destination that is made for a sight.
    mutating func takeDetails(for sight: ImportedSight) -> String {
        sight.destinationIdentifier.flatMap { details.removeValue(forKey: $0) } ?? ""
    }

    /// The entry of a destination that is in the store.
    func entry(of destination: Destination) -> Entry? { byIdentifier[destination.identifier] }

    /// Whether a destination comes from a source: only one may.
    func hasDestination(from source: String) -> Bool { bySource[source] != nil }

    /// Takes in a destination that the import has made for a trip.
    mutating func add(_ destination: Destination, for trip: ImportedTrip) -> Entry {
        let words = TripWords(trip)
        let entry = enter(destination, name: words.name, wasThere: false)
        unsettled.append(entry)
        remember(words, entry)
        return entry
    }

    /// Takes in a destination that the import has made for sights that only name it.
    mutating func add(_ destination: Destination, for sight: ImportedSight) -> Entry {
        let name = RawFields.key(destination.name)
        let entry = enter(destination, name: name, wasThere: false)
        unsettled.append(entry)
        note(entry, named: name, by: sight)
        last[TripKey(name: name, start: nil)] = (nil, entry)
        return entry
    }

    private mutating func enter(_ destination: Destination, name: String, wasThere: Bool) -> Entry {
        let entry = Entry(destination, ordinal: count, wasThere: wasThere)
        count += 1
        byIdentifier[destination.identifier] = entry
        if let source = destination.source { bySource[source] = entry }
        if byName[name] == nil { byName[name] = entry }
        return entry
    }

    /// The destination's object, to add a sight to.
    func destination(of entry: Entry) -> Destination? {
        if entry.destination == nil {
            entry.destination = context.model(for: entry.id) as? Destination
        }
        return entry.destination
    }

    /// Whether a sight with the same identifier is there already, wherever it is.
    func hasIdentifier(of sight: ImportedSight) throws -> Bool {
        guard let identifier = sight.identifier else { return false }
        if newSights.contains(identifier) { return true }
        let sameIdentifier = #Predicate<Sight> { $0.identifier == identifier }
        return try context.fetchCount(FetchDescriptor(predicate: sameIdentifier)) > 0
    }

    /// Notes that the file has the sight with an identifier.
    ///
    /// - Returns: What was taken for it and isn't, as is known now.
    mutating func find(_ identifier: UUID?) -> Claim? {
        guard let identifier else { return nil }
        found.insert(identifier)
        return claims.removeValue(forKey: identifier)
    }

    /// Whether a sight whose identifier isn't there is known all the same; if not, it is taken for one that will be
    /// made with an identifier.
    mutating func isKnown(
        _ sight: ImportedSight, in entry: Entry, orMadeWith identifier: UUID
    ) throws -> Bool {
        try indexSights(of: entry)
        let name = SightKey(destination: entry.ordinal, text: RawFields.key(sight.name))
        let source = sight.source.map { SightKey(destination: entry.ordinal, text: "\u{0}\($0)") }
        if sight.identifier != nil {
            // Two of our own sights are two, whatever they have in common.
            if let source, sources[source] != nil, isDoubled(sight, name) { return true }
            newSights.insert(identifier)
        } else if isKnown(sight, name, source, in: entry) {
            return true
        }
        sights[name, default: []].append(KnownSight(sight, madeWith: identifier))
        if let source, sources[source] == nil { sources[source] = identifier }
        return false
    }

    /// Whether a sight without an identifier is known, by where it comes from or by what is said of it.
    private mutating func isKnown(
        _ sight: ImportedSight, _ name: SightKey, _ source: SightKey?, in entry: Entry
    ) -> Bool {
        let seen = KnownSight(sight)
        if let source, let identifier = sources[source] {
            found.insert(identifier)
            // Under the name and place that the map has, its other elements know it, whatever it was made since.
            if seen.element != nil { sights[name, default: []].append(seen) }
            return true
        }
        if seen.element != nil, sights[name]?.contains(where: { $0.isOtherElement(of: seen) }) ?? false {
            return true
        }
        let others = sights[name, default: []].lazy.filter { !$0.isOtherThing(than: seen) }
        if let known = others.first(where: { $0.saysAll(of: sight) }) {
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
            claims[identifier] = Claim(sight: sight, entry: entry)
            // The same row again is about the same sight.
            sights[name]?.append(seen)
            return true
        }
        return false
    }

    /// The sight that the import made of another element of the same thing on a map, if it lacks what is said of this
    /// one; `nil` where it may be of several.
    func incompleteSight(of sight: ImportedSight, in entry: Entry) throws -> Sight? {
        let seen = KnownSight(sight)
        guard sight.identifier == nil, seen.element != nil else { return nil }
        let name = SightKey(destination: entry.ordinal, text: RawFields.key(sight.name))
        let others = sights[name]?.filter { $0.isOtherElement(of: seen) } ?? []
        guard let other = others.first, others.allSatisfy({ $0.source == other.source }),
            let identifier = other.made, other.lacks(anyOf: seen)
        else { return nil }
        let sameIdentifier = #Predicate<Sight> { $0.identifier == identifier }
        return try context.fetch(FetchDescriptor(predicate: sameIdentifier)).first
    }

    /// Whether the store had a sight that came from the same source and lacks nothing of this one.
    private func isDoubled(_ sight: ImportedSight, _ name: SightKey) -> Bool {
        sights[name]?.contains {
            $0.stored != nil && $0.source == sight.source && $0.saysAll(of: sight)
        } ?? false
    }

    private mutating func indexSights(of entry: Entry) throws {
        guard !entry.isIndexed, let destination = destination(of: entry) else { return }
        entry.isIndexed = true
        let identifier = destination.persistentModelID
        // Not through the destination, whose list would be kept and grow with every sight.
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

    /// Lets go of the objects of destinations that were saved, so that a long file needs little memory.
    mutating func settle() {
        for entry in unsettled {
            if let destination = entry.destination { entry.id = destination.persistentModelID }
            entry.destination = nil
        }
        unsettled.removeAll(keepingCapacity: true)
    }
}
