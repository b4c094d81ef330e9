/// A mark that opens a quoted text in a line.
///
/// The typographic marks are those in which the programs print titles, so that printed text can be typed again.
enum QuoteMark: Character, CaseIterable {
    case single = "'"
    case double = "\""
    case high = "“"
    case low = "„"
    case angle = "«"

    /// The mark that closes the text.
    var closing: Character {
        switch self {
        case .single, .double: rawValue
        case .high, .low: "”"
        case .angle: "»"
        }
    }

    /// The marks that open another quoted text inside. Its closing mark doesn't close the outer text:
    /// `“Say “Hi””`.
    var nested: [QuoteMark] {
        switch self {
        case .single, .double: []
        case .high, .low: [.high, .low]
        case .angle: [.angle]
        }
    }

    /// The characters that a backslash escapes in the text.
    var escapable: [Character] {
        self == .single ? [] : ["\\", closing] + nested.map(\.rawValue)
    }

    /// Whether a byte of UTF-8 may begin a mark.
    static func isFirstByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x22, 0x27, 0xC2, 0xE2: true
        default: false
        }
    }
}
