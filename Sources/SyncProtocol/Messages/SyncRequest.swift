import Foundation

/// A device's request: it sends the local changes and asks for the changes of other devices.
///
/// ```swift
/// let deleted = SyncRecord(SyncKey(entity: "Destination", id: UUID()), causalLength: 2)
/// let request = SyncRequest(batch: UUID(), token: nil, records: [deleted])
/// let body = request.encoded()
/// ```
///
/// The bearer token alone identifies the account and the device. The body doesn't.
public struct SyncRequest: Equatable, Sendable {
    /// The identifier of the batch. If a client sends the same batch twice, the server applies it once.
    public let batch: UUID
    /// The token of the last answer, or `nil` to pull from the beginning.
    public let token: String?
    /// The changed records, each with its changed fields.
    public let records: [SyncRecord]
    /// The maximum number of changes in the answer, from 1 to ``SyncLimits/recordsPerBatch``.
    public let limit: Int
    /// The names of the requested models, or empty for all models. A program requests only the models that it
    /// can store.
    public let entities: [String]
    /// The name of the sender in clocks, or `nil` if it has none.
    public let node: String?
    /// The batches of this node that the server may have applied last: the last acknowledged one, and those that were
    /// sent since. Empty if the node doesn't know them. If the server knows another one, the store was copied.
    public let previous: [UUID]
    /// The identifier of the account's key with which the records are sealed. The server refuses the request if the
    /// account has another key.
    public let key: String?
    /// The records in the body that can't be decoded. Empty unless the request was decoded.
    public let unreadable: [SyncRefusal]

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - batch: The identifier of the batch.
    ///   - token: The token of the last answer. Default: `nil`, which pulls from the beginning.
    ///   - records: The changed records, each with its changed fields. Default: none.
    ///   - limit: The maximum number of changes in the answer, clamped to 1 through
    ///     ``SyncLimits/recordsPerBatch``. Default: that maximum.
    ///   - entities: The names of the requested models. Default: empty, for all models.
    ///   - node: The name of the sender in clocks. Default: none.
    ///   - previous: The batches of this node that the server may have applied last. Default: unknown.
    ///   - key: The identifier of the account's key. Default: none.
    public init(
        batch: UUID, token: String? = nil, records: [SyncRecord] = [],
        limit: Int = SyncLimits.recordsPerBatch,
        entities: [String] = [], node: String? = nil, previous: [UUID] = [],
        key: String? = nil
    ) {
        self.batch = batch
        self.token = token
        self.records = records
        self.limit = min(max(limit, 1), SyncLimits.recordsPerBatch)
        self.entities = entities
        self.node = node
        self.previous = previous
        self.key = key
        unreadable = []
    }

    /// Decodes a request's body.
    ///
    /// Unknown keys are ignored. Records that can't be decoded are collected in ``unreadable``.
    ///
    /// - Parameter body: JSON in UTF-8.
    /// - Throws: ``SyncDecodingError`` if the body is too large, too deep, not JSON or not a request.
    public init(decoding body: some Collection<UInt8>) throws(SyncDecodingError) {
        let object = try JSONReader.read(body, limit: SyncLimits.bodySize).object(at: "request")
        batch = try object.uuid("batch")
        token = try object.optionalText("token", limit: SyncLimits.tokenLength)
        let list = try object.optionalArray("records")
        guard list.count <= SyncLimits.recordsPerBatch else {
            throw .tooManyRecords(count: list.count, limit: SyncLimits.recordsPerBatch)
        }
        (records, unreadable) = SyncRecord.decodeAll(list)
        let limit = try object.optionalInt("limit") ?? Int64(SyncLimits.recordsPerBatch)
        self.limit = Int(min(max(limit, 1), Int64(SyncLimits.recordsPerBatch)))
        let entities = try object.optionalArray("entities")
        guard entities.count <= SyncLimits.recordsPerBatch else {
            throw .tooManyRecords(count: entities.count, limit: SyncLimits.recordsPerBatch)
        }
        self.entities = entities.compactMap(\.text)
        node = try object.optionalText("node", limit: 32)
        key = try object.optionalText("key", limit: SyncLimits.nameLength)
        previous = try object.optionalArray("previous").prefix(SyncLimits.recordsPerBatch).compactMap {
            $0.text.flatMap(UUID.init(uuidString:))
        }
    }

    /// Encodes the request. Equal requests have equal bytes.
    ///
    /// - Returns: JSON in UTF-8.
    public func encoded() -> Data {
        var output = JSONOutput()
        output.object { output in
            output.member("batch", text: batch.uuidString)
            if !entities.isEmpty {
                output.key("entities")
                output.array(entities) { output, name in output.text(name) }
            }
            if let key { output.member("key", text: key) }
            output.key("limit")
            output.number(Int64(limit))
            if let node { output.member("node", text: node) }
            if !previous.isEmpty {
                output.key("previous")
                output.array(previous) { output, batch in output.text(batch.uuidString) }
            }
            output.key("records")
            output.array(records) { output, record in record.write(to: &output) }
            if let token { output.member("token", text: token) }
        }
        return output.data
    }
}
