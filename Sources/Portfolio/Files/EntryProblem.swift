import Formats
import Localization

/// The reason why an entry of an import file is skipped.
enum EntryProblem: Error, Hashable {
    case noTitle
    case status(String)
    case priority(String)
    case date(String, field: String)
    case identifier(String)
    case recurrence(String)
    /// The template of recurring tasks of taskwarrior, or a deleted task.
    case notATask(status: String)
    case wrongType(key: String)
    case repeatedKey(String)
    case notAnObject
    case invalidUTF8
    case malformed(CSVRecord.Malformation)
    case checkbox
    case unfitText(LocalizedText)

    var reason: LocalizedText {
        switch self {
        case .noTitle: text("the title is missing")
        case .status(let written): text("the status “%@” is unknown", written)
        case .priority(let written): text("the priority “%@” is unknown", written)
        case .date(let written, let field): text("“%1$@” in “%2$@” is not a date", written, field)
        case .recurrence(let written): text("“%@” is not a recurrence", written)
        case .notATask(let status): text("tasks with the status “%@” are not imported", status)
        case .identifier(let written): text("“%@” is not an identifier", written)
        case .wrongType(let key): text("the value of “%@” has the wrong type", key)
        case .repeatedKey(let key): text("the key “%@” occurs twice", key)
        case .notAnObject: text("the entry is not an object")
        case .invalidUTF8: text("it is not valid UTF-8")
        case .malformed(let malformation): malformation.reason
        case .checkbox: text("the checkbox is neither “[ ]” nor “[x]”")
        case .unfitText(let problem): problem
        }
    }
}
