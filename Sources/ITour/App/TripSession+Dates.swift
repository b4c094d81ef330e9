import Localization
import ProgramKit
import Shell

/// The words of a line that adds something, and the dates at its end: `Kyoto 5 April 8 April`, `Ryokan 2027-04-05
/// 15:00 2027-04-08`.
struct LineDates {
    /// The words before the dates.
    var words: [String]
    /// The beginning, if the line has one.
    var start: Moment?
    /// The end, if the line has one.
    var end: LegArrival?
}

/// The dates that a command takes at the end of its line.
struct WantedDates {
    /// The name of the option of the beginning.
    let start: String
    /// The name of the option of the end; `nil` if the command takes one date.
    var end: String?
    /// The number of words that the command needs before the dates.
    var words = 1
    /// Whether the dates can have times.
    var hasTimes = true
    /// Whether the dates are usually in the future.
    var isComing = true
    /// Whether the words before the dates name entries that exist, not a new one.
    var followsEntries = false
    /// The name of the option of the duration; `nil` if the command has none.
    var duration: String?
    /// Whether the end can be only a time, on the day of the beginning.
    var endsAtTime = true
}

extension TripSession {
    /// Separates the dates at the end of a line from the words before them. They are the dates that no option gives, in
    /// their order.
    ///
    /// - Parameters:
    ///   - words: The words of the line.
    ///   - wanted: The dates that the command takes.
    ///   - given: The names of the options that the line has.
    ///   - title: Tells whether a text is a title. Default: only a date that could belong to the name of a new entry,
    ///     such as “Friday” in “Black Friday”, is doubtful.
    /// - Throws: `TrailingDateError`, `ValueError` for a date that doesn't exist, and the errors of a date that is given
    ///   twice or followed by other words, which would be a part of the name.
    func dates(
        atEndOf words: [String], _ wanted: WantedDates, given: Set<String>,
        title: ((String) throws -> TitleUse)? = nil
    ) async throws -> LineDates {
        let line = try await datesNotGiven(words, wanted, given, title)
        let whole = words.joined(separator: " ")
        let use: (String) throws -> TitleUse = title ?? { .ofNewName(whole, $0) }
        try DatesInName(line, wanted, given, fieldContext.parsing).check(use)
        return line
    }

    /// Separates the dates at the end of a line that no option gives from the words before them.
    private func datesNotGiven(
        _ words: [String], _ wanted: WantedDates, _ given: Set<String>,
        _ title: ((String) throws -> TitleUse)?
    ) async throws -> LineDates {
        let options = [wanted.start, wanted.end].compactMap(\.self).filter { !given.contains($0) }
        guard let option = options.first else { return LineDates(words: words) }
        let reader = MomentReader(context: fieldContext.parsing)
        let whole = words.joined(separator: " ")
        let parsed = try await trailingDates(
            words, most: options.count, leaving: wanted.words, longest: 8, option: option,
            date: { (text) throws(ValueError) in
                try reader.typedDate(text, hasTimes: wanted.hasTimes, isComing: wanted.isComing)
            },
            title: title ?? { .ofNewName(whole, $0) })
        if parsed.dates.isEmpty, let error = mistypedDate(atEndOf: words, isNewName: !wanted.followsEntries) {
            // The words may be a title.
            let use: TitleUse = try title?(whole) ?? TitleUse.none
            if use == TitleUse.none { throw error }
        }
        var line = LineDates(words: parsed.words)
        var dates = parsed.dates
        // A time needs a day before it.
        while option != wanted.end, case .time(let typed, _)? = dates.first {
            line.words += typed
            dates.removeFirst()
        }
        if case .span(_, let first, let last)? = dates.first, options.count == 2, dates.count == 1 {
            return LineDates(words: line.words, start: first, end: .moment(last))
        }
        if let span = dates.first(where: \.isSpan) {
            if let end = wanted.end {
                let again = given.contains(wanted.start) ? wanted.start : end
                throw TripError.repeatedDate(option: again, typed: span.text, name: nil)
            }
            throw TripError.notAMoment(span.text).ofValue
        }
        guard options.count == 2, dates.count == 2 else {
            if option == wanted.start {
                line.start = dates.first?.moment
            } else {
                line.end = dates.first?.end
            }
            return line
        }
        (line.start, line.end) = reader.span(dates[0], dates[1], isComing: wanted.isComing)
        return line
    }
}

extension TitleUse {
    /// Tells whether a date may belong to the name of a new entry: a word with a capital letter and no number, such as
    /// “Friday” in “Black Friday”.
    static func ofNewName(_ name: String, _ date: String) -> TitleUse {
        let isName = date.first?.isUppercase == true && !date.contains(where: \.isNumber)
        return isName ? .new(name: name) : .none
    }
}

extension LineDates {
    /// Returns the changes that set the fields of the dates.
    ///
    /// - Parameters:
    ///   - start: The key of the beginning.
    ///   - end: The key of the end; `nil` if there is none.
    ///   - fields: The fields of the model.
    ///   - parsing: The user's language and the day.
    func changes<Model>(
        _ start: String, _ end: String? = nil, of fields: FieldTable<Model>, _ parsing: ParseContext
    ) throws -> [FieldChange<Model>] {
        let first = try self.start.flatMap { try fields.change(start, to: $0.description, parsing) }
        let last = try end.flatMap { key in
            try self.end.flatMap { try fields.change(key, to: $0.description, parsing) }
        }
        return [first, last].compactMap(\.self)
    }
}
