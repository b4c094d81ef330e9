import Localization
import Shell

/// The reason why a change to the reading log is refused.
enum BookError: PresentableError {
    case completedBeforeStarted(completed: PartialDate, started: PartialDate)
    case inFuture(PartialDate)
    case dateNotRelevant(ReadingDate, title: String, status: ReadingStatus)
    case duplicate(title: String, author: String, number: Int)
    case unknownReading(Int, title: String)
    case earlierInProgress(Int, title: String)
    case nothingToContinue(title: String)
    case nothingToPause(title: String)
    case pauseWithoutDate
    case beyondTheEnd(ReadingPlace, title: String, length: Int)
    case notLent(title: String)
    case alreadyLent(title: String, borrower: String)
    /// Changes without a book, of which the first may be the condition for the others.
    case noBook(changes: [String])

    var problem: LocalizedText {
        switch self {
        case .completedBeforeStarted(let completed, let started):
            text(
                "The completion date %1$@ is before %2$@, the day on which the book was started.", completed,
                started)
        case .inFuture(let date): text("The date %@ is in the future.", date)
        case .dateNotRelevant(let name, let title, let status):
            switch name {
            case .completed:
                text("“%1$@” can't have a completion date: its status is “%2$@”.", title, status.name)
            case .started: text("“%1$@” can't have a start date: its status is “%2$@”.", title, status.name)
            }
        case .duplicate(let title, let author, let number):
            text("“%1$@” by %2$@ is already in the log as number %3$@.", title, author, String(number))
        case .unknownReading(let number, let title):
            text("“%1$@” has no reading number %2$@.", title, String(number))
        case .earlierInProgress(let number, let title):
            text("Reading %1$@ of “%2$@” can't be in progress: it isn't the latest.", String(number), title)
        case .nothingToContinue(let title): text("“%@” has no reading that could continue.", title)
        case .nothingToPause(let title): text("“%@” has no reading in progress that could be paused.", title)
        case .pauseWithoutDate: text("A pause has no date.")
        case .beyondTheEnd(let place, let title, let length):
            text(
                "“%1$@” ends with %2$@; %3$@ is beyond its end.", title,
                ReadingPlace(unit: place.unit, value: length).text(in: nil), place.text(in: nil))
        case .notLent(let title): text("“%@” is not lent.", title)
        case .alreadyLent(let title, let borrower): text("“%1$@” is already lent to %2$@.", title, borrower)
        case .noBook: text("No book is named.")
        }
    }

    var remedy: LocalizedText? {
        switch self {
        case .completedBeforeStarted: text("Use a later date, or change the earlier date too.")
        case .inFuture: text("Give a day up to today.")
        case .dateNotRelevant(.completed, _, _): text("Set the status to completed first, with “finish”.")
        case .dateNotRelevant: text("Change its status first, with “start” or “finish”.")
        case .duplicate: text("To add another copy, use --allow-duplicate.")
        case .unknownReading: text("“reading list BOOK” shows the numbers.")
        case .earlierInProgress: text("Delete the later readings first, with “reading delete”.")
        case .nothingToContinue, .nothingToPause: text("“start” begins one.")
        case .pauseWithoutDate: text("Leave the date out.")
        case .beyondTheEnd(let place, _, _):
            place.unit == .minute
                ? text("If the length is wrong, change it with “edit BOOK minutes:NUMBER”.")
                : text("If the number of pages is wrong, change it with “edit BOOK pages:NUMBER”.")
        case .notLent: text("“loans” lists the lent books.")
        case .alreadyLent: text("When it comes back, use “return”.")
        // “+name” is no condition, and “-name” probably isn't meant as one.
        case .noBook(let changes) where changes.count == 1 || "+-".contains(changes[0].first ?? " "):
            text("Write the book first: edit BOOK %@.", changes.joined(separator: " "))
        case .noBook(let changes):
            text(
                "“edit --where %1$@ %2$@” changes all books that meet the condition.",
                Quoting.quote(changes[0]),
                changes.dropFirst().joined(separator: " "))
        }
    }
}
