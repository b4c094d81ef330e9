import Foundation
import ModelData

/// The values by which an import finds the record that an entry describes.
public struct ImportKey {
    /// The identifier, which only exports of the program itself contain.
    public let identifier: UUID?
    /// The identifier in another program, such as `goodreads:1000`.
    public let source: String?
    /// Returns the natural keys, such as an ISBN, and a title and an author. The first known one counts. Called
    /// only if needed.
    let natural: () -> [String]

    /// Makes a key.
    public init(
        identifier: UUID? = nil, source: String? = nil, natural: @autoclosure @escaping () -> [String]
    ) {
        self.identifier = identifier
        self.source = source
        self.natural = natural
    }

    /// The program of the source.
    fileprivate var program: Substring? { source?.sourceProgram }
}

/// The rule of all imports: an entry describes the record with its identifier, else the record with its source,
/// else a record with its natural key, else a new record.
///
/// A record is found by its natural key only once, only if it was in the store before the import, and not if
/// both have sources in the same program. Therefore two books with the same title in a file stay two books.
@MainActor
public struct RecordMatcher<Record: PersistentModel> {
    private var byIdentifier: [UUID: Candidate] = [:]
    private var bySource: [String: Candidate] = [:]
    /// Made when an entry is first looked up by its natural key, because most repeated imports need none.
    private var byNaturalKey: [String: [Candidate]]?
    private var unsaved: [Candidate] = []
    private let descriptor: FetchDescriptor<Record>
    private let key: (Record) -> ImportKey

    /// Makes a matcher for the records of a store.
    ///
    /// - Parameters:
    ///   - descriptor: Fetches the records, and the properties that `key` needs.
    ///   - context: The context of the store.
    ///   - key: Returns the key of a record. A record has an identifier or a source.
    public init(
        _ descriptor: FetchDescriptor<Record>, in context: ModelContext,
        key: @escaping (Record) -> ImportKey
    ) throws {
        self.descriptor = descriptor
        self.key = key
        // Enumerate in batches, because a store may have very many records.
        try context.enumerate(descriptor, batchSize: 1000) { record in
            enter(record, key(record), isTaken: false).record = nil
        }
        if byIdentifier.isEmpty, bySource.isEmpty { byNaturalKey = [:] }
    }

    @discardableResult
    private mutating func enter(_ record: Record, _ key: ImportKey, isTaken: Bool) -> Candidate {
        let candidate = Candidate(record, source: key.source, isTaken: isTaken)
        if let identifier = key.identifier { byIdentifier[identifier] = candidate }
        if let source = key.source { bySource[source] = candidate }
        return candidate
    }

    /// Returns the record that an entry describes; `nil` if it describes a new one.
    ///
    /// - Returns: The record, and whether the entry's source belongs to another record. Two records can't have
    ///   the same source, so the other record keeps it.
    public mutating func match(
        _ key: ImportKey, in context: ModelContext
    ) throws -> (record: Record, mayTakeSource: Bool)? {
        guard let candidate = try candidate(key, in: context),
            let record = candidate.record as? Record ?? context[candidate.id, as: Record.self]
        else { return nil }
        candidate.isTaken = true
        guard let source = key.source else { return (record, false) }
        let owner = bySource[source]
        if owner == nil { bySource[source] = candidate }
        return (record, owner == nil || owner === candidate)
    }

    private mutating func candidate(_ key: ImportKey, in context: ModelContext) throws -> Candidate? {
        if let known = known(key) { return known }
        if byNaturalKey == nil { byNaturalKey = try naturalKeys(in: context) }
        guard let byNaturalKey, !byNaturalKey.isEmpty else { return nil }
        let program = key.program
        for natural in key.natural() {
            if let found = byNaturalKey[natural]?.first(where: {
                !$0.isTaken && (program == nil || $0.program != program)
            }) {
                return found
            }
        }
        return nil
    }

    private func known(_ key: ImportKey) -> Candidate? {
        key.identifier.flatMap { byIdentifier[$0] } ?? key.source.flatMap { bySource[$0] }
    }

    /// Returns the natural keys of the records that no entry describes yet.
    private func naturalKeys(in context: ModelContext) throws -> [String: [Candidate]] {
        var result: [String: [Candidate]] = [:]
        try context.enumerate(descriptor, batchSize: 1000) { record in
            let key = key(record)
            guard let candidate = known(key), !candidate.isTaken else { return }
            for natural in key.natural() { result[natural, default: []].append(candidate) }
        }
        return result
    }

    /// Notes that an entry became a new record. Later entries of the file find it by identifier or source.
    public mutating func add(_ record: Record, _ key: ImportKey) {
        unsaved.append(enter(record, key, isTaken: true))
    }

    /// Releases the objects of saved records, so that a long file needs little memory.
    public mutating func releaseSavedObjects() {
        for candidate in unsaved {
            if let record = candidate.record { candidate.id = record.persistentModelID }
            candidate.record = nil
        }
        unsaved.removeAll(keepingCapacity: true)
    }
}

/// A record that entries can describe. The class isn't generic, so that the dictionaries aren't either, which makes
/// them several times faster.
private final class Candidate {
    var record: (any PersistentModel)?
    var id: PersistentIdentifier
    /// Whether an entry describes the record, or was added as it.
    var isTaken: Bool
    private let source: String?

    init(_ record: any PersistentModel, source: String?, isTaken: Bool) {
        self.record = record
        id = record.persistentModelID
        self.source = source
        self.isTaken = isTaken
    }

    /// The program that the record came from, such as `goodreads`.
    var program: Substring? { source?.sourceProgram }
}

extension String {
    /// The program of a source: `goodreads` for `goodreads:1000`.
    fileprivate var sourceProgram: Substring { prefix { $0 != ":" } }
}
