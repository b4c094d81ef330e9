import Localization
import ProgramKit
import Shell

/// An error in the planning of trips.
enum TripError: PresentableError {
    case endBeforeStart(start: Moment, end: Moment)
    case mixedTimes(start: Moment, end: Moment)
    case endWithoutStart(name: String)
    case twoEnds
    case textAndClear
    case notAndDay
    case missingOption(String)
    case skippedHour(Moment, zone: String)
    /// The trip was moved and keeps its length, but its new end is in an hour that clocks skip.
    case skippedEnd(Moment, zone: String)
    /// The entry would move with its trip, but its new time is in an hour that clocks skip.
    case skippedMove(name: String, Moment, zone: String)
    /// The leg would move with its trip, but then it would arrive before it leaves.
    case reversedMove(name: String, departure: Moment, arrival: Moment)
    case notAMoment(String)
    case impossibleTime(String)
    case notDatesOfLeg(String)
    /// The line has a date although the option with this name, or another date, gives the field. `name` is the name that the
    /// date may belong to, in quotation marks.
    case repeatedDate(option: String, typed: String, name: String?)
    /// The words after a date aren't understood. `example` is how the line could go on instead, and `name` the name that all
    /// of it may be, in quotation marks.
    case wordsAfterDate(String, date: String, example: String, name: String?)
    case missingDay
    case unknownZone(String, nearest: [String])
    case notAPlace(String)
    case placeOutOfRange(String)
    case linkWithoutPlace(String)
    case unknownPlace(String)
    /// Several places have the name; the descriptions tell them apart.
    case unclearPlace(String, [String])
    case nothingToChange(option: String)
    case positionOutOfRange(Int, count: Int)
    /// A stay without degrees from which a way was asked for.
    case stayWithoutPlace(name: String)
    case noPlaces(name: String)
    /// A destination or a day has no sights for a route.
    case noSightPlaces(name: String)
    case withoutTrip(name: String)

    var problem: LocalizedText {
        switch self {
        case .endBeforeStart(let start, let end):
            text("A trip can't end on %1$@, before it begins on %2$@.", end.text, start.text)
        case .mixedTimes(let start, let end) where end.minute == nil:
            text("The trip's beginning has a time (%1$@), but its end has none (%2$@).", start.text, end.text)
        case .mixedTimes(let start, let end):
            text("The trip's beginning has no time (%1$@), but its end has one (%2$@).", start.text, end.text)
        case .endWithoutStart(let name):
            text("“%@” can't have an end because it has no date.", name)
        case .twoEnds: text("The end is given twice: after the date and with “--end”.")
        case .missingOption(let option): text("The option %@ is missing.", option)
        case .notAndDay: text("“--not” can't be used with “--on”.")
        case .textAndClear: text("“--clear” can't be used with a text.")
        case .skippedHour(let moment, let zone), .skippedEnd(let moment, let zone):
            text(
                "The time %1$@ doesn't exist in %2$@: the clocks go forward then.", moment.text,
                zone)
        case .skippedMove(let name, let moment, let zone):
            text(
                "“%1$@” would move to %2$@, a time that doesn't exist in %3$@: the clocks go forward then.",
                name, moment.text, zone)
        case .reversedMove(let name, let departure, let arrival):
            text(
                "“%1$@” would arrive on %2$@, before it leaves on %3$@.", name, arrival.text,
                departure.text)
        case .notAMoment(let string): text("“%@” is neither a date nor a date with a time.", string)
        case .notDatesOfLeg(let string): text("“%@” isn't the departure and the arrival.", string)
        case .repeatedDate(let option, _, _): UsageError.repeatedOption("--\(option)").problem
        case .wordsAfterDate(let words, let date, _, _):
            text("“%1$@” can't follow the date “%2$@”.", words, date)
        case .missingDay: text("The day is missing.")
        case .impossibleTime(let string): text("The time in “%@” is not valid.", string)
        case .unknownZone(let string, _): text("There is no time zone “%@”.", string)
        case .notAPlace(let string): text("“%@” is not a place.", string)
        case .placeOutOfRange(let string): text("“%@” is out of range.", string)
        case .linkWithoutPlace(let link): text("The link “%@” has no coordinates.", link)
        case .unknownPlace(let name): text("No place with more than 5,000 people has the name “%@”.", name)
        case .unclearPlace(let name, _): text("Several places have the name “%@”.", name)
        case .nothingToChange: text("There is nothing to change.")
        case .positionOutOfRange(let position, let count):
            text("Position %1$@ doesn't exist; the last one is %2$@.", String(position), String(count))
        case .noPlaces(let name), .stayWithoutPlace(let name): text("The place of “%@” is unknown.", name)
        case .noSightPlaces(let name): text("No unvisited sight of “%@” has a place.", name)
        case .withoutTrip(let name): text("“%@” belongs to no trip.", name)
        }
    }

    var remedy: LocalizedText? {
        switch self {
        case .endBeforeStart: text("Give a later end with --end, or remove it with --end none.")
        case .mixedTimes: text("Give a time for both dates or for neither; --end none removes the end.")
        case .endWithoutStart: text("Give a date with --date too.")
        case .missingOption(let option): text("Add %@ with a date.", option)
        case .twoEnds, .textAndClear, .notAndDay, .repeatedDate(_, _, nil): text("Leave one of them out.")
        case .skippedHour:
            text(
                "Give a time one hour later. If the place is elsewhere, correct its time zone: --zone of the destination or stay, --from-zone or --to-zone of the transport."
            )
        case .skippedEnd:
            text("With its present length, the trip would end at that time. Give another end with --end.")
        case .skippedMove, .reversedMove:
            text("Give it another time first, or move the trip to another day.")
        case .missingDay, .notAMoment, .impossibleTime:
            text("Write a date as 2025-05-01 or “tomorrow”, and a time after it as 18:30.")
        case .notDatesOfLeg:
            text(
                "Write a name of several words in quotation marks, then the dates: leg add train \"Kyoto Station\" Tokyo 2027-04-08 09:12 11:27."
            )
        case .repeatedDate(_, let typed, let name?):
            text("Leave out “%1$@”, or put the name in quotation marks: %2$@.", typed, name)
        case .wordsAfterDate(_, _, let example, let name?):
            text("Write it as %1$@, or put the name in quotation marks: %2$@.", example, name)
        case .wordsAfterDate(_, _, let example, nil): text("Write it as %@.", example)
        case .unknownZone(_, let nearest):
            LocalizedText.didYouMean(nearest) ?? text("Write a time zone as Europe/Rome.")
        case .notAPlace, .unknownPlace:
            text("Write degrees north and east, such as 41.8902,12.4922, or paste the link of a map.")
        case .placeOutOfRange:
            text("The latitude (the first value) must be from -90 to 90, the longitude from -180 to 180.")
        case .linkWithoutPlace:
            text("Open it in a browser and copy the address that appears there, or the degrees.")
        case .unclearPlace(_, let places):
            text(
                "Give one of these, or its degrees: %@.",
                TextArgument.choice(places.map { .text(text("“%@”", $0)) }))
        case .nothingToChange(let option): text("Give at least one option, such as %@.", option)
        case .positionOutOfRange(_, let count):
            count < 2 ? nil : text("Enter a number from 1 to %lld, or up, down, first or last.", count)
        case .withoutTrip: text("Name a trip with --to.")
        case .stayWithoutPlace: text("Set it with “stay edit STAY --at 41.8902,12.4922”.")
        case .noPlaces, .noSightPlaces:
            text("Set the place of a sight with “sight edit SIGHT --at 41.8902,12.4922”.")
        }
    }

    /// The error of an argument with a value that isn't accepted.
    var ofValue: ValueError { .refused(problem, remedy: remedy) }

    var failure: FailureKind {
        switch self {
        case .endBeforeStart, .mixedTimes, .endWithoutStart, .noPlaces, .stayWithoutPlace, .noSightPlaces,
            .withoutTrip, .skippedMove, .reversedMove:
            .failed
        default: .usage
        }
    }
}
