import Foundation

extension SyncRecord {
    /// Reads a record's JSON, as ``encoded()`` writes it.
    ///
    /// ```swift
    /// let record = try SyncRecord(decoding: stored)
    /// ```
    ///
    /// - Parameter body: JSON in UTF-8.
    /// - Throws: ``SyncDecodingError`` where it is too large, no JSON, or no record.
    public init(decoding body: some Collection<UInt8>) throws(SyncDecodingError) {
        // Escapes make a value longer than it is: six bytes for one, at most.
        try self.init(json: try JSONReader.read(body, limit: 8 * SyncLimits.recordSize))
    }

    /// The record's JSON, for keeping it.
    ///
    /// ```swift
    /// try SyncRecord(decoding: record.encoded()) == record  // true
    /// ```
    ///
    /// - Returns: JSON in UTF-8; of equal records the same bytes.
    public func encoded() -> Data {
        var output = JSONOutput()
        write(to: &output)
        return output.data
    }
}
