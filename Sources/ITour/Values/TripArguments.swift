import Foundation
import Localization
import ProgramKit
import Shell

extension ValueType where Value == RecordReference {
    /// A destination, by its number or a part of its name.
    static var destination: ValueType<RecordReference> {
        .record(ITour.text("DESTINATION"), source: TripCompletions.destinations)
    }

    /// A sight, by its number or a part of its name.
    static var sight: ValueType<RecordReference> {
        .record(ITour.text("SIGHT"), source: TripCompletions.sights)
    }

    /// An item of a checklist, by its number or a part of its name.
    static var checklistItem: ValueType<RecordReference> {
        .record(ITour.text("ITEM"), source: TripCompletions.checklistItems)
    }
}

extension ValueType where Value == Priority {
    /// A priority: `meh`, `maybe`, `must`, the word in the user's language, or a number from 1 to 3.
    static var priority: ValueType<Priority> {
        let words = ValueType.choice(Priority.allCases.map { Choice($0.word, $0, $0.name) })
        return ValueType(placeholder: words.placeholder, completion: words.completion) { string, context in
            if let number = Int(string.trimmingCharacters(in: .whitespaces)) {
                guard let priority = Priority(rawValue: number) else {
                    throw ValueError.outOfRange(string, 1...3)
                }
                return priority
            }
            return try words.parse(string, context)
        }
    }
}

extension ValueType where Value == ClosedRange<Priority> {
    /// A priority or a range of them: `must`, `maybe..must`, `2..`.
    static var priorityRange: ValueType<ClosedRange<Priority>> {
        let single = ValueType<Priority>.priority
        return ValueType(
            placeholder: ITour.text("PRIORITY|PRIORITY..PRIORITY"), completion: single.completion
        ) { string, context in
            guard let dots = string.range(of: "...") ?? string.range(of: "…") ?? string.range(of: "..") else {
                let priority = try single.parse(string, context)
                return priority...priority
            }
            func bound(_ text: Substring, _ open: Priority) throws -> Priority {
                text.allSatisfy(\.isWhitespace) ? open : try single.parse(String(text), context)
            }
            let lower = try bound(string[..<dots.lowerBound], .meh)
            let upper = try bound(string[dots.upperBound...], .must)
            guard lower <= upper else {
                throw ValueError.refused(
                    ITour.text("The range “%@” ends before it begins.", string),
                    remedy: ITour.text("Write a range as maybe..must."))
            }
            return lower...upper
        }
    }
}

extension ValueType where Value == Moment {
    /// A day, or a day with a time: `2025-05-01`, `tomorrow 18:30`, `2025-05-01T18:30`.
    static var moment: ValueType<Moment> {
        ValueType(
            placeholder: ITour.text("DATE"), completion: .words(NamedDay.coming),
            isContinued: { OptionDate.continues($0, $1, most: 1) }
        ) { string, context in
            try MomentReader(context: context).moment(string)
        }
    }
}

extension ValueType where Value == Coordinates {
    /// Coordinates in decimal degrees: `41.8902,12.4922`.
    static var place: ValueType<Coordinates> {
        ValueType(placeholder: ITour.text("LATITUDE,LONGITUDE")) { string, _ in
            do throws(TripError) {
                return try PlaceReader.place(string)
            } catch {
                throw error.ofValue
            }
        }
    }
}

extension ValueType where Value == DestinationPlace {
    /// A place of the gazetteer, or coordinates: `Kyoto`, `Springfield, Illinois`, `41.8902,12.4922`.
    static var destinationPlace: ValueType<DestinationPlace> {
        ValueType(
            placeholder: ITour.text("PLACE"), completion: .source(TripCompletions.gazetteer)
        ) { string, context in
            var error: TripError
            do throws(TripError) {
                return DestinationPlace(try PlaceReader.place(string))
            } catch {
                switch error {
                case .notAPlace: break
                default: throw error.ofValue
                }
            }
            switch Gazetteer.builtIn.match(string) {
            case .one(let place): return DestinationPlace(place)
            case .none: error = .unknownPlace(string)
            case .several(let places):
                error = .unclearPlace(
                    string,
                    KnownPlace.descriptions(of: Array(places.prefix(9)), in: context.localizer.language))
            }
            throw error.ofValue
        }
    }
}

extension ValueType where Value == TimeZone {
    /// A time zone of the place, such as `Europe/Rome`.
    static var timeZone: ValueType<TimeZone> {
        ValueType(placeholder: ITour.text("ZONE"), completion: .source(TripCompletions.zones)) { string, _ in
            let wanted = string.trimmingCharacters(in: .whitespaces)
            let known = TimeZone.knownTimeZoneIdentifiers
            if let found = known.first(where: { $0.caseInsensitiveCompare(wanted) == .orderedSame }),
                let zone = TimeZone(identifier: found)
            {
                return zone
            }
            // Try to create the time zone, because the list of known identifiers lacks some names, such as
            // Asia/Kolkata.
            if wanted.contains("/"), let zone = TimeZone(identifier: wanted) { return zone }
            if wanted.uppercased() == "UTC", let zone = TimeZone(identifier: "UTC") { return zone }
            let city = known.filter { $0.split(separator: "/").last?.lowercased() == wanted.lowercased() }
            let near = city.isEmpty ? nearest(to: wanted, in: known) : city
            throw TripError.unknownZone(string, nearest: near).ofValue
        }
    }
}

extension ValueType where Value == CivilDate {
    /// A day that is usually in the past. Its words need no quotation marks.
    static var past: ValueType<CivilDate> {
        let day = ValueType<CivilDate>.day
        return ValueType(
            placeholder: day.placeholder, completion: day.completion,
            isContinued: { OptionDate.continuesDay($0, $1) }, parse: day.parse)
    }

    /// A day. Completion offers days in the future. Its words need no quotation marks.
    static var coming: ValueType<CivilDate> {
        let day = ValueType<CivilDate>.day
        return ValueType(
            placeholder: day.placeholder, completion: .words(NamedDay.coming),
            isContinued: { OptionDate.continuesDay($0, $1) }
        ) { string, context in
            if let coming = context.localizer.parseDay(string, today: context.today, isComing: true) {
                return coming
            }
            return try day.parse(string, context)
        }
    }

    /// A month, represented by its first day: `2025-05`, `May`, `5`.
    static var month: ValueType<CivilDate> {
        ValueType(placeholder: ITour.text("MONTH")) { string, context in
            if let month = context.localizer.parseMonth(string, today: context.today) { return month }
            throw ValueError.refused(
                ITour.text("“%@” is not a month.", string),
                remedy: ITour.text("Write a month as 2025-05, or by its name."))
        }
    }
}

/// The names of the completion sources.
enum TripCompletions {
    static let destinations = "destinations"
    /// The destinations. If a destination is open, this source completes nothing.
    static let unlessOpen = "destinations unless one is open"
    static let sights = "sights"
    static let places = "places"
    /// The places of the gazetteer.
    static let gazetteer = "gazetteer"
    static let points = "points"
    static let cities = "cities"
    static let countries = "countries"
    static let categories = "categories"
    static let trips = "trips"
    static let zones = "zones"
    static let months = "months"
    static let legs = "legs"
    static let stays = "stays"
    static let expenses = "expenses"
    static let checklists = "checklists"
    static let checklistItems = "checklist items"
    static let currencies = "currencies"
    static let destinationConditions = "conditions of destinations"
    static let tripsOrConditions = "trips or conditions"
    static let tripsOrLegConditions = "trips or conditions of transport"
    static let tripsOrStayConditions = "trips or conditions of stays"
    static let tripsOrExpenseConditions = "trips or conditions of expenses"
    static let destinationsOrSightConditions = "destinations or conditions of sights"
    static let destinationsOrConditions = "destinations or conditions"
    static let sightsOrConditions = "sights or conditions"
    static let legsOrConditions = "transport or conditions"
    static let staysOrConditions = "stays or conditions"
    static let expensesOrConditions = "expenses or conditions"
    static let tripsOrChecklistConditions = "trips or conditions of checklist items"
    static let checklistItemsOrConditions = "checklist items or conditions"
    static let pointsOrConditions = "points or conditions"
}

/// Parses distances that the user types.
enum DistanceReader {
    /// Parses a number of kilometres. Returns `nil` if the text isn't a number.
    static func kilometres(_ string: String, _ localizer: Localizer) -> Double? {
        // The text of a decimal number becomes the nearest double.
        localizer.parseDecimal(string).flatMap { Double($0.description) }
    }
}
