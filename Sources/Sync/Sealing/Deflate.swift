import Foundation

/// zlib, which is loaded at the first use. It makes texts smaller before they are sealed; sealed bytes don't shrink.
struct Deflate: Sendable {
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

    /// zlib's usual level.
    private static let level: Int32 = 6

    /// The library, or `nil` if it isn't installed.
    static let shared = Deflate()

    private init?() {
        guard let library = dlopen("libz.so.1", RTLD_NOW | RTLD_LOCAL),
            let bound = dlsym(library, "compressBound"), let pack = dlsym(library, "compress2"),
            let unpack = dlsym(library, "uncompress")
        else { return nil }
        self.bound = unsafeBitCast(bound, to: type(of: self.bound))
        self.pack = unsafeBitCast(pack, to: Pack.self)
        self.unpack = unsafeBitCast(unpack, to: Unpack.self)
    }

    /// Returns a text in zlib's format.
    func packed(_ text: [UInt8]) throws(SealingError) -> [UInt8] {
        var size = bound(UInt(text.count))
        var result = [UInt8](repeating: 0, count: Int(size))
        guard pack(&result, &size, text, UInt(text.count), Self.level) == 0 else { throw .failed }
        return Array(result.prefix(Int(size)))
    }

    /// Unpacks a text.
    ///
    /// - Parameters:
    ///   - packed: The bytes in zlib's format.
    ///   - size: The size of the text, as its writer said.
    /// - Throws: ``SealingError/tampered`` if the text has another size or the bytes are invalid.
    func unpacked(_ packed: [UInt8], size: Int) throws(SealingError) -> [UInt8] {
        var length = UInt(size)
        var result = [UInt8](repeating: 0, count: max(size, 1))
        guard unpack(&result, &length, packed, UInt(packed.count)) == 0, Int(length) == size else {
            throw .tampered
        }
        return Array(result.prefix(size))
    }
}
