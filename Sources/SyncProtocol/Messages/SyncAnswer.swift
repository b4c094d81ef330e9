import Foundation

/// What the server answers: what became of what was sent, and what others changed.
///
/// ```swift
/// let answer = try SyncAnswer(decoding: body)
/// ```
public struct SyncAnswer: Equatable, Sendable {
    /// The latest versions of the records that were sent, merged, each with all its fields.
    public let merged: [SyncRecord]
    /// The records that are refused for good. What can succeed later isn't refused: the whole request fails.
    public let refused: [SyncRefusal]
    /// The records whose clocks were too far ahead and were stamped again. They were taken.
    public let restamped: [SyncRestamp]
    /// The latest versions of records that changed since the request's token, each with all its fields, in the order
    /// of their last change.
    public let changes: [SyncRecord]
    /// The token for the next request. Opaque; it names an epoch of the server's data, and one of another epoch is
    /// answered with 410.
    public let token: String
    /// Whether more changes are waiting behind this page.
    public let more: Bool
    /// The server's clock.
    public let clock: SyncClock
    /// Records that couldn't be read, which leave the others untouched. Only in what was decoded.
    public let unreadable: [SyncRefusal]

    /// An answer.
    ///
    /// - Parameters:
    ///   - merged: The latest versions of the records that were sent.
    ///   - refused: The records that are refused for good.
    ///   - restamped: The records whose clocks were stamped again.
    ///   - changes: The records that changed since the request's token.
    ///   - token: The token for the next request.
    ///   - more: Whether more changes are waiting.
    ///   - clock: The server's clock.
    public init(
        merged: [SyncRecord] = [], refused: [SyncRefusal] = [], restamped: [SyncRestamp] = [],
        changes: [SyncRecord] = [], token: String, more: Bool = false, clock: SyncClock
    ) {
        self.merged = merged
        self.refused = refused
        self.restamped = restamped
        self.changes = changes
        self.token = token
        self.more = more
        self.clock = clock
        unreadable = []
    }

    /// Reads an answer's body.
    ///
    /// Unknown keys are ignored. A record that can't be read is kept apart, in ``unreadable``.
    ///
    /// - Parameter body: JSON in UTF-8.
    /// - Throws: ``SyncDecodingError`` where the body is too large, too deep, no JSON, or no answer.
    public init(decoding body: some Collection<UInt8>) throws(SyncDecodingError) {
        let object = try JSONReader.read(body, limit: SyncLimits.answerSize).object(at: "answer")
        let (merged, badMerged) = SyncRecord.readable(try object.optionalArray("merged"))
        let (changes, badChanges) = SyncRecord.readable(try object.optionalArray("changes"))
        self.merged = merged
        self.changes = changes
        unreadable = badMerged + badChanges
        refused = try object.optionalArray("refused").compactMap(SyncRefusal.init(json:))
        restamped = try object.optionalArray("restamped").compactMap(SyncRestamp.init(json:))
        token = try object.text("token", limit: SyncLimits.tokenLength)
        more = try object.optionalBool("more") ?? false
        clock = try object.clock("clock")
    }

    /// The answer's body.
    ///
    /// - Returns: JSON in UTF-8; of equal answers the same bytes.
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
            output.key("restamped")
            output.array(restamped) { output, restamp in restamp.write(to: &output) }
            output.member("token", text: token)
        }
        return output.data
    }
}
