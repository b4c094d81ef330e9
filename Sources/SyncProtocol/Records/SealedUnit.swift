import Foundation

/// What one device wrote to one record at one clock, sealed: the server can't read it.
///
/// The clear parts are what the server needs to merge: the record, the fields and the clock. The names of models and fields
/// are replaced by names that only the account's devices understand.
public struct SealedUnit: Hashable, Sendable {
    /// The public name of the key with which the unit was sealed.
    public let keyIdentifier: String
    /// The public name of the model.
    public let entity: String
    /// The record's UUID.
    public let id: UUID
    /// The causal length that the writer knew.
    public let causalLength: Int
    /// The clock of all fields of the unit.
    public let clock: SyncClock
    /// The public names of the fields, in order.
    public let fields: [String]
    /// The nonce, the sealed text and its tag.
    public let sealed: [UInt8]

    /// Creates a unit.
    ///
    /// - Parameters:
    ///   - keyIdentifier: The public name of the key.
    ///   - entity: The public name of the model.
    ///   - id: The record's UUID.
    ///   - causalLength: The causal length that the writer knew.
    ///   - clock: The clock of all fields.
    ///   - fields: The public names of the fields; they are put in order.
    ///   - sealed: The nonce, the sealed text and its tag.
    public init(
        keyIdentifier: String, entity: String, id: UUID, causalLength: Int, clock: SyncClock,
        fields: [String],
        sealed: [UInt8]
    ) {
        self.keyIdentifier = keyIdentifier
        self.entity = entity
        self.id = id
        self.causalLength = causalLength
        self.clock = clock
        self.fields = fields.sorted()
        self.sealed = sealed
    }

    /// The clear parts, which the sealed text is bound to: a server that changes one of them makes the unit unreadable.
    public var clearParts: [String] {
        ["1", keyIdentifier, entity, id.uuidString, String(causalLength), clock.description] + fields
    }
}

/// The text of a sealed unit: the names and values that the server doesn't see.
package struct UnitContent: Equatable {
    /// The record with the unit's fields.
    package let record: SyncRecord

    /// Creates the content of a part of a record.
    package init(_ record: SyncRecord) { self.record = record }

    /// Reads a text. The fields get the unit's clock.
    ///
    /// - Throws: ``SyncDecodingError``.
    package init(decoding text: [UInt8], of unit: SealedUnit) throws(SyncDecodingError) {
        let object = try JSONReader.read(text, limit: SyncLimits.recordSize).object(at: "unit")
        let entity = try object.text("entity", limit: SyncLimits.nameLength)
        guard let length = try object.optionalInt("life"),
            case .object(let members)? = object.members["fields"]
        else { throw .missing(name: "fields") }
        var fields: [String: SyncField] = [:]
        for (name, value) in members {
            guard case .array(let items) = value, (1...2).contains(items.count), let scalar = items[0].scalar
            else { throw .wrongType(name: "fields", expected: "a list") }
            let base = items.count > 1 ? items[1].text.flatMap { SyncClock($0) } : nil
            fields[name] = SyncField(scalar, at: unit.clock, base: base)
        }
        record = SyncRecord(
            SyncKey(entity: entity, id: unit.id), causalLength: Int(clamping: length), fields: fields)
    }

    /// The text. Equal contents have equal texts, so that a retry is sealed to equal bytes.
    package func encoded() -> [UInt8] {
        var output = JSONOutput()
        output.object { output in
            output.member("entity", text: record.key.entity)
            output.key("fields")
            output.object { output in
                for (name, field) in record.fields.sorted(by: { $0.key < $1.key }) {
                    output.key(name)
                    output.array([field]) { output, field in
                        output.scalar(field.value)
                        if let base = field.base { output.text(base.description) }
                    }
                }
            }
            output.key("life")
            output.number(Int64(record.causalLength))
        }
        return Array(output.data)
    }
}
