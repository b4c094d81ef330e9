import Foundation
import Localization
import ModelData

/// A note of the user about a mission, in the store on disk.
@Model
final class MissionNote {
    /// The mission's number.
    @Attribute(.unique) var mission: Int
    var text: String
    /// The day it was written, midnight UTC.
    var written: Date

    init(mission: Int, text: String, written: CivilDate) {
        self.mission = mission
        self.text = text
        self.written = written.utcDate
    }
}
