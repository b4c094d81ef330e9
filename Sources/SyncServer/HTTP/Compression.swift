import Foundation
import HTTPTypes
import NIOCore

/// Compression of answers in the gzip format, with zlib.
///
/// The library is loaded at run time, so that a build needs no package for it. Without it, answers aren't compressed.
struct Compression: Sendable {
    private let compress:
        @convention(c) (
            UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt>, UnsafePointer<UInt8>, UInt, Int32
        ) -> Int32
    private let bound: @convention(c) (UInt) -> UInt
    private let checksum: @convention(c) (UInt, UnsafePointer<UInt8>, UInt32) -> UInt

    /// The size below which a compressed answer isn't worth its time, in bytes.
    private static let smallest = 1_000
    /// zlib's level: the fastest.
    private static let level: Int32 = 1
    /// The bytes around the compressed data in zlib's format.
    private static let zlibHead = 2
    private static let zlibTail = 4
    /// The header of gzip: its mark, the method, no name, no time, and the system Unix.
    private static let head: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]

    /// The library, or `nil` if it isn't installed.
    static let shared = Compression()

    private init?() {
        guard let library = dlopen("libz.so.1", RTLD_NOW | RTLD_LOCAL),
            let compress = dlsym(library, "compress2"), let bound = dlsym(library, "compressBound"),
            let checksum = dlsym(library, "crc32")
        else { return nil }
        self.compress = unsafeBitCast(compress, to: type(of: self.compress))
        self.bound = unsafeBitCast(bound, to: type(of: self.bound))
        self.checksum = unsafeBitCast(checksum, to: type(of: self.checksum))
    }

    /// Compresses an answer. Returns `nil` if that doesn't make it smaller.
    func gzip(_ body: Data) -> ByteBuffer? {
        guard body.count >= Self.smallest, body.count <= UInt32.max else { return nil }
        var size = bound(UInt(body.count))
        let (bytes, sum) = body.withUnsafeBytes { source -> ([UInt8], UInt) in
            let source = source.assumingMemoryBound(to: UInt8.self)
            guard let start = source.baseAddress else { return ([], 0) }
            let bytes = [UInt8](unsafeUninitializedCapacity: Int(size)) { target, count in
                count = 0
                guard let target = target.baseAddress else { return }
                if compress(target, &size, start, UInt(source.count), Self.level) == 0 { count = Int(size) }
            }
            return (bytes, checksum(0, start, UInt32(source.count)))
        }
        let data = bytes.dropFirst(Self.zlibHead).dropLast(Self.zlibTail)
        guard !data.isEmpty, data.count < body.count else { return nil }
        var buffer = ByteBuffer()
        buffer.reserveCapacity(data.count + 18)
        buffer.writeBytes(Self.head)
        buffer.writeBytes(data)
        buffer.writeInteger(UInt32(truncatingIfNeeded: sum), endianness: .little)
        buffer.writeInteger(UInt32(body.count), endianness: .little)
        return buffer
    }

    /// Returns whether the sender of a request accepts gzip.
    static func isAccepted(_ headers: HTTPFields) -> Bool {
        headers[values: .acceptEncoding].joined(separator: ",").split(separator: ",").contains { coding in
            let parts = coding.split(separator: ";").map {
                $0.trimmingCharacters(in: .whitespaces).lowercased()
            }
            guard let name = parts.first, name == "gzip" || name == "*" else { return false }
            // A weight of zero refuses the coding.
            return !parts.dropFirst().contains { $0.hasPrefix("q=") && Double($0.dropFirst(2)) == 0 }
        }
    }
}
