import Localization
import Suite

extension MoonshotSession {
    /// What the models that are kept in the store, and their properties, are called.
    static let names = ModelNames(
        ["Favourite": text("Favourite"), "MissionNote": text("Note")],
        properties: [
            "kind": text("Kind"), "added": text("Marked"), "mission": text("Mission"), "text": text("Note"),
            "written": text("Written"),
        ])
}
