import Foundation

/// What a device sends: what changed here, and since when it wants to know what others changed.
///
/// ```swift
/// let request = SyncRequest(batch: UUID(), token: token, records: changed)
/// let body = request.encoded()
/// ```
///
/// Who asks (account and device) is known from the bearer token alone, never from the body.
public struct SyncRequest: Equatable, Sendable {
    /// Names this batch: the same batch sent again changes nothing twice.
    public let batch: UUID
    /// The token of the last answer; `nil` to begin at the beginning.
    public let token: String?
    /// The records with what changed in each.
    public let records: [SyncRecord]
    /// How many changes of others the answer may hold at most; 1 to ``SyncLimits/recordsPerBatch``.
    public let limit: Int
    /// The models whose changes are wanted; empty for all. A program pulls what it can keep.
    public let entities: [String]
    /// Records that couldn't be read, which leave the others untouched. Only in what was decoded.
    public let unreadable: [SyncRefusal]

    /// A request.
    ///
    /// - Parameters:
    ///   - batch: Names this batch.
    ///   - token: The token of the last answer.
    ///   - records: The records with what changed in each.
    ///   - limit: How many changes of others are wanted at most.
    ///   - entities: The models whose changes are wanted; empty for all.
    public init(
        batch: UUID, token: String? = nil, records: [SyncRecord] = [],
        limit: Int = SyncLimits.recordsPerBatch,
        entities: [String] = []
    ) {
        self.batch = batch
        self.token = token
        self.records = records
        self.limit = min(max(limit, 1), SyncLimits.recordsPerBatch)
        self.entities = entities
        unreadable = []
    }

    /// Reads a request's body.
    ///
    /// Unknown keys are ignored. A record that can't be read is kept apart, in ``unreadable``.
    ///
    /// ```swift
    /// let request = try SyncRequest(decoding: body)
    /// ```
    ///
    /// - Parameter body: JSON in UTF-8.
    /// - Throws: ``SyncDecodingError`` where the body is too large, too deep, no JSON, or no request.
    public init(decoding body: some Collection<UInt8>) throws(SyncDecodingError) {
        let object = try JSONReader.read(body, limit: SyncLimits.bodySize).object(at: "request")
        batch = try object.uuid("batch")
        token = try object.optionalText("token", limit: SyncLimits.tokenLength)
        let list = try object.optionalArray("records")
        guard list.count <= SyncLimits.recordsPerBatch else {
            throw .tooManyRecords(count: list.count, limit: SyncLimits.recordsPerBatch)
        }
        (records, unreadable) = SyncRecord.readable(list)
        let limit = try object.optionalInt("limit") ?? Int64(SyncLimits.recordsPerBatch)
        self.limit = Int(min(max(limit, 1), Int64(SyncLimits.recordsPerBatch)))
        let entities = try object.optionalArray("entities")
        guard entities.count <= SyncLimits.recordsPerBatch else {
            throw .tooManyRecords(count: entities.count, limit: SyncLimits.recordsPerBatch)
        }
        self.entities = entities.compactMap(\.text)
    }

    /// The request's body.
    ///
    /// - Returns: JSON in UTF-8; of equal requests the same bytes.
    public func encoded() -> Data {
        var output = JSONOutput()
        output.object { output in
            output.member("batch", text: batch.uuidString)
            if !entities.isEmpty {
                output.key("entities")
                output.array(entities) { output, name in output.text(name) }
            }
            output.key("limit")
            output.number(Int64(limit))
            output.key("records")
            output.array(records) { output, record in record.write(to: &output) }
            if let token { output.member("token", text: token) }
        }
        return output.data
    }
}
