import Foundation

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
