import Localization
import ProgramKit
import Shell

/// `progress`: records how far the user has read.
struct ProgressCommand: Command {
    /// The last word. It can also belong to a date or to a place of several words, such as “page 20”.
    static let place = Parameter.required(
        "place", .nonBlank, placeholder: text("PLACE"),
        help: text("A page such as 120 or +20, a percentage such as 45%%, or a time such as 3h20."),
        question: text("How far"))

    let declaration = CommandDeclaration(
        "progress", group: .changes, summary: text("Records how far you have read."),
        discussion: [
            text("A book that isn't in progress is started on the same day."),
            text("+20 counts from the last place. A day can follow, such as “yesterday”."),
        ],
        parameters: [BookParameters.dated.declaration, place.declaration, TransitionCommand.day.declaration],
        examples: [
            .verbatim("progress solaris 120"), .verbatim("progress 12 45%"),
            .verbatim("progress solaris +20"),
        ], changesData: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        // The place can also be given by a key, as in “page:120”.
        let (typedWords, values) = try BookParameters.split(
            try invocation[BookParameters.dated] + [try invocation[Self.place]],
            [("place", text("page, place, position"))], session.localizer)
        let keyed = values["place"]
        let (words, given) = try BookParameters.split(
            typedWords, try invocation[TransitionCommand.day], .partialDate, session.fieldContext.parsing)
        let parsed =
            given == nil
            ? try await session.day(atEndOf: words, leaving: keyed == nil ? 2 : 1) : (words: words, day: nil)
        let (named, typed) = try TypedPlace.split(
            parsed.words + [keyed].compactMap(\.self), session.localizer)
        let books = try await session.booksToChange(named)
        let date = given ?? PartialDate(parsed.day ?? session.today)
        if date.first > session.today { throw BookError.inFuture(date) }
        var blocks: [Block] = []
        var place = typed.place
        for book in books {
            let isCorrection = book.isCorrected(by: .inProgress, on: date)
            let isAnother = book.status.hasEnded && !isCorrection
            if book.transition(to: .inProgress, on: date, isCorrection: isCorrection) {
                blocks.append(
                    .message(
                        isAnother
                            ? book.readingHasBegun()
                            : text("“%1$@” is now %2$@.", book.title, book.status.name)))
            }
            place = try typed.place(in: book, on: date)
            if let length = place.length(in: book), place.value > length {
                throw BookError.beyondTheEnd(place, title: book.title, length: length)
            }
            let position = ReadingProgress(date: date.first, place: place)
            // Positions are in the order of their days, so an entry for an earlier day isn't the latest one.
            let index = book.progress.firstIndex { $0.reading == nil && $0.date > position.date }
            book.progress.insert(position, at: index ?? book.progress.count)
            blocks.append(.message(text("“%1$@”: %2$@.", book.title, place.text(in: book))))
        }
        blocks += try ReadingList.removeBegun(books, in: session)
        let data: Block =
            books.count == 1 ? .record(Book.fields.data(books[0])) : .table(BookTable.table(books))
        return Output(
            blocks, data: [data],
            label: text(
                "Recorded the progress of %1$@: %2$@.", Book.titles(books),
                books.count == 1 ? place.description : typed.description))
    }
}

/// A place in a book as the user types it. With a plus sign, it is counted from the last place.
struct TypedPlace {
    let place: ReadingPlace
    let isAdded: Bool

    /// Parses `120`, `+20`, `45 %`, `3 h 20`, `page 120`, `120 pages`, `p. 120`; `nil` for other words.
    init?(_ words: [String], _ localizer: Localizer) {
        let pages = Set(localizer.words(of: MyBooks.text("page, pages, p, pg")))
        let numbers = words.filter { word in
            !pages.contains(SearchFold.fold(word.hasSuffix(".") ? String(word.dropLast()) : word))
        }
        var typed = numbers.joined(separator: " ")
        if numbers.count < words.count {
            // “20. oldal” is page 20.
            if typed.hasSuffix(".") { typed.removeLast() }
            guard typed.drop(while: { $0 == "+" }).allSatisfy({ $0.isASCII && $0.isNumber }) else {
                return nil
            }
        } else if zip(words, words.dropFirst()).contains(where: {
            $0.last?.isNumber == true && Int($1) != nil
        }) {
            // Two numbers are a book and a page.
            return nil
        }
        isAdded = typed.hasPrefix("+")
        guard let place = ReadingPlace(isAdded ? String(typed.dropFirst()) : typed) else { return nil }
        self.place = place
    }

    /// The place as the user types it.
    var description: String { (isAdded ? "+" : "") + place.description }

    /// Separates a place of up to three words at the end of a line from the books before it.
    static func split(
        _ words: [String], _ localizer: Localizer
    ) throws(ValueError) -> (books: [String], place: TypedPlace) {
        for count in [3, 2, 1] where words.count > count {
            if let place = TypedPlace(words.suffix(count), localizer) {
                return (words.dropLast(count), place)
            }
        }
        throw ValueError.notAPlace(words.last ?? "")
    }

    /// Returns the place in a book on a day.
    @MainActor
    func place(in book: Book, on date: PartialDate) throws(ValueError) -> ReadingPlace {
        guard isAdded, let last = book.latestProgress.last(where: { $0.date <= date.first.utcDate })?.place
        else { return place }
        guard last.unit == place.unit else {
            throw ValueError.refused(
                text("“%1$@” is at %2$@, so %3$@ can't be added.", book.title, last.description, description),
                remedy: ValueError.notAPlace("").remedy)
        }
        let sum = ReadingPlace(unit: last.unit, value: last.value + place.value)
        // A percentage ends at 100.
        if ReadingPlace(sum.description) == nil { throw ValueError.notAPlace(sum.description) }
        return sum
    }
}
