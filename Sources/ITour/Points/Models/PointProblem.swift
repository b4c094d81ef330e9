import Localization

/// The reason why a record isn't a valid point of interest. Its values have the right types, but are invalid.
enum PointProblem: Error, Hashable {
    case blankName
    case blankCategory
    case coordinatesOutOfRange(latitude: Double, longitude: Double)
    case incompleteCoordinates

    /// The reason, as the end of the message “Entry 12 was skipped: …”.
    var reason: LocalizedText {
        switch self {
        case .blankName: text("the name is missing")
        case .blankCategory: text("the name of the category is blank")
        case .coordinatesOutOfRange(let latitude, let longitude):
            text(
                "“%@” is not a place: latitudes are from -90 to 90, longitudes from -180 to 180",
                "\(latitude), \(longitude)")
        case .incompleteCoordinates: text("the latitude or the longitude is missing")
        }
    }
}
