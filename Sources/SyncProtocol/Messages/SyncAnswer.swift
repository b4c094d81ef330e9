import Foundation

/// The server's answer to a ``SyncRequest``: the results for the sent records, and the changes of other
/// devices.
public struct SyncAnswer: Equatable, Sendable {
    /// The sent records after merging. Each record has all its fields.
    public let merged: [SyncRecord]
    /// The records that the server refuses permanently. A temporary problem fails the whole request instead.
    public let refused: [SyncRefusal]
    /// The records that changed since the request's token, in the order of their last change. Each record has
    /// all its fields.
    public let changes: [SyncRecord]
    /// The opaque token for the next request.
    ///
    /// If the server lacks changes that the token covers, as after a restore, it answers with status 410.
    public let token: String
    /// Whether there are more changes after this page.
    public let more: Bool
    /// The server's clock.
    public let clock: SyncClock
    /// The number of bytes by which the account's records may grow, or `nil` if the account has no quota.
    public let room: Int?
    /// The records in the body that can't be decoded. Empty unless the answer was decoded.
    public let unreadable: [SyncRefusal]
    /// The received records that can't be opened, as they arrived. Empty unless the answer was opened.
    public let unopened: [SyncRecord]

    /// Creates an answer.
    ///
    /// - Parameters:
    ///   - merged: The sent records after merging. Default: none.
    ///   - refused: The permanently refused records. Default: none.
    ///   - changes: The records that changed since the request's token. Default: none.
    ///   - token: The token for the next request.
    ///   - more: Whether there are more changes after this page. Default: false.
    ///   - clock: The server's clock.
    ///   - room: The number of bytes by which the account's records may grow. Default: no quota.
    ///   - unreadable: The records that can't be decoded. Default: none.
    ///   - unopened: The records that can't be opened. Default: none.
    public init(
        merged: [SyncRecord] = [], refused: [SyncRefusal] = [], changes: [SyncRecord] = [], token: String,
        more: Bool = false, clock: SyncClock,
        room: Int? = nil, unreadable: [SyncRefusal] = [], unopened: [SyncRecord] = []
    ) {
        self.merged = merged
        self.refused = refused
        self.changes = changes
        self.token = token
        self.more = more
        self.clock = clock
        self.room = room
        self.unreadable = unreadable
        self.unopened = unopened
    }

    /// Decodes an answer's body.
    ///
    /// Unknown keys are ignored. Records that can't be decoded are collected in ``unreadable``.
    ///
    /// - Parameter body: JSON in UTF-8.
    /// - Throws: ``SyncDecodingError`` if the body is too large, too deep, not JSON or not an answer.
    public init(decoding body: some Collection<UInt8>) throws(SyncDecodingError) {
        let object = try JSONReader.read(body, limit: SyncLimits.answerSize).object(at: "answer")
        let (merged, badMerged) = SyncRecord.decodeAll(try object.optionalArray("merged"))
        let (changes, badChanges) = SyncRecord.decodeAll(try object.optionalArray("changes"))
        self.merged = merged
        self.changes = changes
        unreadable = badMerged + badChanges
        refused = try object.optionalArray("refused").compactMap(SyncRefusal.init(json:))
        token = try object.text("token", limit: SyncLimits.tokenLength)
        more = try object.optionalBool("more") ?? false
        clock = try object.clock("clock")
        room = try object.optionalInt("room").map { Int(clamping: $0) }
        unopened = []
    }

    /// Encodes the answer. Equal answers have equal bytes.
    ///
    /// - Returns: JSON in UTF-8.
    public func encoded() -> Data {
        var output = JSONOutput()
        output.object { output in
            output.key("changes")
            output.array(changes) { output, record in record.write(to: &output) }
            output.member("clock", text: clock.description)
            output.key("merged")
            output.array(merged) { output, record in record.write(to: &output) }
            output.key("more")
            output.bool(more)
            output.key("refused")
            output.array(refused) { output, refusal in refusal.write(to: &output) }
            if let room {
                output.key("room")
                output.number(Int64(room))
            }
            output.member("token", text: token)
        }
        return output.data
    }
}
