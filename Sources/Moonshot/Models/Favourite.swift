import Foundation
import Localization
import ModelData

/// A favourite of the user, in the store on disk. It refers to a mission or an astronaut of the data files.
@Model
final class Favourite {
    #Unique<Favourite>([\.kind, \.key])
    var kind: Kind
    /// The mission's number or the astronaut's key.
    var key: String
    /// The day it was marked, midnight UTC.
    var added: Date

    /// The kind of a favourite.
    enum Kind: String, Codable, CaseIterable, Sendable {
        case mission, astronaut

        /// The kind's name.
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
