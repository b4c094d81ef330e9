import Formats
import Foundation
import Localization
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
        "Snippet", "snippet", "TimeStamp", "TimeSpan", "author", "link", "NetworkLinkControl",
        "balloonVisibility", "Metadata", "ExtendedData", "address", "AddressDetails", "phoneNumber",
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

/// A placemark of a KML file.
struct KMLPlacemark {
    /// What the first geometry of a placemark is.
    private enum Shape {
        case point([Double])
        case area
        case line([Double])
        case other(IgnoredPart)
    }

    private let line: Int
    private var texts: [String: String] = [:]
    /// The values that other programs add, in their order.
    private var data: [(key: String, value: String)] = []
    private var shape: Shape?
    /// The first coordinates as they are in the file.
    private var writtenCoordinates = ""
    /// The outlines of the placemark's areas.
    private var outlines: [[Double]] = []
    /// The names of elements whose meaning isn't known.
    private(set) var unknown: Set<String> = []

    /// Reads a placemark to its end.
    ///
    /// - Parameters:
    ///   - reader: The reader, inside of the placemark.
    ///   - known: The elements that aren't imported and that the report doesn't name.
    init(_ reader: inout XMLReader, known: Set<String>) throws {
        line = reader.line
        while let event = try reader.next() {
            switch event {
            case .text: continue
            case .end: return
            case .begin("link", let attributes):
                texts["link"] = attributes["href"]
                try reader.skipElement()
            case .begin(let name, _):
                switch name {
                case "name", "description", "address", "phoneNumber":
                    let text = try reader.elementText()
                    if !text.isEmpty { texts[name] = text }
                case "ExtendedData": try readData(&reader)
                default:
                    if try readGeometry(name, &reader) { continue }
                    try reader.skipElement()
                    if !known.contains(name) { unknown.insert(name) }
                }
            }
        }
    }

    /// Reads the data of other programs: `Data` with a `value`, or `SimpleData`.
    private mutating func readData(_ reader: inout XMLReader) throws {
        var key = "", depth = 1
        while depth > 0, let event = try reader.next() {
            switch event {
            case .text: continue
            case .end: depth -= 1
            case .begin("Data", let attributes):
                key = attributes["name"] ?? ""
                depth += 1
            case .begin("value", _): add(key, try reader.elementText())
            case .begin("SimpleData", let attributes):
                add(attributes["name"] ?? "", try reader.elementText())
            case .begin("SchemaData", _): depth += 1
            case .begin("displayName", _): try reader.skipElement()
            case .begin(let name, _): add(name, try reader.elementText())
            }
        }
    }

    private mutating func add(_ key: String, _ value: String) {
        if !key.isEmpty, !value.isEmpty { data.append((key, value)) }
    }

    /// Reads a geometry. Of several ones, a point has priority over areas, and these over lines.
    ///
    /// - Returns: Whether the element is a geometry.
    private mutating func readGeometry(_ element: String, _ reader: inout XMLReader) throws -> Bool {
        switch element {
        case "Point":
            let point = try coordinates(&reader).first ?? []
            if case .point? = shape { return true }
            shape = .point(point)
        case "Polygon":
            // Holes don't matter.
            let outline = try coordinates(&reader, passing: "innerBoundaryIs")
            outlines += outline
            switch shape {
            case .point?, .area?: break
            default: shape = .area
            }
        case "LineString", "LinearRing":
            let first = try coordinates(&reader).first ?? []
            switch shape {
            case nil, .other?: shape = .line(first)
            default: break
            }
        case "Track", "MultiTrack", "Model":
            try reader.skipElement()
            if shape == nil { shape = .other(element == "Model" ? .shape : .track) }
        case "MultiGeometry":
            while let event = try reader.next() {
                switch event {
                case .text: continue
                case .end: return true
                case .begin(let name, _):
                    if try !readGeometry(name, &reader) { try reader.skipElement() }
                }
            }
        default: return false
        }
        return true
    }

    /// Reads the coordinates of the present element: the longitude, the latitude and perhaps the height of each point.
    ///
    /// - Parameter passed: A child element to leave out.
    private mutating func coordinates(_ reader: inout XMLReader, passing passed: String = "") throws
        -> [[Double]]
    {
        var points: [[Double]] = [], depth = 1
        while depth > 0, let event = try reader.next() {
            switch event {
            case .text: continue
            case .end: depth -= 1
            case .begin(passed, _): try reader.skipElement()
            case .begin("coordinates", _):
                let text = try reader.elementText()
                if writtenCoordinates.isEmpty { writtenCoordinates = text }
                points += Self.points(text)
            case .begin: depth += 1
            }
        }
        return points
    }

    /// Parses points such as `12.49,41.89,20 12.5,41.9`. Some programs write spaces beside the commas too.
    private static func points(_ text: String) -> [[Double]] {
        var tuples: [String] = []
        for part in text.split(whereSeparator: \.isWhitespace) {
            if let last = tuples.last, last.hasSuffix(",") || part.hasPrefix(",") {
                tuples[tuples.count - 1] = last + part
            } else {
                tuples.append(String(part))
            }
        }
        return tuples.map { tuple in tuple.split(separator: ",").map { Double($0) ?? .nan } }
    }

    // MARK: Items

    /// Returns the row with the sight, or the reason why there is none.
    ///
    /// - Parameter folder: The name of the destination if the placemark has none of its own.
    func row(destination folder: String?) -> ImportRow<TripFileItem> {
        var values = Dictionary(data.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
        let kind = values["itour"]
        if kind == "destination" || kind == "sight" {
            values["name"] = texts["name"]
            values[kind == "sight" ? "note" : "details"] = texts["description"]
        }
        var fields = EntryFields(values)
        do throws(SkippedEntry) {
            let item = try item(kind, folder, &fields)
            return ImportRow(item, at: line, problems: fields.problems)
        } catch {
            return ImportRow(skipped: error, at: line)
        }
    }

    private func item(
        _ kind: String?, _ folder: String?, _ fields: inout EntryFields
    ) throws(SkippedEntry) -> TripFileItem {
        switch kind {
        case "destination":
            var trip = try ImportedTrip(&fields)
            trip.place = place(&fields)
            return .trip(trip)
        case "leg", "route", "stay": return .ignored(.planOnMap)
        default: break
        }
        if case .other(let kind)? = shape { return .ignored(kind) }
        guard let name = RawFields.tidyName(texts["name"]) else {
            switch shape {
            case .point?: return .ignored(.unnamedPoint)
            case .area?, .line?: return .ignored(.shape)
            case .other?, nil: throw .missingName
            }
        }
        var sight: ImportedSight
        if kind == "sight" {
            sight = try ImportedSight(&fields)
            sight.record.source = nil
            if let destination = RawFields.name(fields.text("destination")) {
                sight.take(destination: destination, &fields)
            }
        } else {
            sight = ImportedSight(name: name)
            sight.destination = folder
        }
        if sight.record.address.isEmpty { sight.record.address = texts["address"] ?? "" }
        if sight.record.phone.isEmpty { sight.record.phone = texts["phoneNumber"] ?? "" }
        if sight.record.link.isEmpty { sight.record.link = texts["link"] ?? "" }
        if kind != "sight" { describe(&sight) }
        sight.record.place = place(&fields)
        return .sight(sight)
    }

    /// Sets the note and the facts from a file of another program. Values without a field of their own become lines of
    /// the note.
    private func describe(_ sight: inout ImportedSight) {
        var lines: [String] = []
        let description = PlainText.text(html: texts["description"] ?? "")
        if !description.isEmpty { lines.append(description) }
        for (key, value) in data {
            switch key.lowercased() {
            case "address" where sight.record.address.isEmpty: sight.record.address = value
            case "phone" where sight.record.phone.isEmpty: sight.record.phone = value
            case "website" where sight.record.link.isEmpty, "link" where sight.record.link.isEmpty:
                sight.record.link = value
            case "opening_hours" where sight.record.hours.isEmpty, "hours" where sight.record.hours.isEmpty:
                sight.record.hours = value
            // Google repeats the description here.
            case "description" where PlainText.text(html: value) == description: continue
            default: lines.append("\(key): \(PlainText.text(html: value))")
            }
        }
        sight.record.note = lines.joined(separator: "\n")
    }

    private func place(_ fields: inout EntryFields) -> Coordinates? {
        let point: [Double]?
        switch shape {
        case nil, .other?: return nil
        case .point(let coordinates)?, .line(let coordinates)?: point = coordinates
        case .area?: point = BoundingBox.middle(of: outlines)
        }
        // The longitude comes first.
        if let point, point.count >= 2, let place = Coordinates(latitude: point[1], longitude: point[0]) {
            return place
        }
        fields.drop("coordinates", written: writtenCoordinates, .place)
        return nil
    }
}
