import Localization
import ModelData
import ProgramKit
import Shell

/// `samples`: adds sample books to the log.
struct SamplesCommand: Command {
    let declaration = CommandDeclaration(
        "samples", group: .files,
        summary: text("Adds sample books to the log, so that you can try the program."),
        discussion: [
            text("Books that are already in the log don't change. “undo” removes the samples.")
        ],
        examples: [.verbatim("samples")], changesData: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        var added: [Book] = []
        for sample in SampleBooks.all
        where try session.duplicate(title: sample.title, author: sample.author) == nil {
            let days = sample.days.compactMap { CivilDate($0) }
            let book = Book(title: sample.title, author: sample.author, added: days.first ?? session.today)
            book.status = sample.status
            book.rating = sample.rating.map(Double.init)
            book.started = days.dropFirst().first?.utcDate
            book.completed = days.dropFirst(2).first?.utcDate
            if let summary = sample.summary { book.summary = session.localizer.string(summary) }
            session.context.insert(book)
            added.append(book)
        }
        guard !added.isEmpty else {
            return Output(
                [.message(text("All sample books are already in the log."))],
                data: [.table(BookTable.table([]))])
        }
        return Output(label: text("Added %lld sample books.", added.count)) {
            Output(
                [.message(text("Added %lld sample books. “list” shows them.", added.count))],
                data: [.table(BookTable.table(added))])
        }
    }
}

/// A varied set of sample books for new users.
enum SampleBooks {
    /// A sample book with the fields that a user would enter.
    struct Sample {
        let title: String
        let author: String
        let status: ReadingStatus
        let rating: Int?
        /// The dates added, started and completed, in ISO 8601.
        let days: [String]
        let summary: LocalizedText?

        init(
            _ title: String, _ author: String, _ status: ReadingStatus, _ rating: Int? = nil, days: String...,
            summary: LocalizedText? = nil
        ) {
            self.title = title
            self.author = author
            self.status = status
            self.rating = rating
            self.days = days
            self.summary = summary
        }
    }

    static var all: [Sample] {
        [
            Sample(
                "Solaris", "Stanisław Lem", .completed, 5, days: "2025-01-04", "2025-01-06", "2025-01-19",
                summary: text("An ocean that thinks, and people who can't understand it.")),
            Sample(
                "Cyberiada", "Stanisław Lem", .completed, 5, days: "2025-01-04", "2025-02-01", "2025-02-16"),
            Sample("Głos Pana", "Stanisław Lem", .onShelf, days: "2025-06-11"),
            Sample(
                "Lalka", "Bolesław Prus", .completed, 4, days: "2025-02-20", "2025-02-22", "2025-04-02",
                summary: text("A Warsaw merchant loves a woman above his rank.")),
            Sample(
                "Zbrodnia i kara", "Fiodor Dostojewski", .inProgress, days: "2025-09-01", "2025-10-12"),
            Sample(
                "Ferdydurke", "Witold Gombrowicz", .completed, 3, days: "2025-03-09", "2025-04-05",
                "2025-04-21"),
            Sample(
                "Pan Tadeusz", "Adam Mickiewicz", .completed, 4, days: "2025-03-09", "2025-05-01",
                "2025-05-20"),
            Sample("Chłopi", "Władysław Reymont", .inProgress, days: "2025-08-14", "2025-09-20"),
            Sample("Krzyżacy", "Henryk Sienkiewicz", .onShelf, days: "2025-07-02"),
            Sample("Księgi Jakubowe", "Olga Tokarczuk", .onShelf, days: "2025-05-18"),
            Sample(
                "Bieguni", "Olga Tokarczuk", .completed, 5, days: "2025-05-18", "2025-05-22", "2025-06-08",
                summary: text("Travellers and their reasons to keep moving.")),
            Sample(
                "Cesarz", "Ryszard Kapuściński", .completed, 4, days: "2025-06-11", "2025-06-12", "2025-06-18"
            ),
            Sample(
                "Szatan z siódmej klasy", "Kornel Makuszyński", .completed, 4, days: "2025-06-20",
                "2025-06-21",
                "2025-06-24"),
            Sample("Quo vadis", "Henryk Sienkiewicz", .onShelf, days: "2025-07-02"),
            Sample("Az ajtó", "Szabó Magda", .completed, 5, days: "2025-07-05", "2025-07-06", "2025-07-15"),
            Sample(
                "A Pál utcai fiúk", "Molnár Ferenc", .completed, 4, days: "2025-07-05", "2025-07-18",
                "2025-07-22"),
            Sample("Egri csillagok", "Gárdonyi Géza", .onShelf, days: "2025-08-01"),
            Sample(
                "The Left Hand of Darkness", "Ursula K. Le Guin", .completed, 5, days: "2025-07-20",
                "2025-07-25",
                "2025-08-10", summary: text("An envoy on a world of winter.")),
            Sample(
                "The Master and Margarita", "Mikhail Bulgakov", .inProgress, days: "2025-09-15", "2025-11-02"),
            Sample("1984", "George Orwell", .completed, 4, days: "2025-08-01", "2025-08-12", "2025-08-20"),
            Sample("Moby-Dick; or, The Whale", "Herman Melville", .onShelf, days: "2025-08-28"),
            Sample(
                "Carrying the Fire", "Michael Collins", .completed, 5, days: "2025-08-28", "2025-09-01",
                "2025-09-12"),
            Sample("三体", "刘慈欣", .completed, 4, days: "2025-09-05", "2025-09-14", "2025-10-05"),
            Sample("Kokoro", "夏目漱石", .onShelf, days: "2025-10-01"),
            Sample("الأيام", "طه حسين", .onShelf, days: "2025-10-09"),
            Sample("Les Misérables", "Victor Hugo", .inProgress, days: "2025-10-09", "2025-10-10"),
        ]
    }
}
