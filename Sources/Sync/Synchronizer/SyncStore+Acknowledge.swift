import Foundation
import ModelData
import SyncProtocol

/// The result of applying an answer.
struct AcknowledgedAnswer: Equatable {
    /// The number of records that changed here.
    var applied = 0
    /// The number of sent records that are synchronized now.
    var synchronized = 0
    /// The number of permanently refused records.
    var refused = 0
    /// The number of received records that couldn't be decoded.
    var unreadable = 0
    /// The number of received records that can't be opened.
    var unopened = 0
    /// The numbers of the conflicts that were found.
    var conflicts: [Int64] = []
    /// The number of sent records that the answer doesn't mention.
    var unanswered = 0
}

extension SyncStore {
    /// Applies an answer: the merged versions of the sent records, and a page of other devices' changes with
    /// its token.
    ///
    /// - Parameters:
    ///   - answer: The answer.
    ///   - sent: The sent records.
    ///   - batch: The batch of the sent records.
    ///   - token: The token of the request. If another process has applied a later page, this page is
    ///     ignored.
    func acknowledge(
        _ answer: SyncAnswer, sent: [SentRecord], of batch: UUID = UUID(), token: String?
    ) throws -> AcknowledgedAnswer {
        // Most answers contain no changes. Don't write to the store then.
        if sent.isEmpty, answer.changes.isEmpty, answer.unopened.isEmpty, answer.token == token {
            return AcknowledgedAnswer(unreadable: answer.unreadable.count)
        }
        return try writing { database in
            var result = AcknowledgedAnswer(
                unreadable: answer.unreadable.count, unopened: answer.unopened.count)
            try observe(answer, database)
            if !sent.isEmpty { try noteAcknowledged(batch, sent, database) }
            try SyncMode.applying.activate(in: database)
            var applier = ChangeApplier(database: database, shapes: shapes)
            try acknowledgeSent(answer, sent, &applier, &result)
            let isNext = try database.run(
                "UPDATE _sync SET token = ? WHERE token IS ?", .text(answer.token),
                token.map { .text($0) } ?? .null)
            if isNext == 1 { try applier.apply(page: answer.changes) }
            try keepAside(answer, applier.held)
            try SyncMode.user.activate(in: database)
            if !answer.changes.isEmpty { try markReceivedSeen(database) }
            result.applied = applier.applied
            result.unreadable += applier.unreadable
            result.conflicts = applier.conflicts.found
            try database.recordInHistory(applier.changes)
            return result
        }
    }

    /// Keeps the received records that can't be opened, until a version arrives that can.
    private func keepAside(_ answer: SyncAnswer, _ held: HeldRecords) throws {
        if try held.contains(.unopened) {
            for record in answer.merged + answer.changes { try held.release(record.key, .unopened) }
        }
        for record in answer.unopened { try held.hold(record, as: .unopened) }
    }

    /// Applies records that an earlier version of the program couldn't decode.
    ///
    /// - Returns: The number of records that changed here.
    func applyUnread() throws -> Int {
        let isAny = try reading {
            let held = HeldRecords($0)
            return try held.contains(.unreadable) || held.contains(.waiting)
        }
        if !isAny { return 0 }
        return try writing { database in
            try SyncMode.applying.activate(in: database)
            var applier = ChangeApplier(database: database, shapes: shapes)
            try applier.applyUnread()
            try SyncMode.user.activate(in: database)
            try database.recordInHistory(applier.changes)
            return applier.applied
        }
    }

    private func acknowledgeSent(
        _ answer: SyncAnswer, _ sent: [SentRecord], _ applier: inout ChangeApplier,
        _ result: inout AcknowledgedAnswer
    ) throws {
        let merged = Dictionary(answer.merged.map { ($0.key, $0) }, uniquingKeysWith: { $0.merged(with: $1) })
        let refused = Dictionary(
            answer.refused.compactMap { refusal in refusal.key.map { ($0, refusal.reason) } },
            uniquingKeysWith: { first, _ in first })
        for sent in sent {
            if let version = merged[sent.record.key] {
                if try applier.acknowledge(sent, with: version) { result.synchronized += 1 }
            } else if let reason = refused[sent.record.key] {
                try Self.refuse(sent, for: reason.rawValue, applier.database)
                result.refused += 1
            } else {
                result.unanswered += 1
            }
        }
        try applier.applyWaiting()
        try applier.recreateCascaded()
    }

    /// Makes later edits of this store later than the received versions.
    private func observe(_ answer: SyncAnswer, _ database: SQLAccess) throws {
        let server = answer.clock.stamp
        let limit = (answer.clock.milliseconds + SyncLimits.clockTolerance) << 16
        // Merged versions can be later than the server's clock, if that was ahead before.
        let latest = (answer.merged + answer.changes).map(\.latestClock.stamp).max() ?? 0
        let seen = min(max(server, latest), SyncTriggers.lastMoment)
        // Otherwise, a clock that was far ahead once would stay ahead.
        let isAhead = try database.number("SELECT clock > ? FROM _sync", .integer(limit)) == 1
        let known = try isAhead ? latestConfirmed(after: answer.clock, database) : nil
        try database.run(
            "UPDATE _sync SET clock = max(coalesce(?, clock), ?)", known.map { .integer($0) } ?? .null,
            .integer(seen))
    }

    /// Returns the latest stamp after a clock in synchronized versions, or 0.
    private func latestConfirmed(after clock: SyncClock, _ database: SQLAccess) throws -> Int64 {
        let after = StoredValue.text(clock.description)
        var clocks = try database.rows(
            "SELECT max(clock) FROM _syncField WHERE unsent = 0 AND clock > ?", after)
        for shape in shapes.all {
            // If each field has a clock of its own, such as a restamped one, the record's clock isn't used.
            clocks += try database.rows(
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
