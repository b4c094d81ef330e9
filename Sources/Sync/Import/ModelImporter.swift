import Formats
import Foundation
import ModelData

/// Imports the records of a JSON list into a store as they arrive: decoded one by one, written in batches.
///
/// ```swift
/// let importer = try ModelImporter(PointOfInterest.self, into: context)
/// let file = try FileHandle(forReadingFrom: URL(filePath: "points.json"))
/// while let data = try file.read(upToCount: 1 << 18), !data.isEmpty { try await importer.take(Array(data)) }
/// let report = try await importer.finish()
/// print(report.added, report.updated, report.unchanged, report.skippedCount)
/// ```
///
/// Any `@Model` class can be imported that decodes itself from an object of JSON and has a unique property. A record
/// whose unique value is there already gets the values of the keys that the list has, and keeps all others; so a list
/// of what is new or changed does as well as a whole one, and a list that comes again changes nothing. An object that a
/// record is related to is found by its own unique property, or made.
///
/// A value that can't be decoded costs its key, and is reported: the record counts as one without that key. A record that
/// can't do without the key, or can't be stored, is skipped and reported, and the rest arrives. Where the text ends in the
/// middle, what was whole is there. While a piece of the list is written, the next one is decoded. What is written
/// belongs to the open transaction of the context; without one, each batch is a transaction and a step of undo of its
/// own.
///
/// If the model is ``Synchronizable``, the merge policy decides about values that were edited here since the
/// last import or pull. By default, they are kept.
public final class ModelImporter<Model: PersistentModel & Decodable> {
    /// How an import goes about its work.
    public struct Options: Sendable {
        /// How many records are written at once, from 1.
        public var batchSize = 1000
        /// The most bytes of a record; longer ones are skipped.
        public var longestRecord = 1 << 20
        /// What happens to a property that was edited here and has another value in the list. A record that was
        /// deleted here stays away with the policies by which the store wins, and is made again with those by which
        /// the list does.
        public var policy = MergePolicy.mergeByPropertyStoreTrump
        /// Whether records that were deleted here are made again, whatever the policy says.
        public var bringsBackDeleted = false
        /// The properties whose keys aren't their names, by the keys that the model decodes.
        public var propertyNames: [String: String] = [:]
        /// How dates are read, and how keys become the names that the model decodes.
        public var decoder = JSONValueDecoder()

        /// Returns the name of a record for the report of its values that aren't imported. Default: no name.
        public var title: @Sendable (Model) -> String = { _ in "" }

        /// Makes the usual options.
        public init() {}
    }

    private let options: Options
    private let context: ModelContext
    private var edits: ImportEdits?
    private let upsert: ObjectUpsert<Model>
    private let decoding: RecordDecoding<Model>
    /// What becomes of the bytes that were taken last.
    private var pending: Task<RecordDecoding<Model>.Piece, Never>?
    private var batch: [(object: Model, properties: ObjectUpsert<Model>.Properties?)] = []
    /// Where the batch's records stand in the list.
    private var places: [RecordDecoding<Model>.Place] = []

    /// What kept a batch from being written; nothing is written behind it.
    private var failure: (any Error)?

    /// What was done so far.
    public private(set) var report = ModelImportReport()

    /// How many bytes of the list were taken apart for what has been written or is next to be.
    public private(set) var position = 0

    /// Begins an import.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - context: The context of its store.
    ///   - options: How it goes about its work.
    /// - Throws: `ModelDataError.noUniqueKey` where the model has no unique property, and what opening a store throws.
    public init(
        _ model: Model.Type, into context: ModelContext, options: Options = Options()
    ) throws {
        self.options = options
        self.context = context
        edits = try ImportEdits(model, in: context)
        upsert = try ObjectUpsert(Model.self, in: context, policy: options.policy)
        decoding = RecordDecoding(options)
        batch.reserveCapacity(options.batchSize)
        places.reserveCapacity(options.batchSize)
    }

    /// Takes the next bytes of the list, in UTF-8, and writes the records of those before.
    ///
    /// - Throws: ``ImportError`` where the text is no list, already with the first bytes where they show it, and what writing to the store throws; with
    ///   `MergePolicy.error`, `ModelDataError.conflict` where a record was edited here. What writing threw is thrown
    ///   again by all that follows.
    nonisolated(nonsending) public func take(_ bytes: [UInt8]) async throws {
        if let failure { throw failure }
        let earlier = await pending?.value
        pending = Task.detached { [decoding] in decoding.piece(of: bytes) }
        if let earlier { return try await take(earlier) }
        // Nothing is written meanwhile, and whoever waits for more bytes of a text that is no list waits for nothing.
        if let line = await pending?.value.lineOfNoList { throw ImportError.notAList(line: line) }
    }

    /// Takes note that there are no more bytes, and writes what is left.
    ///
    /// - Returns: What was done.
    /// - Throws: As ``take(_:)``.
    nonisolated(nonsending) public func finish() async throws -> ModelImportReport {
        if let failure { throw failure }
        let earlier = await pending?.value
        pending = nil
        if let earlier { try await take(earlier) }
        try await take(decoding.lastPiece())
        try await write()
        return report
    }

    nonisolated(nonsending) private func take(_ piece: RecordDecoding<Model>.Piece) async throws {
        for step in piece.steps {
            switch step {
            case .object(let object, let properties, let place, let dropped):
                if !dropped.isEmpty { report.drop(dropped) }
                batch.append((object, properties))
                places.append(place)
                if batch.count >= options.batchSize { try await write() }
            case .skipped(let place, let reason):
                report.skip(place.number, line: place.line, reason)
            }
        }
        if let line = piece.lineOfNoList { throw ImportError.notAList(line: line) }
        for key in piece.unknownKeys where report.unknownKeys.count < ModelImportReport.maximumListed {
            report.unknownKeys.insert(key)
        }
        if let ending = piece.ending { report.ending = ending }
        position = piece.position
    }

    nonisolated(nonsending) private func write() async throws {
        if batch.isEmpty { return }
        let isPart = context.isInTransaction
        do {
            // What a person changed and deleted before is theirs: it stays where the import fails, or is undone.
            if context.hasChanges {
                try await context.saveWhenUnlocked()
                upsert.forgetRelated()
            }
            try await context.whenUnlocked {
                if !isPart { try context.beginTransaction() }
                try edits?.begin()
                try write(try localEdits())
                try edits?.end()
                if !isPart { try context.commitTransaction() }
            }
        } catch {
            failure = error
            // Whose transaction it is may still commit what came before.
            if isPart {
                try? edits?.end()
            } else if context.isInTransaction {
                context.rollbackTransaction()
            }
            throw error
        }
        batch.removeAll(keepingCapacity: true)
        places.removeAll(keepingCapacity: true)
    }

    /// What was edited here of the batch's records, in their order; nothing, where nothing was.
    private func localEdits() throws -> [LocalEdits?] {
        guard let edits, let identifier = (Model.self as? any Synchronizable.Type)?.identifierOfAny else {
            return []
        }
        let identifiers = batch.map { identifier($0.object) ?? UUID() }
        let found = try edits.of(identifiers)
        return found.isEmpty ? [] : identifiers.map { found[$0] }
    }

    private func write(_ edits: [LocalEdits?]) throws {
        var entries: [ObjectUpsert<Model>.Entry] = []
        entries.reserveCapacity(batch.count)
        var written: [RecordDecoding<Model>.Place] = []
        for (index, record) in batch.enumerated() {
            let local = edits.isEmpty ? nil : edits[index]
            if let local, local.isDeleted, try staysDeleted() {
                report.unchanged += 1
                report.keptDeleted += 1
                continue
            }
            entries.append(
                ObjectUpsert.Entry(
                    record.object, properties: record.properties, edited: local?.properties ?? []))
            if !edits.isEmpty { written.append(places[index]) }
        }
        let outcomes = try upsert.write(entries)
        for (outcome, place) in zip(outcomes, edits.isEmpty ? places : written) {
            switch outcome {
            case .inserted: report.added += 1
            case .updated: report.updated += 1
            case .unchanged: report.unchanged += 1
            case .refused(let error): report.skip(place.number, line: place.line, .store(error))
            }
        }
    }

    /// Whether a record that was deleted here isn't made again.
    private func staysDeleted() throws -> Bool {
        if options.bringsBackDeleted { return false }
        switch options.policy {
        case .mergeByPropertyStoreTrump, .rollback: return true
        case .mergeByPropertyObjectTrump, .overwrite: return false
        case .error: throw ImportError.deletedHere(model: Model._$entityName)
        }
    }
}

extension Synchronizable {
    /// The identifier of an object, if it is one of the model.
    fileprivate static var identifierOfAny: (any PersistentModel) -> UUID? {
        let identifier = synchronization.identifier
        return { object in (object as? SynchronizedRoot)?[keyPath: identifier] }
    }
}

/// Why nothing can be imported.
public enum ImportError: Error, Sendable, Hashable {
    /// The text doesn't begin with a list.
    case notAList(line: Int)
    /// A record of the list was deleted here, and the policy is `MergePolicy.error`.
    case deletedHere(model: String)
}
