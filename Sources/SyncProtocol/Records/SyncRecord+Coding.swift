import Foundation

extension SyncRecord {
    /// The record's JSON alone, to keep it.
    ///
    /// ```swift
    /// let body = record.encoded()
    /// ```
    ///
    /// - Returns: JSON in UTF-8; of equal records the same bytes.
    public func encoded() -> Data {
        var output = JSONOutput()
        write(to: &output)
        return output.data
    }

    /// Reads a record that was kept.
    ///
    /// ```swift
    /// let record = try SyncRecord(decoding: body)
    /// ```
    ///
    /// - Parameter body: JSON in UTF-8, of at most ``SyncLimits/answerSize`` bytes.
    /// - Throws: ``SyncDecodingError`` where the body is no record.
    public init(decoding body: some Collection<UInt8>) throws(SyncDecodingError) {
        try self.init(json: try JSONReader.read(body, limit: SyncLimits.answerSize))
    }
}
