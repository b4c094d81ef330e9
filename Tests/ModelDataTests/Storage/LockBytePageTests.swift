import Foundation
import Testing

@testable import ModelData

/// Tests of the lock-byte page, the page with the byte at one gibibyte. SQLite never writes it.
@Suite("Stores larger than a gibibyte")
struct LockBytePageTests {
    private static let pageSize = 4096
    private static let locked = UInt32(1 << 30) / 4096 + 1

    private static func big(_ number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }

    /// Returns a write-ahead log of blank pages with valid checksums.
    private static func log(_ pages: [UInt32], count: UInt32) -> Data {
        var sum: (UInt32, UInt32) = (0, 0)
        func add(_ bytes: [UInt8]) {
            for offset in stride(from: 0, to: bytes.count, by: 8) {
                func word(_ place: Int) -> UInt32 {
                    (0..<4).reduce(0) { $0 | UInt32(bytes[place + $1]) << (8 * UInt32($1)) }
                }
                sum.0 = sum.0 &+ word(offset) &+ sum.1
                sum.1 = sum.1 &+ word(offset + 4) &+ sum.0
            }
        }
        let salts: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]
        let header = big(0x377F_0682) + big(3_007_000) + big(UInt32(pageSize)) + big(0) + salts
        add(header)
        var log = header + big(sum.0) + big(sum.1)
        let content = [UInt8](repeating: 0, count: pageSize)
        for page in pages {
            let start = big(page) + big(page == pages.last ? count : 0)
            add(start)
            add(content)
            log += start + salts + big(sum.0) + big(sum.1) + content
        }
        return Data(log)
    }

    @Test(arguments: [true, false])
    func `The page that SQLite never writes isn't reported as missing, but any other page is`(isWhole: Bool)
        throws
    {
        let directory = try TemporaryDirectory()
        let path = directory.file().path
        let count = Self.locked + 5
        var header = Array("SQLite format 3\0".utf8) + [UInt8](repeating: 0, count: 84)
        header[16] = UInt8(Self.pageSize >> 8)
        header.replaceSubrange(28..<32, with: Self.big(count))
        header.replaceSubrange(68..<72, with: Self.big(UInt32(bitPattern: StoreFile.applicationID)))
        (header[18], header[19]) = (2, 2)
        try Data(header).write(to: directory.file())
        // Extend the file almost to the lock-byte page, as an interrupted checkpoint does. The log contains
        // the pages after that size.
        #expect(truncate(path, off_t(Self.locked - 5) * off_t(Self.pageSize)) == 0)
        let pages = (Self.locked - 4...count).filter { $0 != Self.locked && (isWhole || $0 != count - 1) }
        try Self.log(pages, count: count).write(to: URL(fileURLWithPath: path + "-wal"))
        if isWhole {
            guard case .database(StoreFile.applicationID, true) = try StoreFile.inspect(path) else {
                Issue.record("the file isn't recognized as a store")
                return
            }
        } else {
            #expect(throws: ModelDataError.self) { try StoreFile.inspect(path) }
        }
    }
}
