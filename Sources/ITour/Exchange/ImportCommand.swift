import Localization
import ProgramKit
import Shell

/// `import`: imports trips and sights from a file.
struct ImportCommand: Command {
    /// The usual endings of files that can be imported. Tab offers these files; the content determines the format.
    private static let endings = [
        "json", "geojson", "csv", "gpx", "kml", "kmz", "xml", "ics", "pkpass", "eml", "html",
    ]

    static let file = Parameter.required(
        "file", .path(endings: endings),
        help: text(
            "The file: JSON or CSV from “export”, or GPX, KML, GeoJSON, CSV, Overpass JSON, a calendar (.ics), a pass (.pkpass) or an e-mail with a reservation (.eml)."
        ),
        question: text("Which file"))
    static let into = Parameter.option(
        "into", .destination,
        help: text("The destination that gets the waypoints or events as sights. Default: the open one."))
    static let trip = Parameter.option(
        "trip", .trip,
        help: text(
            "The trip that gets the transport and stays of a calendar. Default: the open one, or else the one on these days."
        ))
    static let form = Parameter.option(
        "as", .choice(EventForm.allCases.map { Choice($0.rawValue, $0, $0.word) }),
        help: text("What all events of a calendar become. Default: each what its times, place and title say.")
    )
    static let dryRun = Parameter.flag(
        "dry-run", help: text("Show what would happen without changing anything."))

    let declaration = CommandDeclaration(
        "import", group: .files, summary: text("Imports destinations and sights from a file."),
        discussion: [
            text(
                "You can import the same file, or a newer one, again: nothing is added twice. Waypoints become sights of the destination given with --into, or of the open destination. Without either, they become sights of a destination with the name of the file, and those of a KML folder sights of a destination with the name of the folder."
            ),
            text("Destinations and sights that you deleted are added again."),
            text(
                "An event of a calendar becomes a leg if it has two time zones or the number of a flight or train, a stay if it has a place and spans a night, and otherwise a sight on its day. It goes to the trip or destination on these days, or else to one with the name of the calendar."
            ),
            text(
                "A value that can't be read is left out and reported, and the rest of its entry is imported. An entry that lacks what it needs, such as its name, is skipped and reported with its position."
            ),
        ],
        parameters: [
            Self.file.declaration, Self.into.declaration, Self.trip.declaration, Self.form.declaration,
            Self.dryRun.declaration,
        ],
        examples: [
            text("import trips.json"), text("import museums.geojson --into rome"),
            .verbatim("import hike.gpx --dry-run"), text("import bookings.ics --trip japan"),
        ],
        changesData: true)

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let path = try invocation[Self.file]
        let target =
            try invocation[Self.into].map { try session.record($0, in: Destination.self) }
            ?? session.opened(Destination.self)
        let file = try session.inputFile(path)
        let source = try TripSourceOpener.open(file, language: session.localizer.language)
        let form = try invocation[Self.form]
        let named = try invocation[Self.trip].map { try session.record($0, in: Trip.self) }
        if !(source is CalendarSource || source is PassSource || source is ReservationSource) {
            if form != nil { throw TripFileError.notACalendar(path: path, option: "--as") }
            if named != nil { throw TripFileError.notACalendar(path: path, option: "--trip") }
        }
        let trip = try named ?? target?.trip ?? session.opened(Trip.self)
        let dryRun = try invocation[Self.dryRun]
        let report = try await TripImport(
            session: session, file: file, target: target, trip: trip, form: form
        )
        .run(source, isDryRun: dryRun)
        return report.output(isDryRun: dryRun)
    }
}
