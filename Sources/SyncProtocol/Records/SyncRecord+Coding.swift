import Foundation

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
