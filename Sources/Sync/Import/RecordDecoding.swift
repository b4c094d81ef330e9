import Formats
import ModelData

/// Takes the bytes of a list apart and makes objects of its records, for ``ModelImporter``, which writes what came
/// before in the meantime.
///
/// One task uses it at a time, each after the other has ended, and nobody uses the objects before they are handed over.
final class RecordDecoding<Model: PersistentModel & Decodable>: @unchecked Sendable {
    /// What came of the next piece of the list.
    enum Step {
        /// A record's object, those of its properties that the record has keys for, and the values that weren't decoded.
        case object(Model, ObjectUpsert<Model>.Properties?, Place, [ModelImportReport.Dropped])
        /// A record that can't be read.
        case skipped(Place, SkipReason)
    }

    /// Where a record stands in the list.
    struct Place {
        let number: Int
        let line: Int
    }

    /// What some bytes brought, in order.
    struct Piece: @unchecked Sendable {
        var steps: [Step] = []
        /// How the list ended, if it did.
        var ending: ModelImportReport.Ending?
        /// The line of a text that is no list.
        var lineOfNoList: Int?
        /// The keys that the model doesn't know.
        var unknownKeys: Set<String> = []
        /// How many bytes of the list were taken apart so far.
        var position = 0
    }

    private let options: ModelImporter<Model>.Options
    private var reader: JSONRecordReader
    private var isOver = false
    /// The keys of the last record, and the properties that they name.
    private var shape: (keys: JSONKeyShape, properties: ObjectUpsert<Model>.Properties)?

    init(_ options: ModelImporter<Model>.Options) {
        self.options = options
        reader = JSONRecordReader(maximumRecordLength: options.longestRecord)
    }

    /// What the next bytes of the list bring.
    func piece(of bytes: [UInt8]) -> Piece {
        if isOver { return Piece(position: reader.position) }
        reader.append(bytes)
        return readOn()
    }

    /// What is left where there are no more bytes.
    func lastPiece() -> Piece {
        if isOver { return Piece(position: reader.position) }
        reader.finish()
        return readOn()
    }

    private func readOn() -> Piece {
        var piece = Piece()
        do throws(JSONRecordError) {
            while let step = try nextStep(&piece) { piece.steps.append(step) }
        } catch {
            switch error {
            case .notAList(let line): piece.lineOfNoList = line
            case .cutOff(let records, let line): piece.ending = .cutOff(records: records, line: line)
            case .malformed(let records, let line): piece.ending = .malformed(records: records, line: line)
            }
        }
        isOver = piece.ending != nil || piece.lineOfNoList != nil
        piece.position = reader.position
        return piece
    }

    /// The next step; `nil` where more bytes are needed or the list has ended.
    private func nextStep(_ piece: inout Piece) throws(JSONRecordError) -> Step? {
        switch try reader.next() {
        case .needsMore: return nil
        case .end:
            piece.ending = .complete
            return nil
        case .broken(let broken):
            let place = Place(number: broken.number, line: broken.line)
            switch broken.reason {
            case .json(let problem): return .skipped(place, .json(problem))
            case .tooLong(let limit): return .skipped(place, .tooLong(limit: limit))
            }
        case .record(let record):
            let place = Place(number: record.number, line: record.line)
            do {
                return .object(try decode(record, &piece), shape?.properties, place, [])
            } catch {
                return decodeRest(of: record, place, after: error, &piece)
            }
        }
    }

    /// Decodes a record without the values that can't be decoded. The record is skipped if it can't do without one.
    private func decodeRest(
        of record: JSONRecord, _ place: Place, after failure: any Error, _ piece: inout Piece
    ) -> Step {
        var error = failure
        var reasons: [String: SkipReason] = [:]
        while true {
            let reason = (error as? JSONProblem).map { SkipReason.json($0) } ?? .refused(error)
            let keys = Self.keys(of: error)
            let names = keys.filter { reasons[$0] == nil && !(record.value[$0]?.isNull ?? true) }
            if names.isEmpty { return .skipped(place, keys.lazy.compactMap { reasons[$0] }.first ?? reason) }
            for name in names { reasons[name] = reason }
            do {
                let (object, properties) = try decode(record, without: Set(reasons.keys), &piece)
                let title = options.title(object)
                let dropped = reasons.sorted { $0.key < $1.key }.map { key, reason in
                    ModelImportReport.Dropped(
                        number: place.number, line: place.line, title: title, key: key,
                        written: record.value[key]?.source ?? "", reason: reason)
                }
                return .object(object, properties, place, dropped)
            } catch let next {
                error = next
            }
        }
    }

    /// The keys of the outermost object that an error is about.
    private static func keys(of error: any Error) -> [String] {
        switch error {
        case let error as any InvalidKeysError: return error.keys
        case JSONProblem.missing(let path, _), JSONProblem.mismatch(let path, _, _):
            if case .key(let key)? = path.steps.first { return [key] }
        default: break
        }
        return []
    }

    /// Makes an object of a record, and finds out which properties the record's keys are for, where the one before
    /// had others.
    private func decode(_ record: JSONRecord, _ piece: inout Piece) throws -> Model {
        if let shape, record.hasKeys(shape.keys) {
            return try record.decode(Model.self, with: options.decoder)
        }
        let (object, properties) = try decode(record, without: [], &piece)
        shape = (JSONKeyShape(record.keys), properties)
        return object
    }

    private func decode(
        _ record: JSONRecord, without dropped: Set<String>, _ piece: inout Piece
    ) throws -> (Model, ObjectUpsert<Model>.Properties) {
        var wanted: Set<String> = []
        let rest = dropped.isEmpty ? record : record.without(dropped)
        let object = try rest.decode(Model.self, with: options.decoder, recordingKeys: &wanted)
        var names: [String] = []
        for key in record.keys {
            // A key that the model doesn't ask for is unknown to it, even where a property has its name.
            let name = options.decoder.keys.name(of: key)
            if !wanted.contains(name) {
                piece.unknownKeys.insert(key)
            } else if !dropped.contains(key) {
                names.append(options.propertyNames[name] ?? name)
            }
        }
        return (object, ObjectUpsert<Model>.Properties(names))
    }
}
