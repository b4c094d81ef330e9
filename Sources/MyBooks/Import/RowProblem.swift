import Formats
import Localization
import Suite

/// The reason why a row of an import file is skipped.
enum RowProblem: Error {
    case missing(LocalizedText)
    case rating(String)
    case date(String, column: String)
    case datesOutOfOrder(BookError)
    case status(String)
    case identifier(String)
    case invalidUTF8
    case malformed(CSVRecord.Malformation)
    case notAnObject
    case wrongType(key: String)

    var reason: LocalizedText {
        switch self {
        case .missing(let field): text("the %@ is missing", field)
        case .rating(let written): text("the rating “%@” is not a whole number from 0 to 5", written)
        case .date(let written, let column): text("“%1$@” in “%2$@” is not a date", written, column)
        case .datesOutOfOrder(let error): text("the dates are out of order: %@", error.problem)
        case .status(let written): text("the status “%@” is unknown", written)
        case .identifier(let written): text("“%@” is not an identifier", written)
        case .invalidUTF8: text("it is not valid UTF-8")
        case .malformed(let malformation): malformation.reason
        case .notAnObject: text("the entry is not an object")
        case .wrongType(let key): text("the value of “%@” has the wrong type", key)
        }
    }
}
