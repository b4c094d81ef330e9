import Localization

/// Compares two ways to sort titles: in a language's order, and with a plain sort.
@main
enum CollationBenchmark {
    private static let count = 10_000
    private static let rounds = 15

    static func main() {
        let titles = titles(count)
        for language in Language.available {
            let collator = Collator(language)
            var ratios: [Double] = []
            var plains: [Double] = []
            for _ in 0..<rounds {
                let plain = seconds { _ = titles.sorted() }
                let collated = seconds { _ = collator.sorted(titles) }
                plains.append(plain)
                ratios.append(collated / plain)
            }
            ratios.sort()
            plains.sort()
            print(
                "\(count) titles in \(language.code): \(rounded(ratios[0])) times a plain sort (minimum), "
                    + "\(rounded(ratios[ratios.count / 2])) (median); "
                    + "a plain sort takes \(rounded(plains[plains.count / 2] * 1000)) ms")
        }
    }

    private static func seconds(_ body: () -> Void) -> Double {
        let duration = ContinuousClock().measure(body).components
        return Double(duration.seconds) + Double(duration.attoseconds) / 1e18
    }

    private static func rounded(_ number: Double) -> Double { (number * 100).rounded() / 100 }

    /// Returns titles of one to four words. They are the same in every run.
    private static func titles(_ count: Int) -> [String] {
        let words = [
            "Night", "Garden", "Silence", "Stone", "River", "Winter", "Glass", "Machine", "Letters", "Żółw",
            "Łąka",
            "Cień", "Ősz", "Vihar", "Könyv", "Ocean", "Shadow", "Csongor", "Moon", "Paper", "Fire", "Dzień",
            "Noc",
        ]
        var state: UInt64 = 20_260_101
        func next(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
        return (0..<count).map { index in
            let title = (0...next(4)).map { _ in words[next(words.count)] }.joined(separator: " ")
            return "\(title) \(index)"
        }
    }
}
