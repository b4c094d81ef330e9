/// Determines which record numbers on a damaged page are plausible.
///
/// Numbers ascend within the bounds that the parent pages give. If some are damaged, the largest consistent
/// set is trusted, with enough space between them for the others.
struct RecordNumberOrder {
    /// Whether each number is plausible.
    private(set) var isBelieved: [Bool]
    /// The exclusive lower bound, or nil if it is unknown or contradicts the page.
    private(set) var above: Int64?
    /// The inclusive upper bound, or nil if it is unknown or contradicts the page.
    private(set) var upTo: Int64?
    private let numbers: [Int64?]

    /// Evaluates the numbers of a page.
    ///
    /// - Parameters:
    ///   - numbers: The numbers in the order of the page. Nil for an unreadable one.
    ///   - isReadable: Whether each number's record is readable, which makes the number more plausible.
    ///   - above: The exclusive lower bound.
    ///   - upTo: The inclusive upper bound.
    init(_ numbers: [Int64?], isReadable: [Bool], above: Int64?, upTo: Int64?) {
        self.numbers = numbers
        self.above = above
        self.upTo = upTo
        isBelieved = numbers.map { $0 != nil }
        if Self.ascends(numbers, above, upTo) { return }
        let marks = numbers.indices.compactMap { place -> Mark? in
            guard let number = numbers[place] else { return nil }
            if isReadable[place] { return Mark(place: place, number: number, weight: 4) }
            let fits = (above.map { number > $0 } ?? true) && (upTo.map { number <= $0 } ?? true)
            return fits ? Mark(place: place, number: number, weight: 2) : nil
        }
        // A bound counts more than one number on the page, and less than two.
        var bounded = marks
        if let above { bounded.insert(Mark(place: -1, number: above, weight: 5), at: 0) }
        if let upTo, upTo < .max {
            bounded.append(Mark(place: numbers.count, number: upTo + 1, weight: 5))
        }
        var places = Self.likeliest(bounded)
        // If no number is left, trust the page instead of the bounds.
        if !places.contains(where: { numbers.indices.contains($0) }) { places = Self.likeliest(marks) }
        for place in numbers.indices { isBelieved[place] = places.contains(place) }
        let believed = zip(numbers, isBelieved).compactMap { $1 ? $0 : nil }
        if let above, let first = believed.first, first <= above { self.above = nil }
        if let upTo, let last = believed.last, last > upTo { self.upTo = nil }
    }

    /// The first number behind a place that can be believed.
    func next(after place: Int) -> Int64? {
        numbers.indices.first { $0 > place && isBelieved[$0] }.flatMap { numbers[$0] }
    }

    private static func ascends(_ numbers: [Int64?], _ above: Int64?, _ upTo: Int64?) -> Bool {
        var last = above
        for case .some(let number) in numbers {
            if let last, number <= last { return false }
            last = number
        }
        guard let last, let upTo else { return true }
        return last <= upTo
    }

    /// A number at its place on a page, and how much it is worth.
    private struct Mark {
        let place: Int
        let number: Int64
        let weight: Int
    }

    /// The places of those numbers that ascend and are worth the most together.
    private static func likeliest(_ marks: [Mark]) -> Set<Int> {
        var worth = marks.map(\.weight)
        var previous = [Int?](repeating: nil, count: marks.count)
        for (index, mark) in marks.enumerated() {
            for before in 0..<index where marks[before].number < mark.number {
                // What lies between two has a number too, though it be a wrong one now.
                let (distance, isGreat) = mark.number.subtractingReportingOverflow(marks[before].number)
                let hasRoom = isGreat || distance >= mark.place - marks[before].place
                let sum = worth[before] + mark.weight - (hasRoom ? 0 : 2)
                if sum > worth[index] {
                    worth[index] = sum
                    previous[index] = before
                }
            }
        }
        var places: Set<Int> = []
        var next = marks.indices.max { worth[$0] < worth[$1] }
        while let index = next {
            places.insert(marks[index].place)
            next = previous[index]
        }
        return places
    }
}
