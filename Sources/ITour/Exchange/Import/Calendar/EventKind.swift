import Localization

/// The record that an event becomes.
enum EventKind: Hashable {
    case trip, destination, sight, stay
    case leg(LegKind)

    /// The property with which itour marks the events that it exports: what each is. Other programs ignore it.
    static let property = prefix + "KIND"

    /// How the names of the properties begin with which itour writes the fields of records.
    static let prefix = "X-ITOUR-"

    /// The identifier and the name of the trip or the destination that a record belongs to. In the head of a calendar,
    /// ``tripProperty`` has the trip itself.
    static let (tripProperty, tripNameProperty) = (prefix + "TRIP", prefix + "TRIP-NAME")
    static let (destinationProperty, destinationNameProperty) = (
        prefix + "DESTINATION", prefix + "DESTINATION-NAME"
    )

    /// The position of a destination in its trip, from 0.
    static let positionProperty = prefix + "POSITION"

    /// Creates the kind that an export says.
    init?(word: String) {
        switch word.lowercased() {
        case "trip": self = .trip
        case "destination": self = .destination
        case "sight": self = .sight
        case "stay": self = .stay
        default:
            guard let kind = LegKind(rawValue: word.lowercased()) else { return nil }
            self = .leg(kind)
        }
    }

    /// The value of ``property``: the means of transport for a leg.
    var word: String {
        switch self {
        case .trip: "trip"
        case .destination: "destination"
        case .sight: "sight"
        case .stay: "stay"
        case .leg(let kind): kind.rawValue
        }
    }

    /// The name in the user's language.
    var name: LocalizedText {
        switch self {
        case .trip: text("trip")
        case .destination: text("destination")
        case .sight: text("sight")
        case .stay: text("stay")
        case .leg(let kind): kind.name
        }
    }
}

/// What the user says that all events of a calendar are.
enum EventForm: String, CaseIterable {
    case leg, stay, sight

    /// The word in the user's language.
    var word: LocalizedText {
        switch self {
        case .leg: text("leg")
        case .stay: text("stay")
        case .sight: text("sight")
        }
    }
}
