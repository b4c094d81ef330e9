import Localization
import Suite

extension MoonshotSession {
    /// The names of the stored models and their properties in the user's language.
    static let names = ModelNames(
        ["Favourite": text("Favourite"), "MissionNote": text("Note"), "QuizResult": text("Quiz results")],
        properties: [
            "kind": text("Kind"), "added": text("Marked"), "mission": text("Mission"), "text": text("Note"),
            "written": text("Written"), "score": text("Score"), "questions": text("Questions"),
            "difficulty": text("Difficulty"), "seed": text("Seed"), "played": text("Played"),
        ])
}
