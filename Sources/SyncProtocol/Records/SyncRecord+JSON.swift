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
extension SyncRecord {
    /// Decodes the valid records of a list, and returns a refusal for each invalid one.
    static func decodeAll(_ list: [JSONValue]) -> ([SyncRecord], [SyncRefusal]) {
        var records: [SyncRecord] = []
        var refusals: [SyncRefusal] = []
        records.reserveCapacity(list.count)
        for (index, json) in list.enumerated() {
            do throws(SyncDecodingError) {
                let record = try SyncRecord(json: json)
                guard let reason = record.refusalReason else {
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
        self.init(key, causalLength: Int(causalLength), fields: fields)
    }

    func write(to output: inout JSONOutput) {
        output.object { output in
            output.member("entity", text: key.entity)
            output.key("fields")
            output.object { output in
                for (name, field) in fields.sorted(by: { $0.key < $1.key }) {
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
        }
    }
}
