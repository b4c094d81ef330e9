import Foundation
import Localization
import ModelData

/// The user's note about a mission, in the store on disk.
@Model
final class MissionNote {
    /// The mission's number.
    @Attribute(.unique) var mission: Int
    var text: String
    /// The day on which the note was written, as midnight UTC.
    var written: Date

    init(mission: Int, text: String, written: CivilDate) {
        self.mission = mission
        self.text = text
        self.written = written.utcDate
    }
}
