import Foundation

/// OpenSSL's libcrypto. It is loaded at the first use, like libcurl, so that a build needs no package for it and most
/// starts don't load it.
///
/// The functions are those of the documented C interface of OpenSSL 3.
struct CryptoLibrary: Sendable {
    private typealias Context = OpaquePointer
    private typealias Input = UnsafePointer<UInt8>
    private typealias Output = UnsafeMutablePointer<UInt8>
    private typealias Update =
        @convention(c) (Context, Output?, UnsafeMutablePointer<Int32>, Input?, Int32) -> Int32
    private typealias Begin =
        @convention(c) (Context, OpaquePointer?, OpaquePointer?, Input?, Input?) -> Int32
    private typealias End = @convention(c) (Context, Output?, UnsafeMutablePointer<Int32>) -> Int32

    private let hash: @convention(c) () -> OpaquePointer?
    private let authenticate:
        @convention(c) (OpaquePointer?, Input?, Int32, Input?, Int, Output, UnsafeMutablePointer<UInt32>)
            -> Output?
    private let cipher: @convention(c) () -> OpaquePointer?
    private let makeContext: @convention(c) () -> Context?
    private let freeContext: @convention(c) (Context) -> Void
    private let control: @convention(c) (Context, Int32, Int32, UnsafeMutableRawPointer?) -> Int32
    private let beginSealing: Begin
    private let seal: Update
    private let endSealing: End
    private let beginOpening: Begin
    private let open: Update
    private let endOpening: End

    /// The length of a key of the cipher and of the authentication, in bytes.
    static let keyLength = 32
    /// The length of a nonce, in bytes.
    static let nonceLength = 12
    /// The length of the tag at the end of a sealed text, in bytes.
    static let tagLength = 16
    /// `EVP_CTRL_AEAD_GET_TAG` and `EVP_CTRL_AEAD_SET_TAG`.
    private static let getTag: Int32 = 0x10
    private static let setTag: Int32 = 0x11

    /// The library, or `nil` if it isn't installed.
    static let shared = CryptoLibrary()

    private init?() {
        guard let library = dlopen("libcrypto.so.3", RTLD_NOW | RTLD_LOCAL) else { return nil }
        func function<Function>(_ name: String) -> Function? {
            dlsym(library, name).map { unsafeBitCast($0, to: Function.self) }
        }
        guard let hash: @convention(c) () -> OpaquePointer? = function("EVP_sha256"),
            let authenticate:
                @convention(c) (
                    OpaquePointer?, Input?, Int32, Input?, Int, Output, UnsafeMutablePointer<UInt32>
                ) -> Output? = function("HMAC"),
            let cipher: @convention(c) () -> OpaquePointer? = function("EVP_chacha20_poly1305"),
            let makeContext: @convention(c) () -> Context? = function("EVP_CIPHER_CTX_new"),
            let freeContext: @convention(c) (Context) -> Void = function("EVP_CIPHER_CTX_free"),
            let control: @convention(c) (Context, Int32, Int32, UnsafeMutableRawPointer?) -> Int32 =
                function("EVP_CIPHER_CTX_ctrl"),
            let beginSealing: Begin = function("EVP_EncryptInit_ex"),
            let seal: Update = function("EVP_EncryptUpdate"),
            let endSealing: End = function("EVP_EncryptFinal_ex"),
            let beginOpening: Begin = function("EVP_DecryptInit_ex"),
            let open: Update = function("EVP_DecryptUpdate"),
            let endOpening: End = function("EVP_DecryptFinal_ex")
        else { return nil }
        self.hash = hash
        self.authenticate = authenticate
        self.cipher = cipher
        self.makeContext = makeContext
        self.freeContext = freeContext
        self.control = control
        self.beginSealing = beginSealing
        self.seal = seal
        self.endSealing = endSealing
        self.beginOpening = beginOpening
        self.open = open
        self.endOpening = endOpening
    }

    /// Returns the HMAC-SHA256 of data, 32 bytes.
    ///
    /// - Throws: ``SealingError/failed``.
    func hmac(_ key: [UInt8], _ data: [UInt8]) throws(SealingError) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: 32)
        var length: UInt32 = 0
        guard authenticate(hash(), key, Int32(key.count), data, data.count, &result, &length) != nil,
            length == 32
        else { throw .failed }
        return result
    }

    /// Seals a text with ChaCha20-Poly1305.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - associated: Data that isn't sealed, but without which the text can't be opened.
    ///   - key: The key, 32 bytes.
    ///   - nonce: 12 bytes, which must never be used for another text with this key.
    /// - Returns: The sealed text, followed by its tag.
    /// - Throws: ``SealingError/failed``.
    func seal(
        _ text: [UInt8], with associated: [UInt8], key: [UInt8], nonce: [UInt8]
    ) throws(SealingError) -> [UInt8] {
        guard key.count == Self.keyLength, nonce.count == Self.nonceLength, let context = makeContext() else {
            throw .failed
        }
        defer { freeContext(context) }
        var sealed = [UInt8](repeating: 0, count: text.count)
        var tag = [UInt8](repeating: 0, count: Self.tagLength)
        var (length, last): (Int32, Int32) = (0, 0)
        guard beginSealing(context, cipher(), nil, key, nonce) == 1,
            seal(context, nil, &length, associated, Int32(associated.count)) == 1,
            seal(context, &sealed, &length, text, Int32(text.count)) == 1,
            endSealing(context, nil, &last) == 1, Int(length + last) == text.count,
            control(context, Self.getTag, Int32(tag.count), &tag) == 1
        else { throw .failed }
        return sealed + tag
    }

    /// Opens a sealed text.
    ///
    /// - Parameters:
    ///   - sealed: The sealed text with its tag.
    ///   - associated: The data with which it was sealed.
    ///   - key: The key.
    ///   - nonce: The nonce.
    /// - Throws: ``SealingError/tampered`` if the text, the data, the key or the nonce are others.
    func open(
        _ sealed: [UInt8], with associated: [UInt8], key: [UInt8], nonce: [UInt8]
    ) throws(SealingError) -> [UInt8] {
        guard sealed.count >= Self.tagLength, nonce.count == Self.nonceLength else { throw .tampered }
        guard key.count == Self.keyLength, let context = makeContext() else { throw .failed }
        defer { freeContext(context) }
        let body = Array(sealed.dropLast(Self.tagLength))
        var tag = Array(sealed.suffix(Self.tagLength))
        var text = [UInt8](repeating: 0, count: body.count)
        var (length, last): (Int32, Int32) = (0, 0)
        guard beginOpening(context, cipher(), nil, key, nonce) == 1,
            open(context, nil, &length, associated, Int32(associated.count)) == 1,
            open(context, &text, &length, body, Int32(body.count)) == 1,
            control(context, Self.setTag, Int32(tag.count), &tag) == 1
        else { throw .failed }
        guard endOpening(context, nil, &last) == 1 else { throw .tampered }
        return text
    }
}

/// An error of sealing, or of opening what was sealed.
public enum SealingError: Error, Hashable, Sendable {
    /// libcrypto or zlib isn't installed.
    case libraryMissing
    /// A function of a library failed, for example for lack of memory.
    case failed
    /// Sealed bytes were changed, belong to another record, or were sealed with another key.
    case tampered
    /// The unpacked text is larger than the limit.
    case tooLarge
}
