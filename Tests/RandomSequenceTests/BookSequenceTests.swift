import ModelData
import Testing

@testable import MyBooks

/// What mybooks should do: books with a title, a rating, a status and shelves.
enum BookModel: ProgramModel {
    static func change(_ pick: UInt64, _ holdings: Holdings, next: (String) -> Int) -> Change? {
        var result = holdings
        let number = next("book")
        let title = "title \(pick % 100_000)"
        guard pick % 4 != 0, let book = holdings.pick("book", pick >> 8) else {
            result["book", default: [:]][number] = [title, "Lem", "0", "onShelf", ""]
            return Change(line: "add \"\(title)\" Lem", result: result)
        }
        var values = book.values
        let line: String
        switch pick >> 16 & 7 {
        case 0:
            values[2] = "\(pick >> 20 % 5 + 1)"
            line = "rate \(book.number) \(values[2])"
        case 1:
            values[0] = title
            line = "edit \(book.number) --title \"\(title)\""
        case 2, 3:
            values[3] = ["onShelf", "inProgress", "completed"][Int(pick >> 20 % 3)]
            let word = ["onShelf": "on-shelf", "inProgress": "in-progress"][values[3]] ?? "completed"
            line = "status \(book.number) \(word)"
        case 4, 5:
            let shelf = ["red", "green", "blue"][Int(pick >> 20 % 3)]
            var shelves = Set(values[4].split(separator: " ").map(String.init))
            if shelves.remove(shelf) != nil {
                line = "shelf remove \(book.number) \(shelf)"
            } else {
                shelves.insert(shelf)
                line = "shelf add \(book.number) \(shelf)"
            }
            values[4] = shelves.sorted().joined(separator: " ")
        default:
            result["book"]?[book.number] = nil
            return Change(line: "delete \(book.number) --yes", result: result)
        }
        result["book"]?[book.number] = values
        return Change(line: line, result: result)
    }
}

@Suite("Random sequences of mybooks' commands")
@MainActor
struct BookSequenceTests {
    private var runner: SequenceRunner<BookSession, BookModel> {
        SequenceRunner(program: MyBooksProgram.program, model: BookModel.self) { session in
            try session.followStore()
            let books = try session.context.fetch(FetchDescriptor<Book>())
            let records = books.map { book in
                let shelves = book.shelves.map(\.name).sorted().joined(separator: " ")
                return (
                    book.number, [book.title, book.author, "\(book.rating ?? 0)", "\(book.status)", shelves]
                )
            }
            return ["book": Dictionary(uniqueKeysWithValues: records)]
        }
    }

    @Test("Whatever is done, undone, redone, by whichever process, the log holds what a simple model holds")
    func sequences() async throws {
        let failure = try await runner.firstFailure(sequences: sequenceCount, from: 1)
        #expect(failure == nil, "\(failure ?? "")")
    }

    @Test("The same holds where the other process is the built program at its prompt")
    func processes() async throws {
        var runner = runner
        runner.hasRealProcess = true
        let failure = try await runner.firstFailure(sequences: processSequenceCount, from: 1_000_001)
        #expect(failure == nil, "\(failure ?? "")")
    }
}
