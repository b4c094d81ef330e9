import Foundation
import Localization
import ModelData
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
        /// The numbers of records in the file.
        var counts = TripCounts()
        /// The number of destinations without a date, which a calendar leaves out.
        var undated = 0
        /// The number of sights without coordinates.
        var unplaced = 0
        /// The number of destinations that a map leaves out, because they have no sights to show.
        var unmapped = 0
    }

    /// The numbers of all exported records.
    var counts: TripCounts {
        TripCounts(
            destinations: destinations.count, sights: destinations.flatMap(\.sights).count,
            trips: trips.count, legs: trips.flatMap(\.legs).count, stays: trips.flatMap(\.stays).count,
            expenses: trips.flatMap(\.expenses).count, budgetLines: trips.flatMap(\.budget).count,
            checklistItems: trips.flatMap(\.checklist).count, rates: rates.count)
    }

    /// The numbers of records on paper, which has no cancelled parts of trips, and no limits and rates of its own.
    var countsOnPaper: TripCounts {
        var counts = counts
        counts.sights -= trips.flatMap(\.destinations).flatMap(\.sights).count { $0.isCancelled }
        counts.legs -= trips.flatMap(\.legs).count { $0.isCancelled }
        counts.stays -= trips.flatMap(\.stays).count { $0.isCancelled }
        counts.budgetLines = 0
        counts.rates = 0
        return counts
    }

    /// The destinations that don't belong to an exported trip, in order of their dates.
    var destinationsOutsideTrips: [Destination] {
        let inTrips = Set(trips.map(\.persistentModelID))
        let others = destinations.filter { destination in
            !(destination.trip.map { inTrips.contains($0.persistentModelID) } ?? false)
        }
        return DestinationOrder.date.sorted(others, collator: Collator(localizer.language))
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
