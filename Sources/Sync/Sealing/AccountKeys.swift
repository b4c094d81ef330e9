import Foundation
import SyncProtocol
import Synchronization

/// The keys that follow from an account's code: for sealing, for nonces, for names and for checks.
public struct AccountKeys: Sendable {
    /// The public parts of the key.
    public let accountKey: SyncAccountKey
    private let names = NameCache()
    private let crypto: CryptoLibrary
    private let seal: [UInt8]
    private let nonce: [UInt8]
    private let name: [UInt8]

    /// Whether the libraries for sealing are installed: libcrypto and zlib.
    public static var isPossible: Bool { CryptoLibrary.shared != nil && Deflate.shared != nil }

    /// Derives the keys with HKDF-SHA256 (RFC 5869).
    ///
    /// - Parameters:
    ///   - code: The account's code.
    ///   - account: The account's UUID, so that one code in two accounts gives different keys.
    /// - Throws: ``SealingError``.
    public init(_ code: KeyCode, account: UUID) throws(SealingError) {
        guard let crypto = CryptoLibrary.shared, Deflate.shared != nil else { throw .libraryMissing }
        self.crypto = crypto
        let salt = withUnsafeBytes(of: account.uuid) { Array($0) }
        let extracted = try crypto.hmac(salt, code.bytes)
        // Each key is a single block of the expansion.
        func key(_ purpose: String) throws(SealingError) -> [UInt8] {
            try crypto.hmac(extracted, Array("sync 1 \(purpose)".utf8) + [1])
        }
        seal = try key("seal")
        nonce = try key("siv")
        name = try key("name")
        let check = try key("check")
        accountKey = SyncAccountKey(
            account: account,
            identifier: Self.hexadecimal(try crypto.hmac(check, Array("id".utf8)).prefix(8)),
            check: Self.hexadecimal(try crypto.hmac(check, Array("check".utf8)).prefix(16)))
    }

    /// The public name of the key, 16 hexadecimal digits. Requests name it, and `sync status` shows it.
    var identifier: String { accountKey.identifier }

    /// Returns the name under which the server knows a model or a field: 24 hexadecimal digits.
    ///
    /// - Parameters:
    ///   - model: The model's name.
    ///   - field: The field's name. Default: the model is meant.
    func publicName(_ model: String, _ field: String? = nil) throws(SealingError) -> String {
        // There are few names, except for those of pairs.
        let isKept = field?.utf8.contains(UInt8(ascii: "/")) != true
        let key = field.map { "\(model).\($0)" } ?? model
        if isKept, let known = names.kept.withLock({ $0[key] }) { return known }
        let parts = [model, field].compactMap { $0.map { Array($0.utf8) } }
        let name = Self.hexadecimal(try crypto.hmac(name, Self.joined(parts)).prefix(12))
        if isKept { names.kept.withLock { $0[key] = name } }
        return name
    }

    /// Returns a UUID that reveals nothing about another one, but is always the same for it.
    func hidden(_ id: UUID) throws(SealingError) -> UUID {
        let bytes = withUnsafeBytes(of: id.uuid) { Array($0) }
        let hash = try crypto.hmac(name, Self.joined([Array("batch".utf8), bytes]))
        return hash.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }

    /// The public names that were derived already.
    private final class NameCache: Sendable {
        let kept = Mutex<[String: String]>([:])
    }

    /// Seals a text.
    ///
    /// The nonce is computed from the bytes that are sealed and the data, so that no nonce serves two texts. A retry gives equal
    /// bytes. The packed text counts, not the text: another version of zlib may pack it to other bytes, which must not be
    /// sealed with the same nonce.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - associated: The clear parts of its unit.
    /// - Returns: The nonce and the sealed text.
    func sealed(_ text: [UInt8], with associated: [UInt8]) throws(SealingError) -> [UInt8] {
        guard let deflate = Deflate.shared else { throw .libraryMissing }
        guard let content = try? deflate.packed(text, .usual) else { throw .failed }
        let packed = withUnsafeBytes(of: UInt32(text.count).bigEndian) { Array($0) } + content
        let nonce = try nonce(of: packed, associated)
        return nonce + (try crypto.seal(packed, with: associated, key: seal, nonce: nonce))
    }

    /// Opens a sealed text.
    ///
    /// - Throws: ``SealingError/tampered`` if a bit of the text or of the associated data differs, and
    ///   ``SealingError/tooLarge``.
    func opened(_ sealed: [UInt8], with associated: [UInt8]) throws(SealingError) -> [UInt8] {
        guard let deflate = Deflate.shared else { throw .libraryMissing }
        let nonce = Array(sealed.prefix(CryptoLibrary.nonceLength))
        let packed = try crypto.open(
            Array(sealed.dropFirst(nonce.count)), with: associated, key: seal, nonce: nonce)
        // Another writer with the key may have chosen a nonce of its own, or one of another text.
        guard packed.count >= 4, try self.nonce(of: packed, associated) == nonce else { throw .tampered }
        let size = packed.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        guard size <= Self.textLimit else { throw .tooLarge }
        do throws(Deflate.Failure) {
            let text = try deflate.unpacked(Array(packed.dropFirst(4)), limit: size)
            if text.count == size { return text }
        } catch .failed {
            throw .failed
        } catch {}
        throw .tampered
    }

    /// The largest size of a text: in JSON, an escaped byte can take six bytes.
    static let textLimit = 8 * SyncLimits.recordSize

    private func nonce(of packed: [UInt8], _ associated: [UInt8]) throws(SealingError) -> [UInt8] {
        Array(
            try crypto.hmac(nonce, Self.joined([associated, packed])).prefix(CryptoLibrary.nonceLength))
    }

    /// Joins parts with their lengths, so that no two lists of parts give the same bytes.
    static func joined(_ parts: [[UInt8]]) -> [UInt8] {
        parts.flatMap { part in withUnsafeBytes(of: UInt32(part.count).bigEndian) { Array($0) } + part }
    }

    private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

/// The code of an account's key, which the user writes down: 26 characters and a check character.
///
/// ```swift
/// var generator = SystemRandomNumberGenerator()
/// let code = KeyCode(using: &generator)
/// print(code.text)  // 7ZQ4M-0XK2P-…
/// let typed = KeyCode("7zq4m 0xk2p …")  // the same, however it is typed
/// ```
///
/// The code is random, 130 bits long, and not a passphrase: nobody can guess it, so it needs no slow derivation.
public struct KeyCode: Hashable, Sendable {
    /// The values of the characters, each of 5 bits.
    private let values: [UInt8]

    /// The number of characters without the check character.
    private static let length = 26
    /// Crockford's digits: without I, L, O and U, which are mistaken for others.
    private static let digits = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
    /// The further values of the check character, which is the remainder of a division by 37.
    private static let checks = digits + Array("*~$=U")
    private static let groupLength = 5

    /// Creates a random code.
    public init(using generator: inout some RandomNumberGenerator) {
        values = (0..<Self.length).map { _ in UInt8.random(in: 0..<32, using: &generator) }
    }

    /// Reads a typed code. Case, spaces and hyphens have no meaning; O counts as 0, and I and L as 1.
    ///
    /// Returns `nil` if a character is missing, wrong or in another place.
    public init?(_ text: some StringProtocol) {
        let typed = text.uppercased().filter { !$0.isWhitespace && $0 != "-" }
        guard typed.count == Self.length + 1, let last = typed.last else { return nil }
        var values: [UInt8] = []
        for character in typed.dropLast() {
            let meant: Character =
                switch character {
                case "O": "0"
                case "I", "L": "1"
                default: character
                }
            guard let value = Self.digits.firstIndex(of: meant) else { return nil }
            values.append(UInt8(value))
        }
        let check: Character = last == "O" ? "0" : last == "I" || last == "L" ? "1" : last
        guard check == Self.checks[Self.remainder(values)] else { return nil }
        self.values = values
    }

    private static func remainder(_ values: [UInt8]) -> Int {
        values.reduce(0) { ($0 * 32 + Int($1)) % 37 }
    }

    /// The code as it is shown, in groups.
    public var text: String {
        let characters = values.map { Self.digits[Int($0)] } + [Self.checks[Self.remainder(values)]]
        return stride(from: 0, to: characters.count, by: Self.groupLength).map { start in
            String(characters[start..<min(start + Self.groupLength, characters.count)])
        }.joined(separator: "-")
    }

    /// The code as the input of the derivation of keys: a byte for each character.
    var bytes: [UInt8] { values }
}

extension KeyCode: CustomStringConvertible, CustomDebugStringConvertible {
    /// A text without the code, so that no log contains it by mistake.
    public var description: String { "a code" }
    /// The same text.
    public var debugDescription: String { description }
}
