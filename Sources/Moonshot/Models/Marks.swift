import Foundation
import Localization
import ModelData
import Shell

/// A mission or an astronaut that the user marked as a favourite. The store on disk contains the mark; the
/// data files contain the mission or astronaut.
@Model
final class Favourite {
    #Unique<Favourite>([\.kind, \.key])
    var kind: Kind
    /// The mission's number or the astronaut's key.
    var key: String
    /// The day on which the user marked it, as midnight UTC.
    var added: Date
    /// The name in the data files. `MoonshotSession.favourites()` sets it.
    @Transient var name = Cell.empty

    /// Whether the favourite is a mission or an astronaut.
    enum Kind: String, Codable, CaseIterable, Sendable {
        case mission, astronaut

        /// The localized word for a mission or an astronaut.
        var name: LocalizedText {
            switch self {
            case .mission: text("mission")
            case .astronaut: text("astronaut")
            }
        }
    }

    init(kind: Kind, key: String, added: CivilDate) {
        self.kind = kind
        self.key = key
        self.added = added.utcDate
    }
}

/// The user's note about a mission, in the store on disk.
@Model
final class MissionNote {
    /// The mission's number.
    @Attribute(.unique) var mission: Int
    var text: String
    /// The day on which the note was written, as midnight UTC.
    var written: Date
    /// The mission's name. `MoonshotSession.notes()` sets it.
    @Transient var name = Cell.empty

    init(mission: Int, text: String, written: CivilDate) {
        self.mission = mission
        self.text = text
        self.written = written.utcDate
    }
}
