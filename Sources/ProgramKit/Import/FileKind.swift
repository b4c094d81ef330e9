import Foundation
import Localization

/// The kind of a text file, recognized by its beginning, so that an error can name it.
public enum FileKind: Sendable, Hashable, CaseIterable {
    /// A JSON object or array.
    case json
    /// A map file in GPX.
    case gpx
    /// A map file in KML.
    case kml
    /// Any other XML.
    case xml
    /// An HTML page.
    case webPage
    /// An iCalendar file.
    case calendar
    /// A vCard file.
    case contacts

    /// Recognizes the kind of a file; `nil` for plain text.
    ///
    /// - Parameter bytes: The first bytes after white space and the byte order mark; 1,000 bytes are enough.
    public init?(beginning bytes: [UInt8]) {
        switch bytes.first {
        case UInt8(ascii: "{"), UInt8(ascii: "["): self = .json
        case UInt8(ascii: "<"):
            guard let kind = FileKind(markup: String(decoding: bytes.prefix(1 << 10), as: UTF8.self)) else {
                return nil
            }
            self = kind
        default:
            let start = String(decoding: bytes.prefix(15), as: UTF8.self).uppercased()
            if start.hasPrefix("BEGIN:VCALENDAR") {
                self = .calendar
            } else if start.hasPrefix("BEGIN:VCARD") {
                self = .contacts
            } else {
                return nil
            }
        }
    }

    /// Recognizes the kind by the name of the first element, after declarations and comments.
    private init?(markup: String) {
        var rest = markup[...]
        while true {
            rest = rest.drop(while: \.isWhitespace)
            if rest.hasPrefix("<?") {
                guard let end = rest.range(of: "?>") else { break }
                rest = rest[end.upperBound...]
            } else if rest.hasPrefix("<!--") {
                guard let end = rest.range(of: "-->") else { break }
                rest = rest[end.upperBound...]
            } else if rest.hasPrefix("<!") {
                if rest.dropFirst(2).lowercased().hasPrefix("doctype html") {
                    self = .webPage
                    return
                }
                guard let end = rest.firstIndex(of: ">") else { break }
                rest = rest[end...].dropFirst()
            } else {
                break
            }
        }
        let isMarkup = markup.hasPrefix("<?") || markup.hasPrefix("<!")
        let name = rest.dropFirst().prefix { $0.isLetter || $0.isNumber || ":_-.".contains($0) }
        guard rest.first == "<" && name.first?.isLetter == true || isMarkup else { return nil }
        switch name.split(separator: ":").last?.lowercased() {
        case "gpx": self = .gpx
        case "kml": self = .kml
        case "html": self = .webPage
        default: self = .xml
        }
    }

    /// The name of the kind, as the end of “it is …”.
    public var localizedName: LocalizedText {
        switch self {
        case .json: .verbatim("JSON")
        case .gpx: text("a map file (GPX)")
        case .kml: text("a map file (KML)")
        case .xml: .verbatim("XML")
        case .webPage: text("a web page (HTML)")
        case .calendar: text("a calendar (iCalendar)")
        case .contacts: text("an address book (vCard)")
        }
    }

    /// The error text that a file of the kind can't be imported.
    public func refusal(path: String) -> LocalizedText {
        text("“%1$@” can't be imported: it is %2$@.", path, TextArgument.text(localizedName))
    }
}
