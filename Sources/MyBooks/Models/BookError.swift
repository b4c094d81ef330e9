import Localization

/// What a reading log refuses.
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
            text("A book can't be started on %1$@, before it was added on %2$@.", started, added)
        case .completedBeforeStarted(let completed, let started):
            text("A book can't be completed on %1$@, before it was started on %2$@.", completed, started)
        case .completedBeforeAdded(let completed, let added):
            text("A book can't be completed on %1$@, before it was added on %2$@.", completed, added)
        case .dateNotRelevant(let name, let title, let status):
            switch name {
            case .completed:
                text("“%1$@” has no date of completion: it is %2$@.", title, status.name)
            case .started, .added:
                text("“%1$@” has no date of starting: it is %2$@.", title, status.name)
            }
        case .duplicate(let title, let author, let number):
            text("“%1$@” by %2$@ is in the log already, as number %3$@.", title, author, String(number))
        case .needsConfirmation(let command):
            text("“%@” asks before it deletes, and nobody is here to answer.", command)
        }
    }

    var remedy: LocalizedText? {
        switch self {
        case .startedBeforeAdded, .completedBeforeStarted, .completedBeforeAdded:
            text("Change the earlier date too, or give a later one.")
        case .dateNotRelevant(.completed, _, _):
            text("Change its status to completed first, with “finish”.")
        case .dateNotRelevant:
            text("Change its status first, with “start” or “finish”.")
        case .duplicate: text("Add --allow-duplicate if it is another copy.")
        case .needsConfirmation: text("Add --yes to delete without being asked.")
        }
    }

    var failure: FailureKind {
        switch self {
        case .needsConfirmation: .usage
        default: .failed
        }
    }
}
