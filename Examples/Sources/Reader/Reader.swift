import Foundation
import ModelData

@Model
final class Book {
    @Attribute(.unique) var title: String
    var rating: Int?

    init(title: String) { self.title = title }
}

/// `Reader STORE` lists the books, `Reader STORE add TITLE` adds one, `Reader STORE rate TITLE 1..5` rates one.
@main
struct Reader {
    static func main() throws {
        let words = Array(CommandLine.arguments.dropFirst())
        guard let path = words.first else {
            return print("usage: Reader STORE [add TITLE | rate TITLE 1..5]")
        }
        let configuration = ModelConfiguration(url: URL(fileURLWithPath: path))
        let context = ModelContext(try ModelContainer(for: Book.self, configurations: configuration))
        switch (words.count, words.dropFirst().first) {
        case (3, "add"):
            context.insert(Book(title: words[2]))
        case (4, "rate"):
            let title = words[2]
            let found = try context.fetch(FetchDescriptor<Book>(predicate: #Predicate { $0.title == title }))
            found.first?.rating = Int(words[3])
        default:
            for book in try context.fetch(FetchDescriptor<Book>(sortBy: [SortDescriptor(\.title)])) {
                print(book.title, book.rating.map { String(repeating: "★", count: $0) } ?? "")
            }
        }
        try context.save()
    }
}
