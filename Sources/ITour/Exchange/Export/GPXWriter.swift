import Foundation
import Localization

/// Writes GPX 1.1. Sights become waypoints, destinations become routes through their sights, and the lines of ways tracks.
@MainActor
enum GPXWriter {
    nonisolated static let creator = "itour"
    /// The keys of a sight's facts without an element of their own.
    nonisolated static let facts = Sight.facts.filter { $0 != "link" && $0 != "note" }

    static func write(_ export: TripExport) -> TripExport.Result {
        var result = TripExport.Result(bytes: [])
        var xml = XMLText()
        xml.open(
            "gpx",
            [
                ("version", "1.1"), ("creator", creator), ("xmlns", "http://www.topografix.com/GPX/1/1"),
                ("xmlns:itour", "urn:terminalsuite:itour:1"),
                ("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance"),
                (
                    "xsi:schemaLocation",
                    "http://www.topografix.com/GPX/1/1 http://www.topografix.com/GPX/1/1/gpx.xsd"
                ),
            ])
        xml.open("metadata")
        xml.element("time", export.now.ISO8601Format())
        xml.close("metadata")
        // The format requires all waypoints before the first route.
        for destination in export.destinations {
            for sight in destination.sights {
                guard let place = sight.place else {
                    result.unplaced += 1
                    continue
                }
                result.counts.sights += 1
                xml.open("wpt", degrees(place))
                describe(sight, to: &xml)
                if !sight.link.isEmpty {
                    xml.open("link", [("href", sight.link)])
                    xml.close("link")
                }
                xml.element("type", "sight")
                xml.open("extensions")
                xml.element("itour:identifier", sight.identifier.uuidString)
                xml.element("itour:destination", destination.name)
                xml.element("itour:destinationIdentifier", destination.identifier.uuidString)
                xml.element("itour:priority", destination.priority.word)
                if let source = destination.source { xml.element("itour:destinationSource", source) }
                if let source = sight.source { xml.element("itour:sightSource", source) }
                if let dates = destination.dates {
                    xml.element("itour:start", dates.start.description)
                    if let end = dates.end { xml.element("itour:end", end.description) }
                }
                if let zone = destination.timeZone { xml.element("itour:timeZone", zone) }
                for (key, value) in sight.texts(facts) { xml.element("itour:\(key)", value) }
                xml.element("itour:visited", sight.isVisited ? "true" : "false")
                xml.close("extensions")
                xml.close("wpt")
            }
        }
        for destination in export.destinations {
            let placed = destination.sights.compactMap { sight in sight.place.map { (sight, $0) } }
            if placed.isEmpty {
                result.unmapped += 1
                continue
            }
            result.counts.destinations += 1
            xml.open("rte")
            xml.element("name", destination.name)
            if !destination.details.isEmpty { xml.element("desc", destination.details) }
            xml.open("extensions")
            xml.element("itour:destinationIdentifier", destination.identifier.uuidString)
            xml.close("extensions")
            for (sight, place) in placed {
                xml.open("rtept", degrees(place))
                describe(sight, to: &xml)
                xml.close("rtept")
            }
            xml.close("rte")
        }
        for sight in export.destinations.lazy.flatMap(\.sights) {
            let lines = sight.track.map(TrackLine.lines) ?? []
            if lines.isEmpty { continue }
            xml.open("trk")
            xml.element("name", sight.name)
            xml.open("extensions")
            xml.element("itour:sightIdentifier", sight.identifier.uuidString)
            xml.close("extensions")
            for line in lines {
                xml.open("trkseg")
                for place in line {
                    xml.open("trkpt", degrees(place))
                    xml.close("trkpt")
                }
                xml.close("trkseg")
            }
            xml.close("trk")
        }
        xml.close("gpx")
        result.bytes = xml.bytes
        return result
    }

    private static func degrees(_ place: Coordinates) -> [(String, String)] {
        [("lat", Coordinates.degrees(place.latitude)), ("lon", Coordinates.degrees(place.longitude))]
    }

    private static func describe(_ sight: Sight, to xml: inout XMLText) {
        xml.element("name", sight.name)
        if !sight.note.isEmpty { xml.element("desc", sight.note) }
    }
}

/// Builds an indented XML document.
struct XMLText {
    private(set) var bytes = Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".utf8)
    private var depth = 0

    /// Writes the start tag of an element that contains other elements.
    mutating func open(_ name: String, _ attributes: [(String, String)] = []) {
        let written = attributes.map { " \($0.0)=\"\(Self.escaped($0.1))\"" }.joined()
        line("<\(name)\(written)>")
        depth += 1
    }

    /// Writes the end tag of an element.
    mutating func close(_ name: String) {
        depth -= 1
        line("</\(name)>")
    }

    /// Writes an element that contains a text.
    mutating func element(_ name: String, _ text: String) {
        line("<\(name)>\(Self.escaped(text))</\(name)>")
    }

    private mutating func line(_ text: String) {
        bytes += Array(repeating: 0x20, count: 2 * depth)
        bytes += Array(text.utf8)
        bytes.append(0x0A)
    }

    /// Returns a text with escaped markup, without the characters that XML 1.0 doesn't allow.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            // XML readers replace an unescaped carriage return with a line feed.
            case "\r": result += "&#13;"
            case "\t", "\n": result.unicodeScalars.append(scalar)
            case "\u{FFFE}", "\u{FFFF}": continue
            default: if scalar.value >= 0x20 { result.unicodeScalars.append(scalar) }
            }
        }
        return result
    }
}
