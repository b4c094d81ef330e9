import Localization
import ProgramKit

/// The reason why a record isn't a valid point of interest. Its values have the right types, but are invalid.
enum PointProblem: Error, Hashable {
    case blankName
    case blankCategory
    case coordinatesOutOfRange(latitude: Double, longitude: Double)
    case incompleteCoordinates

    /// The keys with invalid values. An import leaves these values out.
    var keys: [String] {
        switch self {
        case .blankName: ["name"]
        case .blankCategory: ["category"]
        case .coordinatesOutOfRange(let latitude, let longitude):
            (latitude.magnitude > 90 ? ["latitude"] : []) + (longitude.magnitude > 180 ? ["longitude"] : [])
        case .incompleteCoordinates: ["latitude", "longitude"]
        }
    }

    /// The reason, as the end of “Entry 12, “Fort”: “latitude” (95) was not imported: …”.
    var reason: LocalizedText {
        switch self {
        case .blankName: text("the name is missing")
        case .blankCategory: text("the name of the category is blank")
        case .coordinatesOutOfRange: BadField.place.reason
        case .incompleteCoordinates: BadField.halfPlace.reason
        }
    }
}
