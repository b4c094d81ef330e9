import TestSupport

/// Random lines of mybooks, of which many fail.
struct RandomLogLines {
    private var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(quiet: seed) }

    private mutating func pick(_ words: [String]) -> String {
        words[Int(random.next() % UInt64(words.count))]
    }

    private mutating func number(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &random)
    }

    private mutating func day() -> String {
        let parts = [number(1...12), number(1...28)].map { $0 < 10 ? "0\($0)" : String($0) }
        return "\(number(2010...2023))-\(parts[0])-\(parts[1])"
    }

    private mutating func words() -> String {
        let words = ["Łódź", "a b", "x;y", "刘", "it's", "z, y"]
        return "\"\(pick(words)) \(pick(words)) \(number(1...999))\""
    }

    private mutating func change() -> String {
        let date = day()
        return pick([
            "--pages 204", "--isbn 9780156027601", "--series X --series-number 2", "--summary \(words())",
            "--review \(words())", "--notes \(words())", "--contributors \"A B; C D\"", "--minutes 461",
            "--copies 2", "--original-year -300", "--added \(date)", "--started \(date.prefix(7))",
            "--completed \(date.prefix(4))", "--rating none", "--narrator N",
        ])
    }

    mutating func next() -> String {
        let book = number(1...15), date = day()
        let shelf = pick(["sf", "\"to lend\"", "to-read", "Sąd", "Sad"])
        return switch number(0...22) {
        case 0, 1: "add \(words()) \(pick(["Lem", "\"Stanisław Lem\""]))"
        case 2: "add \(words()) Lem --status completed --completed \(date)"
        case 3: "start \(book) \(date)"
        case 4: "finish \(book) \(date)"
        case 5: "abandon \(book) \(date)"
        case 6: pick(["shelve \(book)", "pause \(book)"])
        case 7: "reopen \(book)"
        case 8: "progress \(book) \(pick(["120", "45%", "3h20"])) --on \(date)"
        case 9: "rate \(book) \(pick(["4", "3.5", "0.25", "none"]))"
        case 10: "reading edit \(book) 1 --rating \(number(1...5)) --review \(words())"
        case 11: "reading edit \(book) 1 --started \(date)"
        case 12: "reading delete \(book) 1 --yes"
        case 13: "shelf add \(book) \(shelf) --yes"
        case 14: "shelf remove \(book) \(shelf)"
        case 15: "shelf move \(book) \(shelf) \(number(1...4))"
        case 16: "quote add \(book) \(words()) --page \(number(1...99)) --noted \(date)"
        case 17: "quote move \(number(1...20)) \(number(1...3))"
        case 18: pick(["lend \(book) Anna \(date)", "return \(book)"])
        case 19: "goal \(number(2020...2024)) \(number(1...99)) \(pick(["", "--pages", "--hours"]))"
        case 20:
            pick([
                "delete \(number(16...60)) --yes", "merge \(book) \(number(16...60)) --yes", "undo", "redo",
            ])
        case 21: "view save v\(number(1...9)) rating:>=\(number(1...5)) --sort author"
        default: "edit \(book) \(change())"
        }
    }
}
