import Formats
import Foundation
import ModelData

/// Imports the records of a JSON list into a store as they arrive: decoded one by one, written in batches.
///
/// ```swift
/// let importer = try ModelImporter(PointOfInterest.self, into: context)
/// while case let bytes = try file.read(upTo: 1 << 18), !bytes.isEmpty { try importer.take(bytes) }
/// let report = try importer.finish()
/// print(report.added, report.updated, report.unchanged, report.skippedCount)
/// ```
///
/// Any `@Model` class can be imported that decodes itself from an object of JSON and has a unique property. A record
/// whose unique value is there already gets the values of the keys that the list has, and keeps all others; so a list
/// of what is new or changed does as well as a whole one, and a list that comes again changes nothing. An object that a
/// record is related to is found by its own unique property, or made.
///
/// A record that can't be decoded or stored is skipped and told of, and the rest arrives. Where the text ends in the
/// middle, what was whole is there. What is written belongs to the open transaction of the context; without one, each
/// batch is a transaction and a step of undo of its own.
///
/// Where the model is ``Synchronizable`` and its store takes notes (``SyncTracking``), what was edited here since the
/// last import or pull is settled by the merge policy; the usual one leaves it as it is.
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

        /// Makes the usual options.
        public init() {}
    }

    private let options: Options
    private let context: ModelContext
    private let edits: ImportEdits?
    private let upsert: ObjectUpsert<Model>
    private var reader: JSONRecordReader
    private var batch: [(object: Model, properties: ObjectUpsert<Model>.Properties?)] = []
    /// Where the batch's records stand in the list.
    private var places: [(number: Int, line: Int)] = []
    /// The keys of the last record, and the properties that they name.
    private var shape: (keys: JSONKeyShape, properties: ObjectUpsert<Model>.Properties)?

    /// What was done so far.
    public private(set) var report = ImportReport()

    /// How many bytes of the list were taken apart so far.
    public var position: Int { reader.position }

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
        reader = JSONRecordReader(longest: options.longestRecord)
        batch.reserveCapacity(options.batchSize)
        places.reserveCapacity(options.batchSize)
    }

    /// Takes the next bytes of the list, in UTF-8.
    ///
    /// - Throws: ``ImportError`` where the text is no list, and what writing to the store throws; with
    ///   `MergePolicy.error`, `ModelDataError.conflict` where a record was edited here.
    public func take(_ bytes: [UInt8]) throws {
        guard report.ending == .open else { return }
        reader.append(bytes)
        try readOn()
    }

    /// Takes note that there are no more bytes, and writes what is left.
    ///
    /// - Returns: What was done.
    /// - Throws: As ``take(_:)``.
    public func finish() throws -> ImportReport {
        if report.ending == .open {
            reader.finish()
            try readOn()
        }
        try write()
        return report
    }

    private func readOn() throws {
        while report.ending == .open {
            let part: JSONRecordReader.Part
            do throws(JSONRecordError) {
                part = try reader.next()
            } catch {
                switch error {
                case .notAList(let line): throw ImportError.notAList(line: line)
                case .cutOff(let records, let line): report.ending = .cutOff(records: records, line: line)
                case .malformed(let records, let line):
                    report.ending = .malformed(records: records, line: line)
                }
                return
            }
            switch part {
            case .needsMore: return
            case .end: report.ending = .complete
            case .broken(let broken):
                switch broken.reason {
                case .json(let problem): report.skip(broken.number, line: broken.line, .json(problem))
                case .tooLong(let limit):
                    report.skip(broken.number, line: broken.line, .tooLong(limit: limit))
                }
            case .record(let record): try take(record)
            }
        }
    }

    private func take(_ record: JSONRecord) throws {
        let object: Model
        do {
            object = try decode(record)
        } catch let problem as JSONProblem {
            return report.skip(record.number, line: record.line, .json(problem))
        } catch {
            return report.skip(record.number, line: record.line, .refused(error))
        }
        batch.append((object, shape?.properties))
        places.append((record.number, record.line))
        if batch.count >= options.batchSize { try write() }
    }

    /// Makes an object of a record, and finds out which properties the record's keys are for, where the one before
    /// had others.
    private func decode(_ record: JSONRecord) throws -> Model {
        if let shape, record.hasKeys(shape.keys) {
            return try record.decode(Model.self, with: options.decoder)
        }
        var wanted: Set<String> = []
        let object = try record.decode(Model.self, with: options.decoder, notingKeys: &wanted)
        let keys = record.keys
        // A key that the model doesn't ask for is unknown to it, even where a property has its name.
        let names = keys.map(options.decoder.keys.name(of:)).filter(wanted.contains)
        let properties = upsert.properties(named: names.map { options.propertyNames[$0] ?? $0 })
        shape = (JSONKeyShape(keys), properties)
        return object
    }

    private func write() throws {
        if batch.isEmpty { return }
        let isPart = context.isInTransaction
        if !isPart { try context.beginTransaction() }
        do {
            try edits?.begin()
            try write(try localEdits())
            try edits?.end()
            if !isPart { try context.commitTransaction() }
        } catch {
            if !isPart { context.rollbackTransaction() }
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
        var written: [(number: Int, line: Int)] = []
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
