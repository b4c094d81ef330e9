import Foundation
import ModelData

// Ordinary models that aren't adapted to the benchmark.

@Model final class Book {
    @Attribute(.unique) var isbn: String
    var title: String
    var author: String
    var status: BookRow.Status
    var pages: Int
    var rating: Int?
    var price: Double
    var added: Date
    var finished: Date?

    init(
        isbn: String, title: String, author: String, status: BookRow.Status, pages: Int, rating: Int?,
        price: Double, added: Date, finished: Date?
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
}

@Model final class Author {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Work.author) var works: [Work]

    init(name: String, works: [Work]) {
        self.name = name
        self.works = works
    }
}

@Model final class Work {
    var title: String
    var pages: Int
    var author: Author?

    init(title: String, pages: Int) {
        self.title = title
        self.pages = pages
    }
}
