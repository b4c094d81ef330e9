import Localization
import Suite

/// What a planner refuses.
enum TripError: PresentableError {
    case endBeforeStart(start: Moment, end: Moment)
    case mixedTimes(start: Moment, end: Moment)
    case endWithoutStart(name: String)
    case twoEnds
    case textAndClear
    case skippedHour(Moment, zone: String)
    /// The same of an end that nobody typed: that of a trip which begins at another time and is as long as before.
    case skippedEnd(Moment, zone: String)
    case notAMoment(String)
    case impossibleTime(String)
    case unknownZone(String, nearest: [String])
    case notAPlace(String)
    case placeOutOfRange(String)
    case needsConfirmation(command: String)
    case nothingToChange(option: String)
    case positionOutOfRange(Int, count: Int)
    case noPlaces(name: String)

    var problem: LocalizedText {
        switch self {
        case .endBeforeStart(let start, let end):
            text("A trip can't end on %1$@, before it begins on %2$@.", end.text, start.text)
        case .mixedTimes(let start, let end) where end.minute == nil:
            text(
                "The trip begins at a time, %1$@, but ends on a day without one, %2$@.", start.text, end.text)
        case .mixedTimes(let start, let end):
            text(
                "The trip begins on a day without a time, %1$@, but ends at one, %2$@.", start.text, end.text)
        case .endWithoutStart(let name):
            text("“%@” has no date, so that it can't have an end.", name)
        case .twoEnds: text("The end is given twice, with the date and with “--end”.")
        case .textAndClear: text("“--clear” and a text contradict each other.")
        case .skippedHour(let moment, let zone), .skippedEnd(let moment, let zone):
            text(
                "There is no such time as %1$@ in %2$@: the clocks are put forward over it.", moment.text,
                zone)
        case .notAMoment(let string): text("“%@” is neither a date nor a date with a time.", string)
        case .impossibleTime(let string): text("No clock shows the time in “%@”.", string)
        case .unknownZone(let string, _): text("There is no time zone “%@”.", string)
        case .notAPlace(let string): text("“%@” is not a place.", string)
        case .placeOutOfRange(let string): text("There is no such place as “%@”.", string)
        case .needsConfirmation(let command):
            text("“%@” asks before it deletes, and nobody is here to answer.", command)
        case .nothingToChange: text("There is nothing to change.")
        case .positionOutOfRange(let position, let count):
            text("There is no position %1$lld among %2$lld sights.", position, count)
        case .noPlaces(let name): text("Nothing is known of where “%@” is.", name)
        }
    }

    var remedy: LocalizedText? {
        switch self {
        case .endBeforeStart: text("Give a later end with --end, or take it away with --end none.")
        case .mixedTimes: text("Give both a time, or neither; --end none takes the end away.")
        case .endWithoutStart: text("Give the date too, with --date.")
        case .twoEnds, .textAndClear: text("Leave one of them out.")
        case .skippedHour:
            text(
                "Give a time an hour later; if the place is elsewhere, name its time zone: --zone Asia/Tokyo."
            )
        case .skippedEnd: text("As long as before, the trip would end then; give another end with --end.")
        case .notAMoment, .impossibleTime:
            text("Write a date as 2025-05-01 or “tomorrow”, and a time behind it as 18:30.")
        case .unknownZone(_, let nearest):
            LocalizedText.didYouMean(nearest) ?? text("Write a time zone as Europe/Rome.")
        case .notAPlace: text("Write degrees north and east, as in 41.8902,12.4922.")
        case .placeOutOfRange:
            text("The latitude, which comes first, is -90 to 90, and the longitude -180 to 180.")
        case .needsConfirmation: text("Add --yes to delete without being asked.")
        case .nothingToChange(let option): text("Give at least one option, such as %@.", option)
        case .positionOutOfRange(_, let count):
            count < 2 ? nil : text("Give a number from 1 to %lld, or up, down, first or last.", count)
        case .noPlaces: text("Give a sight its place with “sight edit SIGHT --at 41.8902,12.4922”.")
        }
    }

    var failure: FailureKind {
        switch self {
        case .endBeforeStart, .mixedTimes, .endWithoutStart, .noPlaces: .failed
        default: .usage
        }
    }
}
