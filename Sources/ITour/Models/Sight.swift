import Basics
import Foundation
import Localization
import ModelData
import ProgramKit

/// Something to see at a destination.
@Model
final class Sight {
    // This index serves the search for nearby sights, which uses a range of latitudes.
    #Index<Sight>([\.latitude, \.longitude])

    /// The sight's identifier. It stays the same in all stores and exports.
    @Attribute(.unique) var identifier: UUID
    var name: String
    var note: String
    /// Degrees north of the equator, -90 to 90. Either both this and ``longitude`` are `nil`, or neither is.
    var latitude: Double?
    /// Degrees east of Greenwich, -180 to 180. Either both this and ``latitude`` are `nil`, or neither is.
    var longitude: Double?
    var address: String
    var isVisited: Bool
    /// The day of the visit; `nil` if it isn't known.
    var visitedDay: Date?
    /// The planned day; `nil` if the sight isn't scheduled.
    var scheduledDay: Date?
    /// The planned local time, in minutes since midnight; `nil` for any time of the day.
    var scheduledMinute: Int?
    /// The planned duration in minutes; `nil` if it isn't known.
    var duration: Int?
    /// The opening hours in the notation of OpenStreetMap, or another text.
    var hours: String = ""
    /// The address of a web page.
    var link: String = ""
    /// The telephone number.
    var phone: String = ""
    /// The name in another language or script, such as the local one.
    var otherName: String = ""
    /// The user's rating, 1 to 5; `nil` without a rating.
    var rating: Int?
    var costAmount: Decimal?
    var costCurrency: String?
    /// The source of an imported sight, such as `osm:node/7`.
    var source: String?
    /// The stored form of ``ImportMemory``: what the last import of a calendar set.
    var lastImport: String?
    /// The stored form of ``TrackLine``; `nil` for a sight that is no way.
    var track: String?
    /// Whether it is paid; `nil` if the user didn't say.
    var isPaid: Bool?
    /// The day until which it is to be paid; `nil` if there is none.
    var payByDay: Date?
    var destination: Destination?

    init(identifier: UUID = UUID.random(), name: String) {
        self.identifier = identifier
        self.name = name
        note = ""
        address = ""
        isVisited = false
    }
}

extension Sight {
    /// The name, with the name in another language in parentheses.
    var fullName: String { otherName.isEmpty ? name : "\(name) (\(otherName))" }

    /// The planned day and time; `nil` if the sight isn't scheduled.
    var schedule: Moment? {
        get { scheduledDay.map { Moment(CivilDate(utc: $0), minute: scheduledMinute) } }
        set {
            if scheduledDay != newValue?.day.utcDate { scheduledDay = newValue?.day.utcDate }
            if scheduledMinute != newValue?.minute { scheduledMinute = newValue?.minute }
        }
    }

    /// The day of the visit; `nil` if it isn't known.
    var visitedOn: CivilDate? {
        get { visitedDay.map { CivilDate(utc: $0) } }
        set { if visitedDay != newValue?.utcDate { visitedDay = newValue?.utcDate } }
    }
}

extension Sight {
    /// The name of the mark in ``lastImport`` that the calendar cancelled the sight.
    static let cancelledMark = "cancelled"

    /// Whether its calendar cancelled the sight, and it wasn't planned again. Plans and pages leave it out.
    var isCancelled: Bool {
        // Most sights don't come from a calendar.
        schedule == nil && lastImport != nil && ImportMemory(lastImport)[Self.cancelledMark] == 1
    }
}

extension Sight {
    /// How a planned visit and the opening hours contradict each other. Times are in minutes since midnight.
    enum HoursConflict {
        case closed
        case notOpen(minute: Int)
        /// It closes before the visit ends.
        case closes(minute: Int)
    }

    /// Returns how a visit at the planned time of a day contradicts the opening hours; `nil` if it doesn't.
    func hoursConflict(on day: CivilDate) -> HoursConflict? {
        guard let hours = OpeningHours(hours) else { return nil }
        let isClosed = hours.hours(on: day) == .closed
        guard let minute = scheduledMinute else { return isClosed ? .closed : nil }
        guard hours.isOpen(at: minute, on: day) else { return isClosed ? .closed : .notOpen(minute: minute) }
        guard let duration, let closing = hours.closing(after: minute, for: duration, on: day) else {
            return nil
        }
        return .closes(minute: closing % 1440)
    }
}

extension Sight: Payable {
    var category: ExpenseCategory { .sights }
    var costDay: CivilDate? { visitedOn ?? schedule?.day }
}

extension Sight: TitledModel {
    var recordTitle: String { name }
    var recordDetail: LocalizedText? { LocalizedText.nonEmpty(destination?.name) }

    static func titled(containing text: String) -> Predicate<Sight> {
        #Predicate<Sight> {
            $0.name.localizedStandardContains(text) || $0.otherName.localizedStandardContains(text)
        }
    }

    static var listingCommand: String { "sight list" }
}

extension Sight: Locatable {}
