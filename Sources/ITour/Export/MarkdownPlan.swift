import Foundation
import Localization
import Shell

/// Writes the trips as a plan for printing, in the user's language.
@MainActor
enum MarkdownPlan {
    static func write(_ export: TripExport) -> TripExport.Result {
        let localizer = export.localizer
        var paragraphs = ["# " + escaped(localizer.string(text("Trips")))]
        let trips = DestinationOrder.date.sorted(
            export.destinations, collator: Collator(localizer.language))
        for destination in trips {
            paragraphs.append("## " + escaped(destination.name))
            paragraphs.append("**\(escaped(facts(of: destination, localizer)))**")
            if !destination.details.isEmpty {
                paragraphs += destination.details.split(whereSeparator: \.isNewline).map {
                    escaped(String($0))
                }
            }
            let sights = destination.sights.enumerated().map { index, sight in
                "\(index + 1). [\(sight.isVisited ? "x" : " ")] \(line(sight))"
            }
            paragraphs.append(
                sights.isEmpty
                    ? escaped(localizer.string(text("No sights are planned yet.")))
                    : sights.joined(separator: "\n"))
        }
        return TripExport.Result(bytes: Array((paragraphs.joined(separator: "\n\n") + "\n").utf8))
    }

    private static func facts(of destination: Destination, _ localizer: Localizer) -> String {
        var facts: [String] = []
        if let dates = destination.dates {
            let start = LocalizedText("%@", table: "", [dates.start.text])
            let shown = dates.end.map { text("%1$@ to %2$@", start, $0.text) } ?? start
            facts.append(localizer.string(shown))
        } else {
            facts.append(localizer.string(text("no date")))
        }
        facts.append(localizer.string(destination.priority.name))
        return facts.joined(separator: " · ")
    }

    private static func line(_ sight: Sight) -> String {
        var parts = [escaped(sight.name)]
        if !sight.address.isEmpty { parts.append(escaped(sight.address)) }
        if let place = sight.place {
            let link =
                "https://www.openstreetmap.org/?mlat=\(Coordinates.degrees(place.latitude))"
                + "&mlon=\(Coordinates.degrees(place.longitude))"
            parts.append("[\(place.text)](\(link))")
        }
        let head = parts.joined(separator: ", ")
        return sight.note.isEmpty ? head : "\(head): \(escaped(sight.note))"
    }

    /// Returns a text on one line, with escaped Markdown syntax.
    private static func escaped(_ string: String) -> String {
        let line = string.split(whereSeparator: \.isNewline).joined(separator: " ")
        return String(
            visible(line).flatMap { character -> [Character] in
                "\\`*_[]<>#|".contains(character) ? ["\\", character] : [character]
            })
    }
}
