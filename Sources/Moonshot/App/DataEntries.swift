import Localization

/// A mission in `missions.json`.
struct MissionEntry: Decodable {
    /// A seat of the crew.
    struct Seat: Decodable {
        /// The astronaut's key in `astronauts.json`.
        let name: String
        let role: String
    }

    let id: Int
    let launchDate: CivilDate?
    let splashdownDate: CivilDate?
    let landingSite: String?
    let crew: [Seat]
    let description: String
}

/// An astronaut in `astronauts.json`.
struct AstronautEntry: Decodable {
    let id: String
    let name: String
    let description: String
}
