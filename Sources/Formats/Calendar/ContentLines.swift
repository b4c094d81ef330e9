/// Builds the lines of an iCalendar text. They end with CRLF and are folded at 75 octets, but never within a
/// character.
public struct ContentLines {
    /// The written lines.
    public private(set) var bytes: [UInt8] = []

    /// The maximum number of octets in a line, not counting its line end.
    public static let longest = 75

    /// Creates an empty text.
    public init() {}

    /// Appends a property with an unescaped value.
    public mutating func append(_ name: String, _ value: String) {
        var octets = 0
        for character in "\(name):\(value)".unicodeScalars {
            let scalar = Array(String(character).utf8)
            if octets + scalar.count > Self.longest {
                bytes += [0x0D, 0x0A, 0x20]
                // The space at the beginning of a folded line counts.
                octets = 1
            }
            bytes += scalar
            octets += scalar.count
        }
        bytes += [0x0D, 0x0A]
    }

    /// Appends a property with a text, which is escaped.
    public mutating func append(_ name: String, text: String) {
        append(name, Self.escaped(text))
    }

    /// Returns a text with `\`, `;`, `,` and line ends escaped. Other control characters except tabs are left
    /// out, because the format can't express them.
    public static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "\\": result += "\\\\"
            case ";": result += "\\;"
            case ",": result += "\\,"
            case "\t": result += "\t"
            case _ where character.isNewline: result += "\\n"
            default:
                for scalar in character.unicodeScalars where scalar.properties.generalCategory != .control {
                    result.unicodeScalars.append(scalar)
                }
            }
        }
        return result
    }
}
