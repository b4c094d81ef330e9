import Localization
import ModelData
import ProgramKit
import Shell

extension Favourite {
    /// The mission's number, or the astronaut's key.
    var idCell: Cell {
        if kind == .mission, let number = Int(key) { .identifier(number) } else { .text(key) }
    }

    /// The fields of a favourite.
    static let fields = FieldTable<Favourite> {
        Field.computed("kind", text("Kind"), stored: \.kind) { favourite, _ in
            Cell(.string(favourite.kind.rawValue), .text(favourite.kind.name))
        }
        .listed(priority: 8)
        Field.computed("id", text("ID"), stored: \.key) { favourite, _ in favourite.idCell }
        Field.computed("name", text("Name")) { favourite, _ in favourite.name }.listed(priority: 9)
        Field.computed("added", text("Marked"), stored: \.added) { favourite, _ in
            .day(CivilDate(utc: favourite.added))
        }
        .listed(priority: 8)
    }
}

extension MissionNote {
    /// The fields of a note.
    static let fields = FieldTable<MissionNote> {
        Field.computed("mission", Moonshot.text("Number"), stored: \.mission) { note, _ in
            .identifier(note.mission)
        }
        Field.computed("name", Moonshot.text("Mission")) { note, _ in note.name }
            .listed(priority: 9)
        Field.computed("note", Moonshot.text("Note"), stored: \.text) { note, _ in .text(note.text) }
            .listed(wraps: true)
        Field.computed("written", Moonshot.text("Written"), stored: \.written) { note, _ in
            .day(CivilDate(utc: note.written))
        }
        .listed(priority: 8)
    }
}
