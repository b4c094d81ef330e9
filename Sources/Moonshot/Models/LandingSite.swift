import Localization

/// A site on the Moon where an Apollo mission landed.
enum LandingSite: String, CaseIterable {
    case seaOfTranquility = "Sea of Tranquility"
    case oceanOfStorms = "Ocean of Storms"
    case fraMauro = "Fra Mauro"
    case hadleyApennine = "Hadley-Apennine"
    case descartesHighlands = "Descartes Highlands"
    case taurusLittrow = "Taurus-Littrow"

    /// The site's name in the user's language.
    var localizedName: LocalizedText {
        switch self {
        case .seaOfTranquility: text("Sea of Tranquility")
        case .oceanOfStorms: text("Ocean of Storms")
        case .fraMauro: text("Fra Mauro")
        case .hadleyApennine: text("Hadley-Apennine")
        case .descartesHighlands: text("Descartes Highlands")
        case .taurusLittrow: text("Taurus-Littrow")
        }
    }
}
