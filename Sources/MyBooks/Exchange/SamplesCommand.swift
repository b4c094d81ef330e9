import Localization
import ModelData
import ProgramKit
import Shell

/// `samples`: adds sample books to the log.
struct SamplesCommand: Command {
    let declaration = CommandDeclaration(
        "samples", group: .files,
        summary: text("Adds sample books to the log, so that you can try the program."),
        discussion: [text("Books that are already in the log don't change. “undo” removes the samples.")],
        examples: [.verbatim("samples")], changesData: true)

    func run(_ invocation: Invocation, in session: BookSession) async throws -> Output {
        var added: [Book] = []
        for sample in SampleBooks.all
        where try session.duplicate(title: sample.title, author: sample.author) == nil {
            let days = sample.days.map { session.today.adding(days: -$0) }
            let book = Book(title: sample.title, author: sample.author, added: days.first ?? session.today)
            book.status = sample.status
            book.rating = sample.rating.map(Double.init)
            book.started = days.dropFirst().first?.utcDate
            book.completed = days.dropFirst(2).first?.utcDate
            book.summary = session.localizer.string(sample.summary)
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
        /// How many days ago it was added, started and completed.
        let days: [Int]
        let summary: LocalizedText

        init(
            _ title: String, _ author: String, _ status: ReadingStatus, _ rating: Int? = nil, days: Int...,
            summary: LocalizedText
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
                "Solaris", "Stanisław Lem", .completed, 5, days: 314, 312, 299,
                summary: text("An ocean that thinks, and people who can't understand it.")),
            Sample(
                "Cyberiada", "Stanisław Lem", .completed, 5, days: 314, 286, 271,
                summary: text("Two robots build whatever anyone asks for, and regret it.")),
            Sample(
                "Głos Pana", "Stanisław Lem", .onShelf, days: 156,
                summary: text("Scientists try to read a message from the stars.")),
            Sample(
                "Lalka", "Bolesław Prus", .completed, 4, days: 267, 265, 226,
                summary: text("A Warsaw merchant loves a woman above his rank.")),
            Sample(
                "Zbrodnia i kara", "Fiodor Dostojewski", .inProgress, days: 74, 33,
                summary: text("A student kills, and can't live with it.")),
            Sample(
                "Ferdydurke", "Witold Gombrowicz", .completed, 3, days: 250, 223, 207,
                summary: text("A man of thirty is sent back to school.")),
            Sample(
                "Pan Tadeusz", "Adam Mickiewicz", .completed, 4, days: 250, 197, 178,
                summary: text("Two families, an old quarrel, and a country that is lost.")),
            Sample(
                "Chłopi", "Władysław Reymont", .paused, days: 92, 55,
                summary: text("A year in a village, told by its seasons.")),
            Sample(
                "Krzyżacy", "Henryk Sienkiewicz", .onShelf, days: 135,
                summary: text("Knights and their war with an order.")),
            Sample(
                "Księgi Jakubowe", "Olga Tokarczuk", .onShelf, days: 180,
                summary: text("A man who called himself the Messiah, and his followers.")),
            Sample(
                "Bieguni", "Olga Tokarczuk", .completed, 5, days: 180, 176, 159,
                summary: text("Travellers and their reasons to keep moving.")),
            Sample(
                "Cesarz", "Ryszard Kapuściński", .completed, 4, days: 156, 155, 149,
                summary: text("Courtiers remember the fall of a ruler.")),
            Sample(
                "Szatan z siódmej klasy", "Kornel Makuszyński", .completed, 4, days: 147, 146, 143,
                summary: text("A clever schoolboy looks for a hidden treasure.")),
            Sample(
                "Quo vadis", "Henryk Sienkiewicz", .onShelf, days: 135,
                summary: text("Love in Rome at the time of Nero.")),
            Sample(
                "Az ajtó", "Szabó Magda", .completed, 5, days: 132, 131, 122,
                summary: text("A writer and her housekeeper, who opens her door to nobody.")),
            Sample(
                "A Pál utcai fiúk", "Molnár Ferenc", .completed, 4, days: 132, 119, 115,
                summary: text("Boys defend their playground.")),
            Sample(
                "Egri csillagok", "Gárdonyi Géza", .onShelf, days: 105,
                summary: text("A few defenders hold a castle against an army.")),
            Sample(
                "The Left Hand of Darkness", "Ursula K. Le Guin", .completed, 5, days: 117, 112, 96,
                summary: text("An envoy on a world of winter.")),
            Sample(
                "The Master and Margarita", "Mikhail Bulgakov", .inProgress, days: 60, 12,
                summary: text("The devil visits Moscow.")),
            Sample(
                "1984", "George Orwell", .completed, 4, days: 105, 94, 86,
                summary: text("A state that watches everyone.")),
            Sample(
                "Moby-Dick; or, The Whale", "Herman Melville", .onShelf, days: 78,
                summary: text("A captain hunts a white whale.")),
            Sample(
                "Carrying the Fire", "Michael Collins", .completed, 5, days: 78, 74, 63,
                summary: text("An astronaut's journey to the Moon and back.")),
            Sample(
                "三体", "刘慈欣", .completed, 4, days: 70, 61, 40,
                summary: text("Somebody answers a signal from Earth.")),
            Sample(
                "Kokoro", "夏目漱石", .onShelf, days: 44, summary: text("A student, his teacher, and a secret.")),
            Sample("الأيام", "طه حسين", .onShelf, days: 36, summary: text("A blind boy becomes a scholar.")),
            Sample(
                "Les Misérables", "Victor Hugo", .inProgress, days: 36, 35,
                summary: text("A convict tries to become a good man.")),
        ]
    }
}
