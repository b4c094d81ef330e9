import Foundation
import Localization
import ModelData

/// What a person has marked. It is kept in the store on disk, and names a mission or an astronaut of the data files.
@Model
final class Favourite {
    #Unique<Favourite>([\.kind, \.key])
    var kind: Kind
    /// The mission's number or the astronaut's key.
    var key: String
    /// The day it was marked, midnight UTC.
    var added: Date

    /// What is marked.
    enum Kind: String, Codable, CaseIterable, Sendable {
        case mission, astronaut

        /// The kind in words.
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
