import Formats
import Localization
import ModelData
import ProgramKit

/// A point of interest in a list.
struct ListedPoint {
    let point: PointOfInterest
    /// The properties for which the entry has keys. An import leaves the other values of a known point as they are.
    let properties: ObjectUpsert<PointOfInterest>.Properties
}

/// Decodes the entries of a JSON list of points of interest as its bytes arrive.
///
/// Only one task at a time uses it, and no other code uses the points before the task has returned them.
final class PointDecoder: @unchecked Sendable {
    /// The entries in the next bytes of the list.
    struct Piece: @unchecked Sendable {
        var rows: [ImportRow<ListedPoint>] = []
        /// Whether the list is complete.
        var isComplete = false
        /// The reason why the list can't be read further.
        var problem: JSONRecordError?
        /// The keys that points don't have.
        var unknownKeys: Set<String> = []
        /// The number of decoded bytes since the beginning of the list.
        var position = 0
    }

    private var reader: JSONRecordReader
    /// The keys of the last entry that differed from the entry before, and their properties. Most entries of a list have
    /// the same keys.
    private var shape: (keys: JSONKeyShape, properties: ObjectUpsert<PointOfInterest>.Properties)?

    /// Creates a decoder.
    ///
    /// - Parameter maximumLength: The maximum length of an entry in bytes. Longer entries are skipped. Default: 1 MB.
    init(maximumLength: Int = 1 << 20) { reader = JSONRecordReader(maximumRecordLength: maximumLength) }

    /// Decodes the entries that end in the next bytes.
    ///
    /// - Parameter bytes: The bytes; none at the end of the input.
    func piece(of bytes: [UInt8]) -> Piece {
        if bytes.isEmpty { reader.finish() } else { reader.append(bytes) }
        var piece = Piece()
        do throws(JSONRecordError) {
            while let row = try nextRow(&piece) { piece.rows.append(row) }
        } catch {
            piece.problem = error
        }
        piece.position = reader.position
        return piece
    }

    /// Returns the next row; `nil` if more bytes are needed or the list has ended.
    private func nextRow(_ piece: inout Piece) throws(JSONRecordError) -> ImportRow<ListedPoint>? {
        switch try reader.next() {
        case .needsMore: return nil
        case .end:
            piece.isComplete = true
            return nil
        case .broken(let broken):
            let reason =
                switch broken.reason {
                case .json(let problem): Self.reason(problem)
                case .tooLong(let limit): text("it is longer than %@ kB", String(limit >> 10))
                }
            return ImportRow(skipped: SkippedEntry(reason), at: broken.number, line: broken.line)
        case .record(let record):
            do {
                let point = try record.decode(PointOfInterest.self)
                let entry = ListedPoint(point: point, properties: properties(of: record, &piece))
                return ImportRow(entry, at: record.number, line: record.line)
            } catch {
                return rowWithoutInvalidValues(record, error, &piece)
            }
        }
    }

    /// Decodes an entry without its invalid values. If the entry needs one of them, it is skipped.
    private func rowWithoutInvalidValues(
        _ record: JSONRecord, _ failure: any Error, _ piece: inout Piece
    ) -> ImportRow<ListedPoint> {
        var error = failure
        var invalid: [String: any Error] = [:]
        while true {
            let keys = Self.keys(of: error)
            let newKeys = keys.filter { invalid[$0] == nil && !(record.value[$0]?.isNull ?? true) }
            if newKeys.isEmpty {
                let cause = keys.lazy.compactMap { invalid[$0] }.first ?? error
                return ImportRow(
                    skipped: SkippedEntry(Self.reason(cause)), at: record.number, line: record.line)
            }
            for key in newKeys { invalid[key] = error }
            do {
                let point = try record.without(Set(invalid.keys)).decode(PointOfInterest.self)
                let names = Self.names(record, &piece).filter { invalid[$0] == nil }
                let problems = invalid.sorted { $0.key < $1.key }.map { key, error in
                    FieldProblem(
                        field: key, written: record.value[key]?.source ?? "",
                        reason: Self.reason(error, ofField: true))
                }
                return ImportRow(
                    ListedPoint(point: point, properties: .init(names)), at: record.number, line: record.line,
                    problems: problems)
            } catch let next {
                error = next
            }
        }
    }

    private func properties(
        of record: JSONRecord, _ piece: inout Piece
    ) -> ObjectUpsert<PointOfInterest>.Properties {
        if let shape, record.hasKeys(shape.keys) { return shape.properties }
        let properties = ObjectUpsert<PointOfInterest>.Properties(Self.names(record, &piece))
        shape = (JSONKeyShape(record.keys), properties)
        return properties
    }

    /// Returns the keys of an entry that points have, which are the names of their properties. Notes the other keys.
    private static func names(_ record: JSONRecord, _ piece: inout Piece) -> [String] {
        record.keys.filter { key in
            let isKnown = PointOfInterest.CodingKeys(stringValue: key) != nil
            if !isKnown { piece.unknownKeys.insert(key) }
            return isKnown
        }
    }

    /// The keys of the entry with the values that an error is about.
    private static func keys(of error: any Error) -> [String] {
        switch error {
        case let problem as PointProblem: return problem.keys
        case JSONProblem.missing(let path, _), JSONProblem.mismatch(let path, _, _):
            if case .key(let key)? = path.steps.first { return [key] }
            return []
        default: return []
        }
    }

    // MARK: - Reasons

    /// Returns a reason as the end of the message “Entry 12 was skipped: …”.
    ///
    /// - Parameters:
    ///   - error: The error of decoding.
    ///   - isOfField: Whether the message names the field. Default: no.
    private static func reason(_ error: any Error, ofField isOfField: Bool = false) -> LocalizedText {
        switch error {
        case let problem as PointProblem: problem.reason
        case JSONProblem.mismatch(let path, let expected, _) where isOfField && path.steps.count == 1:
            text("it must be %@", expected)
        case let problem as JSONProblem: reason(problem)
        default: text("its values contradict each other")
        }
    }

    private static func reason(_ problem: JSONProblem) -> LocalizedText {
        switch problem {
        case .syntax(let expected, let position):
            position.found.map {
                text("it is not valid JSON: expected %1$@, found “%2$@”", expected.localizedDescription, $0)
            } ?? text("it is not valid JSON: expected %@", expected.localizedDescription)
        case .tooDeep, .tooLong: text("it is nested too deeply")
        case .repeatedKey(let key, _): text("the key “%@” occurs twice", key)
        case .missing(let path, _): text("“%@” is missing", name(path))
        case .mismatch(let path, let expected, let found):
            path.steps.isEmpty
                ? text("expected %1$@, found %2$@", expected, found)
                : text("“%1$@” must be %2$@, not %3$@", name(path), expected, found)
        }
    }

    /// Returns the keys on the path to a value, such as `category.name`.
    private static func name(_ path: JSONPath) -> String {
        String(path.description(root: "").drop { $0 == "." })
    }
}
