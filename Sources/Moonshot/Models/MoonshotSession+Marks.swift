import Foundation
import Localization
import ModelData

extension MoonshotSession {
    /// Returns the favourite for a mission or an astronaut; `nil` if the user hasn't marked it.
    func favourite(of subject: Subject) throws -> Favourite? {
        let (kind, key) = subject.key
        return try context.fetch(
            FetchDescriptor<Favourite>(predicate: #Predicate { $0.kind == kind && $0.key == key })
        ).first
    }

    /// Returns the keys of all favourite missions or of all favourite astronauts.
    func favouriteKeys(_ kind: Favourite.Kind) throws -> Set<String> {
        Set(
            try context.fetch(FetchDescriptor<Favourite>(predicate: #Predicate { $0.kind == kind })).map(
                \.key))
    }

    /// Returns the favourites in the order in which they were marked.
    func favourites() throws -> [Favourite] {
        try context.fetch(FetchDescriptor(sortBy: [SortDescriptor(\.added)]))
    }

    /// Returns the note about a mission; `nil` if the mission has none.
    func note(about mission: Mission) throws -> MissionNote? {
        let number = mission.number
        return try context.fetch(
            FetchDescriptor<MissionNote>(predicate: #Predicate { $0.mission == number })
        ).first
    }

    /// Returns all notes, sorted by the missions' numbers.
    func notes() throws -> [MissionNote] {
        try context.fetch(FetchDescriptor(sortBy: [SortDescriptor(\.mission)]))
    }

    /// Returns the name of a favourite. If the data doesn't contain it, returns its key.
    func name(of favourite: Favourite) throws -> String {
        switch favourite.kind {
        case .mission:
            if let number = Int(favourite.key) { return name(ofMission: number) }
        case .astronaut:
            if let astronaut = try astronaut(keyed: favourite.key) { return astronaut.name }
        }
        return favourite.key
    }

    /// Returns the name of a mission, even if the data doesn't contain it.
    func name(ofMission number: Int) -> String { localizer.string(Mission.name(of: number)) }
}
