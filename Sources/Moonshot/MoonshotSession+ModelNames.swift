import Localization
import Suite

extension MoonshotSession {
    /// The names of the models in the store and their properties.
    static let names = ModelNames(
        ["Favourite": text("Favourite"), "MissionNote": text("Note")],
        properties: [
            "kind": text("Kind"), "added": text("Marked"), "mission": text("Mission"), "text": text("Note"),
            "written": text("Written"),
        ])
}
