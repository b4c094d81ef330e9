import Localization

/// Why a record of a file is no point of interest, though its values have the right types.
enum PointProblem: Error, Hashable {
    case blankName
    case blankCategory
    case noSuchPlace(latitude: Double, longitude: Double)
    case halfAPlace

    /// The end of “Entry 12 was skipped: …”.
    var reason: LocalizedText {
        switch self {
        case .blankName: text("the name is missing")
        case .blankCategory: text("the name of the category is blank")
        case .noSuchPlace(let latitude, let longitude):
            text(
                "“%@” is no place: latitudes are -90 to 90, longitudes -180 to 180",
                "\(latitude), \(longitude)")
        case .halfAPlace: text("of latitude and longitude, only one is there")
        }
    }
}
