import Localization
import Suite

extension MoonshotSession {
    /// The names of the stored models and their properties in the user's language.
    static let names = ModelNames(
        ["Favourite": text("Favourite"), "MissionNote": text("Note"), "QuizResult": text("Quiz results")],
        properties: [Favourite.fields.names, MissionNote.fields.names, QuizResult.fields.names]
            .reduce(into: [:]) { names, more in names.merge(more) { first, _ in first } })
}
