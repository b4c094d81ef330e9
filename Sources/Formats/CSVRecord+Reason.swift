import Localization

extension CSVRecord.Malformation {
    /// Why the record is skipped: the end of “Line 12 was skipped: …”.
    public var reason: LocalizedText {
        switch self {
        case .unclosedQuote: text("a quote is never closed")
        case .textAfterQuote: text("there is text behind a closing quote")
        case .tooLong: text("it is too long; most likely a quote is never closed")
        case .cutOff: text("the file ends in the middle of it, without a line end")
        case .belowUnclosedQuote: text("it is below a quote that is never closed")
        case .tooManyFields: text("it has more fields than the header")
        }
    }
}
