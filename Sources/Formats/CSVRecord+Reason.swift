import Localization

extension CSVRecord.Malformation {
    /// The reason for skipping the record: the end of “Line 12 was skipped: …”.
    public var reason: LocalizedText {
        switch self {
        case .unclosedQuote: text("a quote is never closed")
        case .textAfterQuote: text("there is text after a closing quote")
        case .tooLong: text("it is too long; probably a quote is never closed")
        case .cutOff: text("the file ends in the middle of this line")
        case .belowUnclosedQuote: text("it follows a quote that is never closed")
        case .tooManyFields: text("it has more fields than the header")
        }
    }
}
