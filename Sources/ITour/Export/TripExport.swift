import Foundation
import Localization

/// What an export is made of, and what can't be in it.
@MainActor
struct TripExport {
    let destinations: [Destination]
    /// When it is made.
    let now: Date
    let localizer: Localizer

    /// An exported file's bytes, and how many of what it couldn't hold.
    struct Result {
        var bytes: [UInt8]
        /// How many destinations have no date, which a calendar needs.
        var undated = 0
        /// How many sights have no place, which a map needs.
        var unplaced = 0
        /// How many destinations have nothing in a map, since that holds their sights alone.
        var unmapped = 0
    }

    /// The formats, by the ending of the file's name.
    static let formats: [String: (TripExport) -> Result] = [
        "ics": { ICalendarWriter.write($0) },
        "gpx": { GPXWriter.write($0) },
        "geojson": { GeoJSONWriter.write($0) },
        "md": { MarkdownPlan.write($0) },
        "json": { TripJSON.write($0) },
        "csv": { TripCSV.write($0) },
    ]

    /// The endings, in the order in which they are named to people.
    static let endings = [".ics", ".gpx", ".geojson", ".md", ".json", ".csv"]
}
