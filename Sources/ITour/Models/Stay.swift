import Basics
import Foundation
import Localization
import ModelData
import ProgramKit

/// A bed for one or more nights, such as a hotel. The times are local times of the place.
@Model
final class Stay {
    /// The stay's identifier. It stays the same in all stores and exports.
    @Attribute(.unique) var identifier: UUID
    var name: String
    var address: String
    /// The day of the check-in.
    var checkInDay: Date
    /// The local time of the check-in, in minutes since midnight; `nil` if it isn't known.
    var checkInMinute: Int?
    /// The day of the check-out.
    var checkOutDay: Date
    /// The local time of the check-out, in minutes since midnight; `nil` if it isn't known.
    var checkOutMinute: Int?
    /// The time zone of the place; `nil` if it isn't known.
    var timeZone: String?
    /// Degrees north of the equator, -90 to 90. Either both this and ``longitude`` are `nil`, or neither is.
    var latitude: Double?
    /// Degrees east of Greenwich, -180 to 180. Either both this and ``latitude`` are `nil`, or neither is.
    var longitude: Double?
    /// The code of the booking.
    var code: String
    var link: String
    var note: String
    var costAmount: Decimal?
    var costCurrency: String?
    /// The source of an imported stay, such as the identifier of a calendar's event.
    var source: String?
    /// Whether the booking was cancelled. If so, it is in no plan and costs nothing.
    var isCancelled: Bool = false
    /// The stored form of ``ImportMemory``: what the last import of a calendar set.
    var lastImport: String?
    /// Whether it is paid; `nil` if the user didn't say.
    var isPaid: Bool?
    /// The day until which it is to be paid; `nil` if there is none.
    var payByDay: Date?
    var trip: Trip?

    init(identifier: UUID = UUID.random(), name: String, checkIn: Moment, checkOut: Moment) {
        self.identifier = identifier
        self.name = name
        address = ""
        checkInDay = checkIn.day.utcDate
        checkInMinute = checkIn.minute
        checkOutDay = checkOut.day.utcDate
        checkOutMinute = checkOut.minute
        code = ""
        link = ""
        note = ""
    }
}

extension Stay: Locatable {}

extension Stay {
    /// The check-in, in local time.
    var checkIn: Moment {
        get { Moment(CivilDate(utc: checkInDay), minute: checkInMinute) }
        set {
            if checkInDay != newValue.day.utcDate { checkInDay = newValue.day.utcDate }
            if checkInMinute != newValue.minute { checkInMinute = newValue.minute }
        }
    }

    /// The check-out, in local time.
    var checkOut: Moment {
        get { Moment(CivilDate(utc: checkOutDay), minute: checkOutMinute) }
        set {
            if checkOutDay != newValue.day.utcDate { checkOutDay = newValue.day.utcDate }
            if checkOutMinute != newValue.minute { checkOutMinute = newValue.minute }
        }
    }

    /// The days from the check-in to the check-out.
    var days: ClosedRange<CivilDate> { checkIn.day...max(checkIn.day, checkOut.day) }

    /// The number of nights.
    var nights: Int { checkIn.day.days(until: days.upperBound) }
}

extension Stay: Payable {
    var category: ExpenseCategory { .stays }
    var costDay: CivilDate? { checkIn.day }
}

extension Stay: TitledModel {
    var recordTitle: String { name }
    var recordDetail: LocalizedText? {
        LocalizedText("%1$@ – %2$@", table: "", [checkIn.text, checkOut.text])
    }

    static func titled(containing text: String) -> Predicate<Stay> {
        #Predicate<Stay> {
            $0.name.localizedStandardContains(text) || $0.code.localizedStandardContains(text)
        }
    }

    static var listingCommand: String { "stay list" }
}
