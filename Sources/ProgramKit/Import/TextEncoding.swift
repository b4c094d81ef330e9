import Localization
import Shell

/// An encoding of text files with one byte for a character, other than UTF-8 and UTF-16, which files show themselves.
public enum TextEncoding: String, CaseIterable, Sendable {
    case windows1250 = "windows-1250"
    case windows1252 = "windows-1252"
    case latin1 = "iso-8859-1"
    case latin2 = "iso-8859-2"
    case latin9 = "iso-8859-15"

    /// The option that names the encoding of a file to import.
    public static let option = Parameter.option(
        "encoding", type,
        help: text("The encoding of a file that isn't in UTF-8 or UTF-16, such as windows-1250."))

    static var type: ValueType<TextEncoding> { .choice(allCases.map { Choice($0.rawValue, $0) }) }

    /// The characters of the bytes from 0x80 on.
    private var characters: String {
        switch self {
        case .latin1: String(String.UnicodeScalarView((0x80...0xFF).compactMap { Unicode.Scalar($0) }))
        case .latin2:
            Self.controls
                + "\u{A0}Ą˘Ł¤ĽŚ§¨ŠŞŤŹ\u{AD}ŽŻ°ą˛ł´ľśˇ¸šşťź˝žżŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢßŕáâăäĺćçčéę"
                + "ëěíîďđńňóôőö÷řůúűüýţ˙"
        case .latin9:
            Self.controls
                + "\u{A0}¡¢£€¥Š§š©ª«¬\u{AD}®¯°±²³Žµ¶·ž¹º»ŒœŸ¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéê"
                + "ëìíîïðñòóôõö÷øùúûüýþÿ"
        case .windows1250:
            "€\u{FFFD}‚\u{FFFD}„…†‡\u{FFFD}‰Š‹ŚŤŽŹ\u{FFFD}‘’“”•–—\u{FFFD}™š›śťžź\u{A0}ˇ˘Ł¤Ą¦§¨©Ş«¬"
                + "\u{AD}®Ż°±˛ł´µ¶·¸ąş»Ľ˝ľżŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢßŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűü"
                + "ýţ˙"
        case .windows1252:
            "€\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}Ž\u{FFFD}\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}žŸ\u{A0}¡¢£¤¥¦§¨©ª«¬"
                + "\u{AD}®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûü"
                + "ýþÿ"
        }
    }

    /// The control characters from 0x80 to 0x9F.
    private static var controls: String {
        String(String.UnicodeScalarView((0x80...0x9F).compactMap { Unicode.Scalar($0) }))
    }

    /// Returns a text in the encoding that a message or a page names. Without a known name, the text is in UTF-8.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - name: The name of the encoding in lower case, such as `iso-8859-2`; `nil` if there is none.
    public static func decode(_ bytes: [UInt8], namedEncoding name: String?) -> String {
        let encoding = name.flatMap { otherNames[$0] ?? TextEncoding(rawValue: $0) }
        guard let encoding else { return String(decoding: bytes, as: UTF8.self) }
        var pieces = [bytes]
        let decoded = try? encoding.decoded { pieces.popLast() ?? [] }()
        return String(decoding: decoded ?? bytes, as: UTF8.self)
    }

    private static let otherNames: [String: TextEncoding] = [
        "cp1250": .windows1250, "cp1252": .windows1252, "latin1": .latin1, "latin2": .latin2,
        "latin-1": .latin1,
        "iso8859-1": .latin1, "iso8859-2": .latin2,
    ]

    /// Returns a function that reads a file as UTF-8.
    ///
    /// - Parameter read: Returns the file in pieces; an empty piece marks the end.
    func decoded(_ read: @escaping () throws -> [UInt8]) -> () throws -> [UInt8] {
        let table = characters.unicodeScalars.map {
            Array(UTF8.encode($0) ?? UTF8.encodedReplacementCharacter)
        }
        return {
            let piece = try read()
            var result: [UInt8] = []
            result.reserveCapacity(piece.count + piece.count / 8)
            for byte in piece {
                if byte < 0x80 { result.append(byte) } else { result += table[Int(byte) - 0x80] }
            }
            return result
        }
    }
}

/// Finds out while a file is read that it isn't in UTF-8: it has other characters than ASCII, and none of them is in UTF-8. A
/// single invalid byte in a file of UTF-8 costs only its field.
final class EncodingCheck {
    private let path: String
    private let read: () throws -> [UInt8]
    private var isKnown = false

    init(path: String, _ read: @escaping () throws -> [UInt8]) {
        self.path = path
        self.read = read
    }

    /// Returns the next piece.
    ///
    /// - Throws: ``UnknownEncodingError``, and the errors of reading.
    func next() throws -> [UInt8] {
        let piece = try read()
        if isKnown { return piece }
        guard let start = piece.firstIndex(where: { $0 >= 0x80 }) else { return piece }
        // The last character may be cut off.
        let isCut = piece.count - start < 4
        if Self.hasCharacter(piece[start...]) {
            isKnown = true
        } else if !isCut {
            throw UnknownEncodingError(path: path)
        }
        return piece
    }

    /// Whether bytes have a character other than ASCII in UTF-8.
    private static func hasCharacter(_ bytes: ArraySlice<UInt8>) -> Bool {
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let length =
                switch bytes[index] {
                case 0xC2...0xDF: 2
                case 0xE0...0xEF: 3
                case 0xF0...0xF4: 4
                default: 1
                }
            if length > 1, index + length <= bytes.endIndex,
                bytes[index + 1..<index + length].allSatisfy({ $0 & 0xC0 == 0x80 })
            {
                return true
            }
            index += 1
        }
        return false
    }
}

/// The error of a file that is neither in UTF-8 nor in UTF-16.
public struct UnknownEncodingError: PresentableError, Hashable {
    let path: String

    /// What is wrong.
    public var problem: LocalizedText { text("“%@” is not in the UTF-8 encoding.", path) }
    /// How to name the encoding.
    public var remedy: LocalizedText? {
        text(
            "Name its encoding with --encoding: %@. Files of spreadsheets in Central Europe are mostly in windows-1250.",
            TextArgument.choice(TextEncoding.allCases.map { .string($0.rawValue) }))
    }
    /// Data that can't be used.
    public var failure: FailureKind { .badData }
}
