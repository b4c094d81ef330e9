import Localization
import Shell
import Suite

extension MoonshotSession {
    /// The innermost of what is open.
    var place: Place? { Place(openPlaces.last?.name) }

    /// Opens a mission, and leaves whatever else is open.
    func open(_ mission: Mission) {
        open(OpenPlace(Place.mission(mission.number).name, title: Mission.name(of: mission.number)), at: 0)
    }

    /// Opens an astronaut, inside the mission that is open.
    func open(_ astronaut: Astronaut) {
        let level = if case .mission = Place(openPlaces.first?.name) { 1 } else { 0 }
        open(OpenPlace(Place.astronaut(astronaut.key).name, title: .verbatim(astronaut.name)), at: level)
    }

    /// The open mission; `nil` where none is open.
    func openedMission() throws -> Mission? {
        guard case .mission(let number)? = Place(openPlaces.first?.name) else { return nil }
        return try mission(numbered: number)
    }

    /// What is open innermost.
    ///
    /// - Throws: `NothingOpen`.
    func openedSubject() throws -> Subject {
        switch place {
        case .mission(let number)?:
            if let mission = try mission(numbered: number) { return .mission(mission) }
        case .astronaut(let key)?:
            if let astronaut = try astronaut(keyed: key) { return .astronaut(astronaut) }
        case nil: break
        }
        throw nothingOpen
    }

    /// Opens something, and shows it.
    func show(_ subject: Subject) throws -> Output {
        switch subject {
        case .mission(let mission):
            open(mission)
            return try MissionPage.output(mission, in: self)
        case .astronaut(let astronaut):
            open(astronaut)
            return try AstronautPage.output(astronaut, in: self)
        }
    }
}
