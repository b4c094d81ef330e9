import Foundation
import Localization
import ProgramKit

/// The input of an export.
@MainActor
struct TripExport {
    let destinations: [Destination]
    /// The trips whose transport, stays and lists are exported. Default: none.
    var trips: [Trip] = []
    /// The exchange rates that are exported. Default: none.
    var rates: [ExchangeRate] = []
    /// The currency of totals; `nil` for no totals. Default: none.
    var currency: String?
    /// The saved views that are exported. Default: none.
    var views: [ViewEntry] = []
    /// The time of the export.
    let now: Date
    let localizer: Localizer

    /// An exported file's bytes, with counts of the data that its format can't express.
    struct Result {
        var bytes: [UInt8]
        /// The number of destinations without a date, which a calendar leaves out.
        var undated = 0
        /// The number of sights without coordinates.
        var unplaced = 0
        /// The number of destinations that a map leaves out, because they have no sights to show.
        var unmapped = 0
    }

    /// The functions that write the formats, by file extension.
    static let formats: [String: (TripExport) -> Result] = [
        "ics": { ICalendarWriter.write($0) },
        "gpx": { GPXWriter.write($0) },
        "kml": { KMLWriter.write($0) },
        "kmz": { KMLWriter.writeArchive($0) },
        "geojson": { GeoJSONWriter.write($0) },
        "md": { MarkdownPlan.write($0) },
        "html": { TripPage.write($0) },
        "json": { TripJSON.write($0) },
        "csv": { TripCSV.write($0) },
    ]

    /// The file extensions in the order in which messages list them.
    static let endings = [".ics", ".gpx", ".kml", ".kmz", ".geojson", ".md", ".html", ".json", ".csv"]
}
