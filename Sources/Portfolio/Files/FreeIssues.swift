import Foundation

/// The issues of a title that no entry is about yet, found by what an entry says.
struct FreeIssues {
    /// The places of issues that have some facts in common, in their order.
    private struct Line {
        var places: [Int] = []
        /// Those before it are taken.
        var start = 0
    }

    private let issues: [Issue]
    private var isTaken: [Bool]
    private var lines: [IssueFacts.Kinds: [IssueFacts: Line]] = [:]
    private let format: IssueFormat
    private let timeZone: TimeZone

    init(_ issues: [Issue], _ format: IssueFormat, timeZone: TimeZone) {
        self.issues = issues
        isTaken = Array(repeating: false, count: issues.count)
        self.format = format
        self.timeZone = timeZone
    }

    /// Takes the first issue that has some facts and fits.
    mutating func take(_ facts: IssueFacts, where fits: (Issue) -> Bool) -> Issue? {
        let kinds = facts.kinds
        // One is looked at sooner than it is put in a line.
        if issues.count == 1 {
            guard !isTaken[0], self.facts(of: issues[0], kinds).contains(facts), fits(issues[0]) else {
                return nil
            }
            isTaken[0] = true
            return issues[0]
        }
        if lines[kinds] == nil { lines[kinds] = linedUp(kinds) }
        guard var line = lines[kinds]?[facts] else { return nil }
        while line.start < line.places.count, isTaken[line.places[line.start]] { line.start += 1 }
        lines[kinds]?[facts] = line
        let found = line.places[line.start...].first { !isTaken[$0] && fits(issues[$0]) }
        guard let found else { return nil }
        isTaken[found] = true
        return issues[found]
    }

    private func linedUp(_ kinds: IssueFacts.Kinds) -> [IssueFacts: Line] {
        var lines: [IssueFacts: Line] = [:]
        for (place, issue) in issues.enumerated() where !isTaken[place] {
            for facts in self.facts(of: issue, kinds) { lines[facts, default: Line()].places.append(place) }
        }
        return lines
    }

    private func facts(of issue: Issue, _ kinds: IssueFacts.Kinds) -> [IssueFacts] {
        IssueFacts.all(of: issue, kinds, format, timeZone: timeZone)
    }
}
