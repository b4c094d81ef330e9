import Foundation

/// Nine plain values of a book, which SQLite, ModelData and GRDB store in the same way.
struct BookRow {
    var isbn: String
    var title: String
    var author: String
    var status: Status
    var pages: Int
    var rating: Int?
    var price: Double
    var added: Date
    var finished: Date?

    enum Status: String, Codable {
        case wanted, reading, completed
    }

    /// Returns rows that are the same in every run. A row's number determines all its values.
    static func rows(_ numbers: Range<Int>) -> [BookRow] { numbers.map(BookRow.init(number:)) }

    init(
        isbn: String, title: String, author: String, status: Status, pages: Int, rating: Int?, price: Double,
        added: Date, finished: Date?
    ) {
        self.isbn = isbn
        self.title = title
        self.author = author
        self.status = status
        self.pages = pages
        self.rating = rating
        self.price = price
        self.added = added
        self.finished = finished
    }

    init(number: Int) {
        // Mix the number's bits. Otherwise, consecutive rows would fill the unique index in order.
        let mixed = UInt64(number) &* 0x9E37_79B9_7F4A_7C15
        isbn = "978-\(String(mixed >> 24, radix: 10))-\(number % 10)"
        title = "The \(Self.words[Int(mixed >> 32) % Self.words.count]) of volume \(number)"
        author = Self.authors[Int(mixed >> 40) % Self.authors.count]
        let kind = number % 3
        status = kind == 0 ? .wanted : kind == 1 ? .reading : .completed
        pages = 80 + Int(mixed >> 50) % 900
        rating = kind == 2 ? 1 + number % 5 : nil
        price = Double(499 + number % 4000) / 100
        added = Date(timeIntervalSinceReferenceDate: Double(600_000_000 + number * 60))
        finished = kind == 2 ? added.addingTimeInterval(864_000) : nil
    }

    private static let words = [
        "Invincible", "Cyberiad", "Garden", "Golden Man", "Winter's Tale", "Doll", "Book of Disquiet",
    ]
    private static let authors = [
        "Stanisław Lem", "Magda Szabó", "Ursula K. Le Guin", "Bolesław Prus", "Fernando Pessoa",
        "Italo Calvino",
    ]
}

/// An author with ten works, for the operations on related objects.
struct AuthorRow {
    let name: String
    let works: [(title: String, pages: Int)]

    static func rows(_ count: Int) -> [AuthorRow] {
        (0..<count).map { number in
            AuthorRow(
                name: "Author \(number)",
                works: (0..<10).map { ("Work \($0) of author \(number)", 100 + ($0 * 37 + number) % 500) })
        }
    }
}
