/// Writes a zip archive with one stored entry.
public enum ZipWriter {
    /// Returns an archive with one entry, without compression.
    ///
    /// - Parameters:
    ///   - name: The entry's name.
    ///   - content: The entry's content, less than 4 GiB.
    public static func archive(_ name: String, _ content: [UInt8]) -> [UInt8] {
        var checksum = CRC32()
        checksum.update(content)
        let name = Array(name.utf8)
        // The day 1980-01-01 at midnight, so that equal contents give equal archives.
        let fields: [UInt8] =
            bytes(0x0800, 2) + bytes(0, 2) + bytes(0, 2) + bytes(0x21, 2) + bytes(Int(checksum.value), 4)
            + bytes(content.count, 4) + bytes(content.count, 4) + bytes(name.count, 2) + bytes(0, 2)
        let header = bytes(0x0403_4B50, 4) + bytes(20, 2) + fields + name
        let directory =
            bytes(0x0201_4B50, 4) + bytes(20, 2) + bytes(20, 2) + fields + bytes(0, 2) + bytes(0, 2)
            + bytes(0, 2) + bytes(0, 4) + bytes(0, 4) + name
        let end =
            bytes(0x0605_4B50, 4) + bytes(0, 2) + bytes(0, 2) + bytes(1, 2) + bytes(1, 2)
            + bytes(directory.count, 4) + bytes(header.count + content.count, 4) + bytes(0, 2)
        return header + content + directory + end
    }

    /// Returns the bytes of a number, the lowest one first.
    private static func bytes(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
