import Formats
import Foundation
import ProgramKit

/// Reads KML files. A placemark with a point, a line or an area becomes a sight of a destination with the name of its
/// folder, or else of the document.
struct KMLSource: TripSource {
    private let path: String
    private var reader: XMLReader
    private var isInside = false
    /// The names of the open documents and folders; `nil` for those whose name isn't known yet.
    private var containers: [String?] = []
    private var waiting: [ImportRow<TripFileItem>] = []
    /// The names of elements whose meaning isn't known.
    private var unknownElements: Set<String> = []

    /// Elements that describe how a feature is shown, or when. They aren't imported, and the report doesn't name them.
    private static let presentation: Set<String> = [
        "Style", "StyleMap", "styleUrl", "Schema", "open", "visibility", "LookAt", "Camera", "Region",
        "Snippet",
        "snippet", "TimeStamp", "TimeSpan", "author", "link", "NetworkLinkControl", "balloonVisibility",
        "Metadata", "ExtendedData", "address", "AddressDetails", "phoneNumber",
    ]

    var unknownFields: [String] { unknownElements.sorted() }

    init(path: String, read: @escaping () throws -> [UInt8]) {
        self.path = path
        reader = XMLReader(read: read)
    }

    mutating func next() throws -> ImportRow<TripFileItem>? {
        do {
            while true {
                if let item = waiting.popLast() { return item }
                guard let event = try reader.next() else { return nil }
                switch event {
                case .text: continue
                case .end: _ = containers.popLast()
                case .begin(let name, _):
                    if let item = try item(of: name) { return ImportRow(item, at: reader.line) }
                }
            }
        } catch let problem as XMLProblem {
            throw TripFileError.xml(path: path, problem)
        }
    }

    /// Reads an element between placemarks.
    private mutating func item(of element: String) throws -> TripFileItem? {
        guard isInside else {
            guard element == "kml" else { throw TripFileError.notKML(path: path, root: element) }
            isInside = true
            return nil
        }
        switch element {
        case "Document", "Folder": containers.append(nil)
        case "Placemark":
            let placemark = try KMLPlacemark(&reader, known: Self.presentation)
            waiting = [placemark.row(destination: destination)]
            unknownElements.formUnion(placemark.unknown)
        case "NetworkLink":
            try reader.skipElement()
            return .ignored(.networkLink)
        case "GroundOverlay", "ScreenOverlay", "PhotoOverlay", "Tour":
            try reader.skipElement()
            return .ignored(.overlay)
        case "name":
            let text = try reader.elementText()
            if !containers.isEmpty { containers[containers.count - 1] = RawFields.tidyName(text) }
        case "description":
            if try !reader.elementText().isEmpty { return .ignored(.otherDetails) }
        default:
            try reader.skipElement()
            if !Self.presentation.contains(element) { unknownElements.insert(element) }
        }
        return nil
    }

    /// The name of the innermost folder or document that has a name. Some programs name documents like their files.
    private var destination: String? {
        guard let name = containers.lazy.compactMap(\.self).last else { return nil }
        let lowercased = name.lowercased()
        let ending = [".kml", ".kmz"].first { lowercased.hasSuffix($0) && lowercased != $0 }
        return ending.map { String(name.dropLast($0.count)) } ?? name
    }
}

extension XMLReader {
    /// Reads the text of the present element to its end, without the texts of child elements.
    mutating func elementText() throws -> String {
        var result = ""
        while let event = try next() {
            switch event {
            case .text(let part): result += part
            case .begin: try skipElement()
            case .end: return result.trimmingCharacters(in: .whitespacesAndNewlines)
            }
        }
        return result
    }

    /// Skips the rest of the present element.
    mutating func skipElement() throws {
        var depth = 1
        while depth > 0, let event = try next() {
            switch event {
            case .begin: depth += 1
            case .end: depth -= 1
            case .text: continue
            }
        }
    }
}
