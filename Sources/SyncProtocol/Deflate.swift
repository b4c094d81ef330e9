import Foundation

/// zlib's format, in which texts are packed before they are sealed, and the bodies of requests and answers.
///
/// The library is loaded at the first use, so that a build needs no package for it.
package struct Deflate: Sendable {
    /// zlib's level: the effort to make bytes smaller.
    package enum Level: Int32 {
        case fastest = 1
        case usual = 6
    }

    /// An error of packing or unpacking.
    package enum Failure: Error {
        /// There isn't enough memory.
        case failed
        /// The packed bytes are invalid or end too early.
        case invalid
        /// There are more bytes than the limit.
        case tooLarge
    }

    private typealias Pack =
        @convention(c) (
            UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt>, UnsafePointer<UInt8>, UInt, Int32
        ) -> Int32
    private typealias Unpack =
        @convention(c) (UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt>, UnsafePointer<UInt8>, UInt)
        -> Int32

    private let bound: @convention(c) (UInt) -> UInt
    private let pack: Pack
    private let unpack: Unpack

    /// `Z_MEM_ERROR` and `Z_BUF_ERROR`.
    private static let noMemory: Int32 = -4
    private static let noSpace: Int32 = -5

    /// The library, or `nil` if it isn't installed.
    package static let shared = Deflate()

    private init?() {
        guard let library = dlopen("libz.so.1", RTLD_NOW | RTLD_LOCAL),
            let bound = dlsym(library, "compressBound"), let pack = dlsym(library, "compress2"),
            let unpack = dlsym(library, "uncompress")
        else { return nil }
        self.bound = unsafeBitCast(bound, to: type(of: self.bound))
        self.pack = unsafeBitCast(pack, to: Pack.self)
        self.unpack = unsafeBitCast(unpack, to: Unpack.self)
    }

    /// Packs bytes.
    package func packed(_ bytes: [UInt8], _ level: Level) throws(Failure) -> [UInt8] {
        var size = bound(UInt(bytes.count))
        let packed = [UInt8](unsafeUninitializedCapacity: Int(size)) { target, count in
            guard let start = target.baseAddress else { return }
            let result = pack(start, &size, bytes, UInt(bytes.count), level.rawValue)
            count = result == 0 ? Int(size) : 0
        }
        guard !packed.isEmpty else { throw .failed }
        return packed
    }

    /// Unpacks bytes.
    ///
    /// - Parameters:
    ///   - packed: The bytes in zlib's format.
    ///   - limit: The maximum number of unpacked bytes.
    package func unpacked(_ packed: [UInt8], limit: Int) throws(Failure) -> [UInt8] {
        var size = UInt(limit)
        var result: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: max(limit, 1)) { target, count in
            guard let start = target.baseAddress else { return }
            result = unpack(start, &size, packed, UInt(packed.count))
            count = result == 0 ? Int(size) : 0
        }
        switch result {
        case 0: return bytes
        case Self.noMemory: throw .failed
        case Self.noSpace: throw .tooLarge
        default: throw .invalid
        }
    }

    /// The name of the format in HTTP.
    package static let coding = "deflate"
    /// The size below which a packed body isn't worth its time, in bytes.
    private static let smallestBody = 1_000

    /// Packs the body of a request or an answer. Returns `nil` if that isn't possible or doesn't make it smaller.
    package static func packedBody(_ body: Data) -> [UInt8]? {
        guard body.count >= smallestBody, let packed = try? shared?.packed(Array(body), .fastest),
            packed.count < body.count
        else { return nil }
        return packed
    }
}
