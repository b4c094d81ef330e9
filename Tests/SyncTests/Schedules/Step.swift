import TestSupport

/// A step of a schedule. The unlabelled number is the index of the replica.
enum Step: CustomStringConvertible {
    /// A field of a record.
    enum Field: Int, CaseIterable {
        case name, note, visits, rating
    }

    /// A fault that happens during a synchronization.
    enum Fault: Int, CaseIterable {
        case none, lostRequest, lostAnswer, duplicated, delayed, refused, garbled, crashBefore, crashAfter
    }

    case edit(Int, record: Int, Field)
    case make(Int, record: Int)
    case delete(Int, record: Int)
    case undo(Int)
    /// An undo, followed immediately by a redo.
    case undoAndRedo(Int)
    case mark(Int, record: Int, mark: Int)
    case unmark(Int, record: Int, mark: Int)
    case travel(Int, record: Int, trip: Int)
    case deleteMark(Int, mark: Int)
    case importing(Int, record: Int)
    case synchronize(Int, Fault)
    /// A synchronization. The replica's user edits a record during the request.
    case synchronizeWhileEditing(Int, record: Int, Field)
    /// A delayed request reaches the server after later requests.
    case arrive
    case setClock(Int, hours: Int)
    /// The administrator makes a backup of the database.
    case backUp
    /// The database returns to the state of the last backup, as after a failover to a standby that lags behind.
    case rewind

    static let replicas = 3
    static let records = 4
    static let marks = 3

    /// Returns a random step whose kind the schedule allows.
    static func random(_ traits: Schedule.Traits, _ random: inout SeededGenerator) -> Step {
        func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
        let (replica, record) = (below(replicas), below(records))
        switch below(traits.hasRelations ? 34 : 24) {
        case 0..<8: return .edit(replica, record: record, Field.allCases[below(Field.allCases.count)])
        case 8..<11: return .make(replica, record: record)
        case 11..<13: return traits.hasDeletions ? .delete(replica, record: record) : .arrive
        case 13: return .importing(replica, record: record)
        case 14: return .synchronizeWhileEditing(replica, record: record, Field.allCases[below(4)])
        case 15: return traits.hasSkew ? .setClock(replica, hours: below(13) - 6) : .arrive
        case 16:
            if traits.hasRewinds, below(3) == 0 { return below(2) == 0 ? .rewind : .backUp }
            return .arrive
        case 17..<24: return .synchronize(replica, below(2) == 0 ? .none : Fault.allCases[below(9)])
        case 24..<27: return .mark(replica, record: record, mark: below(marks))
        case 27..<29: return .unmark(replica, record: record, mark: below(marks))
        case 29..<31: return .travel(replica, record: record, trip: below(3))
        case 31: return traits.hasDeletions ? .deleteMark(replica, mark: below(marks)) : .arrive
        case 32: return traits.hasDeletions ? .undo(replica) : .arrive
        default: return traits.hasDeletions ? .undoAndRedo(replica) : .arrive
        }
    }

    var description: String {
        switch self {
        case .edit(let replica, let record, let field): ".edit(\(replica), record: \(record), .\(field))"
        case .make(let replica, let record): ".make(\(replica), record: \(record))"
        case .delete(let replica, let record): ".delete(\(replica), record: \(record))"
        case .undo(let replica): ".undo(\(replica))"
        case .undoAndRedo(let replica): ".undoAndRedo(\(replica))"
        case .mark(let replica, let record, let mark): ".mark(\(replica), record: \(record), mark: \(mark))"
        case .unmark(let replica, let record, let mark):
            ".unmark(\(replica), record: \(record), mark: \(mark))"
        case .travel(let replica, let record, let trip):
            ".travel(\(replica), record: \(record), trip: \(trip))"
        case .deleteMark(let replica, let mark): ".deleteMark(\(replica), mark: \(mark))"
        case .importing(let replica, let record): ".importing(\(replica), record: \(record))"
        case .synchronize(let replica, let fault): ".synchronize(\(replica), .\(fault))"
        case .synchronizeWhileEditing(let replica, let record, let field):
            ".synchronizeWhileEditing(\(replica), record: \(record), .\(field))"
        case .arrive: ".arrive"
        case .setClock(let replica, let hours): ".setClock(\(replica), hours: \(hours))"
        case .backUp: ".backUp"
        case .rewind: ".rewind"
        }
    }
}
