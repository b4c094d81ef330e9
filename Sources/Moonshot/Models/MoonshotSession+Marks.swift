import Foundation
import Localization
import ModelData

extension MoonshotSession {
    /// The favourite that marks something, if it is one.
    func favourite(of subject: Subject) throws -> Favourite? {
        let (kind, key) = subject.key
        return try context.fetch(
            FetchDescriptor<Favourite>(predicate: #Predicate { $0.kind == kind && $0.key == key })
        ).first
    }

    /// The keys of all favourites of a kind.
    func favouriteKeys(_ kind: Favourite.Kind) throws -> Set<String> {
        Set(
            try context.fetch(FetchDescriptor<Favourite>(predicate: #Predicate { $0.kind == kind })).map(
                \.key))
    }

    /// The favourites in the order in which they were marked.
    func favourites() throws -> [Favourite] {
        try context.fetch(FetchDescriptor(sortBy: [SortDescriptor(\.added)]))
    }

    /// The note about a mission, if there is one.
    func note(about mission: Mission) throws -> MissionNote? {
        let number = mission.number
        return try context.fetch(
            FetchDescriptor<MissionNote>(predicate: #Predicate { $0.mission == number })
        ).first
    }

    /// All notes, by the missions' numbers.
    func notes() throws -> [MissionNote] {
        try context.fetch(FetchDescriptor(sortBy: [SortDescriptor(\.mission)]))
    }

    /// What a favourite is called: its name in the data, or its key where the data don't have it.
    func name(of favourite: Favourite) throws -> String {
        switch favourite.kind {
        case .mission:
            if let number = Int(favourite.key) { return name(ofMission: number) }
        case .astronaut:
            if let astronaut = try astronaut(keyed: favourite.key) { return astronaut.name }
        }
        return favourite.key
    }

    /// What a mission with a number is called, also where the data don't have it.
    func name(ofMission number: Int) -> String { localizer.string(Mission.name(of: number)) }
}
