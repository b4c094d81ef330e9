import Foundation

extension SyncKey {
    init?(json members: [String: JSONValue]) {
        guard let entity = members["entity"]?.text, let text = members["id"]?.text, text.utf8.count == 36,
            let id = UUID(uuidString: text)
        else { return nil }
        self.init(entity: entity, id: id)
    }
}

/// The JSON form: `{"entity":"Tag","fields":{"name":["bug","019b…-9f3a"]},"id":"0E5C…","life":1}`.
///
/// Several fields have the same sealed text. A long text is written once, with its fields by their clocks:
/// `"texts":[{"fields":{"019b…-9f3a":["89c6…","1f0a…"]},"text":"uVgt…"}]`.
extension SyncRecord {
    /// Decodes the valid records of a list, and returns a refusal for each invalid one.
    static func decodeAll(_ list: [JSONValue]) -> ([SyncRecord], [SyncRefusal]) {
        var records: [SyncRecord] = []
        var refusals: [SyncRefusal] = []
        records.reserveCapacity(list.count)
        for (index, json) in list.enumerated() {
            do throws(SyncDecodingError) {
                let record = try SyncRecord(json: json)
                guard let reason = record.sealedRefusalReason else {
                    records.append(record)
                    continue
                }
                refusals.append(
                    SyncRefusal(
                        record.key, reason: reason, message: "Record \(index + 1) is out of bounds."))
            } catch {
                refusals.append(
                    SyncRefusal(
                        json.objectMembers.flatMap(SyncKey.init(json:)), reason: .unreadable,
                        message: "Record \(index + 1): \(error)"))
            }
        }
        return (records, refusals)
    }

    init(json: JSONValue) throws(SyncDecodingError) {
        let object = try json.object(at: "record")
        guard let key = SyncKey(json: object.members) else {
            throw .wrongType(name: "id", expected: "a record's")
        }
        guard let causalLength = try object.optionalInt("life") else { throw .missing(name: "life") }
        guard causalLength >= 1, causalLength <= Int64(SyncLimits.maximumCausalLength) else {
            throw .wrongType(name: "life", expected: "a causal length")
        }
        var fields: [String: SyncField] = [:]
        for (name, field) in object.members["fields"]?.objectMembers ?? [:] {
            guard let parts = field.arrayItems, (2...3).contains(parts.count), let value = parts[0].scalar,
                let clock = parts[1].text.flatMap({ SyncClock($0) })
            else { throw .wrongType(name: name, expected: "a value and its clock") }
            let base = parts.count == 3 ? parts[2].text.flatMap { SyncClock($0) } : nil
            if parts.count == 3, base == nil {
                throw .wrongType(name: name, expected: "a value, its clock and the one before")
            }
            fields[name] = SyncField(value, at: clock, base: base)
        }
        for json in try object.optionalArray("texts") {
            let unit = try json.object(at: "texts")
            guard let text = unit.members["text"]?.text else { throw .missing(name: "text") }
            for (stamp, names) in unit.members["fields"]?.objectMembers ?? [:] {
                guard let clock = SyncClock(stamp) else {
                    throw .wrongType(name: "texts", expected: "names by clocks")
                }
                for name in names.arrayItems ?? [] {
                    guard let name = name.text, fields[name] == nil else {
                        throw .wrongType(name: "texts", expected: "names")
                    }
                    fields[name] = SyncField(.string(text), at: clock)
                }
            }
        }
        self.init(key, causalLength: Int(causalLength), fields: fields)
    }

    func write(to output: inout JSONOutput) {
        let sorted = fields.sorted { $0.key < $1.key }
        output.object { output in
            output.member("entity", text: key.entity)
            output.key("fields")
            output.object { output in
                for (name, field) in sorted where field.longText == nil {
                    output.key(name)
                    output.array([field]) { output, field in
                        output.scalar(field.value)
                        output.text(field.clock.description)
                        if let base = field.base { output.text(base.description) }
                    }
                }
            }
            output.member("id", text: key.id.uuidString)
            output.key("life")
            output.number(Int64(causalLength))
            let texts = LongText.all(of: sorted)
            if texts.isEmpty { return }
            output.key("texts")
            output.array(texts) { output, long in
                output.object { output in
                    output.key("fields")
                    output.object { output in
                        for (clock, names) in long.names.sorted(by: { $0.key < $1.key }) {
                            output.key(clock.description)
                            output.array(names) { output, name in output.text(name) }
                        }
                    }
                    output.member("text", text: long.text)
                }
            }
        }
    }
}

extension SyncRecord {
    /// Decodes a record from the JSON that ``encoded()`` wrote.
    ///
    /// - Parameter body: JSON in UTF-8.
    /// - Throws: ``SyncDecodingError`` if the body is too large, not JSON or not a record.
    public init(decoding body: some Collection<UInt8>) throws(SyncDecodingError) {
        // In JSON, an escaped byte can take six bytes, so allow more than the size limit of a record.
        try self.init(json: try JSONReader.read(body, limit: 8 * SyncLimits.recordSize))
    }

    /// Encodes the record for storage. Equal records have equal bytes.
    ///
    /// - Returns: JSON in UTF-8.
    public func encoded() -> Data {
        var output = JSONOutput()
        write(to: &output)
        return output.data
    }
}

/// A long text with the fields that have it. All fields that a device sends at once have one sealed text.
package struct LongText {
    /// The text.
    package let text: String
    /// The names of the fields by their clocks.
    package private(set) var names: [SyncClock: [String]] = [:]

    /// The length from which a text is written once for all its fields, in bytes. Each sealed text is longer.
    fileprivate static let minimum = 100

    /// Returns the long texts of fields, in the order of the fields.
    package static func all(of fields: some Sequence<(key: String, value: SyncField)>) -> [LongText] {
        var texts: [LongText] = []
        for (name, field) in fields {
            guard let text = field.longText else { continue }
            let index = texts.firstIndex { isSame($0.text, text) } ?? texts.endIndex
            if index == texts.endIndex { texts.append(LongText(text: text)) }
            texts[index].names[field.clock, default: []].append(name)
        }
        return texts
    }

    /// Whether two texts have the same bytes. Comparing them byte by byte would take most of the time of a merge.
    private static func isSame(_ first: String, _ second: String) -> Bool {
        if first.utf8.count != second.utf8.count { return false }
        let isEqual = first.utf8.withContiguousStorageIfAvailable { first in
            second.utf8.withContiguousStorageIfAvailable { second in
                guard let one = first.baseAddress, let other = second.baseAddress else { return false }
                return memcmp(one, other, first.count) == 0
            }
        }
        return (isEqual ?? nil) ?? first.utf8.elementsEqual(second.utf8)
    }
}

extension SyncField {
    /// The field's value if it is a long text, and nothing else must be written beside its clock.
    var longText: String? {
        guard base == nil, case .string(let text) = value, text.utf8.count >= LongText.minimum else {
            return nil
        }
        return text
    }
}
