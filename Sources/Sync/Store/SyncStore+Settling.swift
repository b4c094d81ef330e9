import Foundation
import ModelData
import SyncProtocol

/// What became of an answer.
struct SettledAnswer: Equatable {
    /// How many records changed here.
    var applied = 0
    /// How many of the records that were sent are synchronized now.
    var synchronized = 0
    /// How many were refused for good.
    var refused = 0
    /// How many received records couldn't be understood.
    var unreadable = 0
    /// How many records' clocks were too far ahead.
    var restamped = 0
    /// Records that were sent and that the answer says nothing of.
    var unanswered = 0
}

extension SyncStore {
    /// Takes an answer: the merged versions of what was sent, and the page of what others changed, with its token.
    ///
    /// - Parameters:
    ///   - answer: The answer.
    ///   - sent: What was sent.
    ///   - token: The token that the request had. Where another process has come further meanwhile, the page is left
    ///     to it.
    func settle(_ answer: SyncAnswer, sent: [SentRecord], token: String?) throws -> SettledAnswer {
        // Most answers say that nothing happened: the store is left in peace then.
        if sent.isEmpty, answer.changes.isEmpty, answer.token == token {
            return SettledAnswer(unreadable: answer.unreadable.count)
        }
        return try writing { door in
            var result = SettledAnswer(unreadable: answer.unreadable.count, restamped: answer.restamped.count)
            try observe(answer, door)
            try SyncMode.applying.begin(door)
            var applier = Applier(door: door, shapes: shapes)
            try settleSent(answer, sent, &applier, &result)
            let isNext = try door.run(
                "UPDATE _sync SET token = ? WHERE token IS ?", .text(answer.token),
                token.map { .text($0) } ?? .null)
            if isNext == 1 { try applier.apply(page: answer.changes) }
            try SyncMode.person.begin(door)
            if !answer.changes.isEmpty { try passReceived(door) }
            result.applied = applier.applied
            result.unreadable += applier.unreadable
            try door.record(applier.changes)
            return result
        }
    }

    /// Takes what an earlier version of the program had to leave out.
    ///
    /// - Returns: How many records changed here.
    func settleUnread() throws -> Int {
        let isAny = try reading {
            try $0.number("SELECT EXISTS (SELECT 1 FROM _syncUnread) OR EXISTS (SELECT 1 FROM _syncWaiting)")
                == 1
        }
        if !isAny { return 0 }
        return try writing { door in
            try SyncMode.applying.begin(door)
            var applier = Applier(door: door, shapes: shapes)
            try applier.applyUnread()
            try SyncMode.person.begin(door)
            try door.record(applier.changes)
            return applier.applied
        }
    }

    private func settleSent(
        _ answer: SyncAnswer, _ sent: [SentRecord], _ applier: inout Applier, _ result: inout SettledAnswer
    ) throws {
        let merged = Dictionary(answer.merged.map { ($0.key, $0) }, uniquingKeysWith: { $0.merged(with: $1) })
        let refused = Dictionary(
            answer.refused.compactMap { refusal in refusal.key.map { ($0, refusal.reason) } },
            uniquingKeysWith: { first, _ in first })
        for sent in sent {
            if let version = merged[sent.record.key] {
                if try applier.settle(sent, with: version) { result.synchronized += 1 }
            } else if let reason = refused[sent.record.key] {
                try Self.refuse(sent, for: reason.rawValue, applier.door)
                result.refused += 1
            } else {
                result.unanswered += 1
            }
        }
        try applier.applyWaiting()
        try applier.bringBackOrphans()
    }

    /// Has later edits here come after what was received.
    private func observe(_ answer: SyncAnswer, _ door: StoreDoor) throws {
        let server = answer.clock.stamp
        let limit = (answer.clock.milliseconds + SyncLimits.clockTolerance) << 16
        // What the server has confirmed can be later than its clock, which was ahead then: edits come after that too.
        let latest = (answer.merged + answer.changes).map(\.latestClock.stamp).max() ?? 0
        let seen = min(max(server, latest), SyncTriggers.lastMoment)
        // A clock that was far ahead once would stay there for ever.
        let isAhead = try door.number("SELECT clock > ? FROM _sync", .integer(limit)) == 1
        let known = try isAhead ? latestConfirmed(after: answer.clock, door) : nil
        try door.run(
            "UPDATE _sync SET clock = max(coalesce(?, clock), ?)", known.map { .integer($0) } ?? .null,
            .integer(seen))
    }

    /// The latest moment of what the server has confirmed, as far as it is after one; 0 where nothing is.
    private func latestConfirmed(after clock: SyncClock, _ door: StoreDoor) throws -> Int64 {
        let after = StoredValue.text(clock.description)
        var clocks = try door.rows("SELECT max(clock) FROM _syncField WHERE unsent = 0 AND clock > ?", after)
        for shape in shapes.all {
            // A record's own clock says nothing where each of its fields has another: one that the server stamped again.
            clocks += try door.rows(
                """
                SELECT max(clock) FROM _syncRecord AS r
                WHERE entity = ?1 AND life % 2 = 1 AND whole = 0 AND clock > ?2 AND ?3 >
                    (SELECT count(*) FROM _syncField AS f WHERE f.record = r._id AND instr(f.name, '/') = 0
                        AND substr(f.name, 1, 1) <> '_')
                """, .text(shape.name), after, .integer(Int64(shape.fields.count)))
        }
        let stamps = clocks.compactMap { $0.first?.text.flatMap { SyncClock($0) }?.stamp }
        return min(stamps.max() ?? 0, SyncTriggers.lastMoment)
    }
}
