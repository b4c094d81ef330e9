import Localization

/// The reason why a change to the reading log is refused.
enum BookError: PresentableError {
    case startedBeforeAdded(started: CivilDate, added: CivilDate)
    case completedBeforeStarted(completed: CivilDate, started: CivilDate)
    case completedBeforeAdded(completed: CivilDate, added: CivilDate)
    case dateNotRelevant(ReadingDates.Name, title: String, status: ReadingStatus)
    case duplicate(title: String, author: String, number: Int)
    case needsConfirmation(command: String)

    var problem: LocalizedText {
        switch self {
        case .startedBeforeAdded(let started, let added):
            text("The start date %1$@ is before %2$@, the day on which the book was added.", started, added)
        case .completedBeforeStarted(let completed, let started):
            text(
                "The completion date %1$@ is before %2$@, the day on which the book was started.", completed,
                started)
        case .completedBeforeAdded(let completed, let added):
            text(
                "The completion date %1$@ is before %2$@, the day on which the book was added.", completed,
                added)
        case .dateNotRelevant(let name, let title, let status):
            switch name {
            case .completed:
                text("“%1$@” can't have a completion date: its status is “%2$@”.", title, status.name)
            case .started, .added:
                text("“%1$@” can't have a start date: its status is “%2$@”.", title, status.name)
            }
        case .duplicate(let title, let author, let number):
            text("“%1$@” by %2$@ is already in the log as number %3$@.", title, author, String(number))
        case .needsConfirmation(let command):
            text("“%@” needs a confirmation, and there is no terminal to ask at.", command)
        }
    }

    var remedy: LocalizedText? {
        switch self {
        case .startedBeforeAdded, .completedBeforeStarted, .completedBeforeAdded:
            text("Use a later date, or change the earlier date too.")
        case .dateNotRelevant(.completed, _, _):
            text("Set the status to completed first, with “finish”.")
        case .dateNotRelevant:
            text("Change its status first, with “start” or “finish”.")
        case .duplicate: text("To add another copy, use --allow-duplicate.")
        case .needsConfirmation: text("Add --yes to delete without confirmation.")
        }
    }

    var failure: FailureKind {
        switch self {
        case .needsConfirmation: .usage
        default: .failed
        }
    }
}
