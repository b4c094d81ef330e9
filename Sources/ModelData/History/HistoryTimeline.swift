/// The order of the transactions of all stores, which says what each has before it.
///
/// Within a store they are ordered by their numbers, whatever its clock said, and those of different stores by the time.
struct HistoryTimeline {
    /// The transactions of one store.
    private struct Part {
        let store: String
        let numbers: [Int64]
        /// When each was saved; not before one that came before.
        let times: [Double]
        /// The last number that is known to be used.
        let last: Int64

        /// The position of a transaction; nil where it isn't there.
        func position(of number: Int64) -> Int? {
            let position = count { numbers[$0] < number }
            return position < numbers.count && numbers[position] == number ? position : nil
        }

        /// How many transactions a condition holds for, which holds for the first ones.
        func count(where holds: (Int) -> Bool) -> Int {
            var (low, high) = (0, numbers.count)
            while low < high {
                let middle = (low + high) / 2
                if holds(middle) { low = middle + 1 } else { high = middle }
            }
            return low
        }
    }

    private let base: [String: Int64]
    /// Empty where there is one store only, whose numbers say everything.
    private var parts: [Part] = []

    /// - Parameter base: the numbers, by the stores, up to which everything has been seen.
    init(_ sessions: [StoreSession], after base: [String: Int64]) throws {
        self.base = base
        if sessions.count > 1 { parts = try sessions.map { try Self.part($0, after: base) } }
    }

    private static func part(_ session: StoreSession, after base: [String: Int64]) throws -> Part {
        let store = session.store.identifier
        let seen = base[store] ?? 0
        return try session.connection.perform { connection in
            // Asked first: what is saved before the rest is read mustn't count as seen.
            let last = try HistoryLog(connection: connection).lastTransaction()
            let rows = try connection.rows(
                "SELECT _id, at FROM _history WHERE _id > ? ORDER BY _id", [.integer(seen)])
            var numbers: [Int64] = []
            var times: [Double] = []
            for row in rows {
                guard case .integer(let number) = row[0], case .real(let time) = row[1] else { continue }
                numbers.append(number)
                times.append(max(time, times.last ?? time))
            }
            return Part(
                store: store, numbers: numbers, times: times, last: max(seen, last, numbers.last ?? 0))
        }
    }

    /// The token of a transaction; nil where it was saved only after the stores were asked.
    func token(of number: Int64, in store: String) -> DefaultHistoryToken? {
        var others = base
        others[store] = nil
        guard let own = parts.firstIndex(where: { $0.store == store }) else {
            return DefaultHistoryToken(store: store, transaction: number, others: others)
        }
        // What was seen already comes before everything else.
        var time = -Double.infinity
        if let position = parts[own].position(of: number) {
            time = parts[own].times[position]
        } else if number > base[store] ?? 0 {
            return nil
        }
        for (index, part) in parts.enumerated() where index != own {
            let count = part.count { part.times[$0] < time || (part.times[$0] == time && index < own) }
            // Deleted transactions in between are behind it as well: there is nothing to be had of them.
            others[part.store] = count < part.numbers.count ? part.numbers[count] - 1 : part.last
        }
        return DefaultHistoryToken(store: store, transaction: number, others: others)
    }
}
