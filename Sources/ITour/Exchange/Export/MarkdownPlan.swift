import Foundation
import Localization
import ModelData
import Shell

/// Writes the trips as a plan for printing, in the user's language.
@MainActor
enum MarkdownPlan {
    static func write(_ export: TripExport) -> TripExport.Result {
        let localizer = export.localizer
        var paragraphs = ["# " + escaped(localizer.string(text("Trips")))]
        for trip in export.trips { paragraphs += Self.paragraphs(of: trip, localizer) }
        for destination in export.destinationsOutsideTrips {
            paragraphs.append("## " + escaped(destination.name))
            paragraphs.append("**\(escaped(facts(of: destination, localizer)))**")
            paragraphs += lines(of: destination.details)
            let sights = destination.sights.enumerated().map { index, sight in
                "\(index + 1). [\(sight.isVisited ? "x" : " ")] \(line(sight, localizer))"
            }
            paragraphs.append(
                sights.isEmpty
                    ? escaped(localizer.string(text("No sights are planned yet.")))
                    : sights.joined(separator: "\n"))
        }
        return TripExport.Result(
            bytes: Array((paragraphs.joined(separator: "\n\n") + "\n").utf8), counts: export.countsOnPaper)
    }

    /// Returns the sheet of a trip: each day with its times, codes, addresses and costs, the sights without a day,
    /// the expenses, and the checklists.
    private static func paragraphs(of trip: Trip, _ localizer: Localizer) -> [String] {
        var result = ["## " + escaped(trip.name)]
        if let days = trip.span {
            let shown = text("%1$@ to %2$@", days.lowerBound, days.upperBound)
            result.append("**\(escaped(localizer.string(shown)))**")
        }
        result += lines(of: trip.details)
        for destination in trip.destinations where !destination.details.isEmpty {
            result.append("**\(escaped(destination.name))**")
            result += lines(of: destination.details)
        }
        if let plan = TripPlan(trip, localizer) {
            for (day, entries) in plan.days {
                result.append("### " + escaped(localizer.day(day, style: .full)))
                result.append(entries.map { line($0, of: plan, localizer) }.joined(separator: "\n"))
            }
        }
        let unscheduled = trip.unscheduledSights
        if !unscheduled.isEmpty {
            result.append("### " + escaped(localizer.string(text("Sights without a day"))))
            result.append(
                unscheduled.map { "- [\($0.isVisited ? "x" : " ")] \(line($0, localizer))" }.joined(
                    separator: "\n"))
        }
        if !trip.expenses.isEmpty {
            result.append("### " + escaped(localizer.string(text("Expenses"))))
            result.append(trip.expensesInOrder.map { line($0, localizer) }.joined(separator: "\n"))
        }
        let items = trip.checklist(nil)
        for (index, item) in items.enumerated() {
            if index == 0 || items[index - 1].list != item.list {
                result.append("### " + escaped(localizer.string(item.listName)))
                result.append("")
            }
            let line = "- [\(item.isDone ? "x" : " ")] \(escaped(item.name))"
            let last = result.removeLast()
            result.append(last.isEmpty ? line : last + "\n" + line)
        }
        return result
    }

    /// Returns a line of a plan. Sights have a box to tick, and a link to a map.
    private static func line(_ entry: TripPlan.Entry, of plan: TripPlan, _ localizer: Localizer) -> String {
        let line = plan.line(entry)
        let time = line.time.map { "**\(escaped(localizer.string($0)))** " } ?? ""
        if case .sight(let sight) = entry.content {
            let hours = sight.hours.isEmpty ? "" : " (\(escaped(sight.hours)))"
            return "- \(time)[\(sight.isVisited ? "x" : " ")] \(Self.line(sight, localizer))\(hours)"
        }
        let about = plan.paper(entry).map { escaped(localizer.string($0)) }
        if line.kind == .destination || line.kind == .trip {
            let more = about.isEmpty ? "" : " (\(about.joined(separator: ", ")))"
            return "- \(time)\(escaped(line.name))\(more)"
        }
        return "- " + time + ([escaped(line.name)] + about).joined(separator: ", ")
    }

    private static func lines(of text: String) -> [String] {
        text.split(whereSeparator: \.isNewline).map { escaped(String($0)) }
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

    private static func line(_ expense: Expense, _ localizer: Localizer) -> String {
        let parts = [
            localizer.day(CivilDate(utc: expense.day), style: .medium), expense.name,
            localizer.string(expense.category.name), expense.cost.string(localizer),
        ]
        return "- " + parts.map(escaped).joined(separator: ", ")
    }

    private static func line(_ sight: Sight, _ localizer: Localizer) -> String {
        var parts = [escaped(sight.fullName)]
        if !sight.address.isEmpty { parts.append(escaped(sight.address)) }
        parts += ItineraryText.paper(sight, localizer).map { escaped(localizer.string($0)) }
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
