import Foundation
import Localization
import ModelData
import Shell

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
            try fetchReadable(FetchDescriptor<Favourite>(predicate: #Predicate { $0.kind == kind })).map(
                \.key))
    }

    /// Returns the favourites in the order in which they were marked, with their names. Those that the data don't contain
    /// have their keys.
    func favourites() throws -> [Favourite] {
        let favourites = try fetchReadable(FetchDescriptor<Favourite>(sortBy: [SortDescriptor(\.added)]))
        for favourite in favourites {
            if favourite.kind == .mission, let number = Int(favourite.key) {
                favourite.name = try nameCell(ofMission: number)
            } else {
                favourite.name = try astronaut(keyed: favourite.key)?.nameCell ?? .text(favourite.key)
            }
        }
        return favourites
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
        let notes = try fetchReadable(FetchDescriptor<MissionNote>(sortBy: [SortDescriptor(\.mission)]))
        for note in notes { note.name = try nameCell(ofMission: note.mission) }
        return notes
    }

    /// Returns the name of a mission as a cell, even if the data doesn't contain it.
    private func nameCell(ofMission number: Int) throws -> Cell {
        try mission(numbered: number)?.nameCell ?? Mission.nameCell(number, name(ofMission: number))
    }

    /// Returns the name of a mission of the Apollo programme, even if the data doesn't contain it.
    func name(ofMission number: Int) -> String { localizer.string(Mission.name(of: number)) }
}
