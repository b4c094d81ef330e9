import Foundation

/// The issues with the same title that no entry matches yet, indexed by match key.
struct UnmatchedIssues {
    /// The indices of all issues with the same match key, in order.
    private struct Queue {
        var positions: [Int] = []
        /// The index in ``positions`` of the first issue that may be unmatched.
        var start = 0
    }

    private let issues: [Issue]
    private var isMatched: [Bool]
    private var queues: [IssueMatchKey.Shape: [IssueMatchKey: Queue]] = [:]
    private let format: IssueFormat
    private let timeZone: TimeZone

    init(_ issues: [Issue], _ format: IssueFormat, timeZone: TimeZone) {
        self.issues = issues
        isMatched = Array(repeating: false, count: issues.count)
        self.format = format
        self.timeZone = timeZone
    }

    /// Removes and returns the first issue that has a match key and fulfils a condition. Returns `nil` if no
    /// issue does.
    ///
    /// - Parameters:
    ///   - matchKey: The match key.
    ///   - fits: The condition.
    mutating func take(_ matchKey: IssueMatchKey, where fits: (Issue) -> Bool) -> Issue? {
        let shape = matchKey.shape
        // If there is only one issue, compare it directly, without an index.
        if issues.count == 1 {
            guard !isMatched[0], matchKeys(of: issues[0], shape).contains(matchKey), fits(issues[0]) else {
                return nil
            }
            isMatched[0] = true
            return issues[0]
        }
        if queues[shape] == nil { queues[shape] = makeQueues(shape) }
        guard var queue = queues[shape]?[matchKey] else { return nil }
        while queue.start < queue.positions.count, isMatched[queue.positions[queue.start]] {
            queue.start += 1
        }
        queues[shape]?[matchKey] = queue
        let found = queue.positions[queue.start...].first { !isMatched[$0] && fits(issues[$0]) }
        guard let found else { return nil }
        isMatched[found] = true
        return issues[found]
    }

    private func makeQueues(_ shape: IssueMatchKey.Shape) -> [IssueMatchKey: Queue] {
        var queues: [IssueMatchKey: Queue] = [:]
        for (position, issue) in issues.enumerated() where !isMatched[position] {
            for matchKey in matchKeys(of: issue, shape) {
                queues[matchKey, default: Queue()].positions.append(position)
            }
        }
        return queues
    }

    private func matchKeys(of issue: Issue, _ shape: IssueMatchKey.Shape) -> [IssueMatchKey] {
        IssueMatchKey.all(of: issue, shape, format, timeZone: timeZone)
    }
}
