import Localization

/// The error of a word of a changing command that would otherwise select other records than the user means.
public enum ReferenceWordError: PresentableError, Hashable {
    /// An operator beside a record. The values are the operator, the arguments without it, and the title in quotation marks
    /// that the words may be.
    case operatorBetween(String, references: String?, title: String?)
    /// An operator between a record and a condition. The values are the operator and the same as conditions.
    case operatorBeside(String, conditions: String)
    /// “and” between a record and a condition. The values are the operator, and the conditions for records that meet both
    /// and for those that meet one.
    case andBeside(String, both: String, one: String)
    /// A number after a hyphen, which would be a text. The values are the number as typed, the record, and all others.
    case negativeNumber(String, record: String, others: String)
    /// A number in parentheses, which would be a text. The values are the number and the condition for it.
    case numberAsText(String, condition: String)

    /// What is wrong.
    public var problem: LocalizedText {
        switch self {
        case .operatorBetween(let word, _, _), .operatorBeside(let word, _), .andBeside(let word, _, _):
            text("“%@” is an operator of conditions, not an entry.", word)
        case .negativeNumber(let word, _, _), .numberAsText(let word, _):
            text("“%@” isn't the number of an entry.", word)
        }
    }

    /// What to write instead.
    public var remedy: LocalizedText? {
        switch self {
        case .operatorBetween(_, let references?, let title?):
            text(
                "Write the entries one after another: %1$@. Put a title in quotation marks: %2$@.",
                references,
                title)
        case .operatorBetween(_, let references?, nil):
            text("Write the entries one after another: %@.", references)
        case .operatorBetween(let word, nil, let title):
            text("Put a title in quotation marks: %@.", title ?? QuotedText.quoted(word))
        case .operatorBeside(_, let conditions): text("Write it as conditions: %@.", conditions)
        case .andBeside(_, let both, let one):
            text(
                "Write “%1$@” for entries that meet both, or “%2$@” for entries that meet one.", both, one)
        case .negativeNumber(_, let record, let others):
            text("Write “%1$@” for this entry, or “%2$@” for all others.", record, others)
        case .numberAsText(_, let condition): text("In conditions, write “%@”.", condition)
        }
    }

    /// A mistake in the line.
    public var failure: FailureKind { .usage }
}
