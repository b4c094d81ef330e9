import Localization
import ProgramKit
import Shell

extension MoonshotSession {
    /// The open astronaut; if none is open, the open mission.
    var openSubjectID: SubjectID? { SubjectID(openItems.last?.name) }

    /// Opens a mission and closes everything else.
    func open(_ mission: Mission) {
        open(OpenItem(SubjectID.mission(mission.number).name, title: mission.label), at: 0)
    }

    /// Opens an astronaut inside the open mission.
    func open(_ astronaut: Astronaut) {
        let level = if case .mission = SubjectID(openItems.first?.name) { 1 } else { 0 }
        open(OpenItem(SubjectID.astronaut(astronaut.key).name, title: .verbatim(astronaut.name)), at: level)
    }

    /// Returns the open mission; `nil` if none is open.
    func openedMission() throws -> Mission? {
        guard case .mission(let number)? = SubjectID(openItems.first?.name) else { return nil }
        return try mission(numbered: number)
    }

    /// Returns the open astronaut; if none is open, the open mission.
    ///
    /// - Throws: `NothingOpenError`.
    func openedSubject() throws -> Subject {
        switch openSubjectID {
        case .mission(let number)?:
            if let mission = try mission(numbered: number) { return .mission(mission) }
        case .astronaut(let key)?:
            if let astronaut = try astronaut(keyed: key) { return .astronaut(astronaut) }
        case nil: break
        }
        throw nothingOpenError
    }
}

/// The identity of an open mission or astronaut. An astronaut can be open inside a mission or without one.
enum SubjectID: Hashable {
    case mission(Int)
    case astronaut(String)

    /// Parses the name of an open item.
    init?(_ name: String?) {
        guard let name, let colon = name.firstIndex(of: ":") else { return nil }
        let rest = String(name[name.index(after: colon)...])
        if name.hasPrefix("mission:"), let number = Int(rest) {
            self = .mission(number)
        } else {
            self = .astronaut(rest)
        }
    }

    /// The name of the open item in the session.
    var name: String {
        switch self {
        case .mission(let number): "mission:\(number)"
        case .astronaut(let key): "astronaut:\(key)"
        }
    }
}
