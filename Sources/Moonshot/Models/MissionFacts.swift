import Localization

/// The facts about a mission that a data file may contain beside the required values. All are optional.
struct MissionFacts: Decodable, Hashable, Sendable {
    let id: Int
    /// The times of day of the launch and of the return, in UTC.
    var launchTime: ClockTime?
    var splashdownTime: ClockTime?
    /// The rocket with its serial number, such as `Saturn V SA-506`.
    var rocket: String?
    var launchPad: String?
    var launchCoordinates: Coordinates?
    /// The call signs of the spacecraft, and their serial numbers, such as `CSM-107`.
    var commandModule: String?
    var commandModuleNumber: String?
    var lunarModule: String?
    var lunarModuleNumber: String?
    /// The day of the landing on the Moon.
    var landingDate: CivilDate?
    var landingCoordinates: Coordinates?
    var splashdownCoordinates: Coordinates?
    /// The time between landing on the Moon and leaving it.
    var surfaceMinutes: Int?
    /// The number of times that the crew went outside on the Moon, and the time outside.
    var moonwalks: Int?
    var moonwalkMinutes: Int?
    /// The mass of the returned samples, in kilograms.
    var samples: Double?
    var earthOrbits: Int?
    var lunarOrbits: Int?
    /// The backup crew: keys of astronauts, or names of persons who aren't among the astronauts.
    var backupCrew: [String]?
}

/// The facts about an astronaut that a data file may contain beside the required values. All are optional.
struct AstronautFacts: Decodable, Hashable, Sendable {
    let id: String
    var born: CivilDate?
    var died: CivilDate?
    /// The flights that left the ground, in order, such as `Gemini 8`.
    var spaceflights: [String]?
}

/// A time of day, such as `13:32:00` or `13:32`.
struct ClockTime: Decodable, Hashable, Sendable {
    let text: String

    init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let limits = [24, 60, 60]
        guard (2...3).contains(parts.count), zip(parts, limits).allSatisfy(Self.isNumber) else { return nil }
        self.text = text
    }

    private static func isNumber(_ part: Substring, below limit: Int) -> Bool {
        guard part.utf8.count == 2, let number = Int(part) else { return false }
        return (0..<limit).contains(number)
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let time = ClockTime(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "“\(text)” is not a time in the form 13:32:00")
        }
        self = time
    }
}

/// A place on the Earth or the Moon, in degrees. North and east are positive.
struct Coordinates: Decodable, Hashable, Sendable {
    let latitude: Double
    let longitude: Double

    private enum CodingKeys: String, CodingKey {
        case latitude, longitude
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        latitude = try container.decode(Double.self, forKey: .latitude)
        longitude = try container.decode(Double.self, forKey: .longitude)
        for (key, value, limit) in [(CodingKeys.latitude, latitude, 90.0), (.longitude, longitude, 180)]
        where !(-limit...limit).contains(value) {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: container, debugDescription: "\(value) is not a number of degrees")
        }
    }
}
