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
    /// The roles of the backup crew, in the same order.
    var backupRoles: [String]?
    /// The month or day until which each member belonged to the backup crew; empty for those who stayed in it.
    var backupUntil: [String]?
    /// The ship that recovered the crew, such as `USS Hornet`.
    var recoveryShip: String?
    /// What happened at known times, in order.
    var events: [MissionEvent]?
    /// The keys of facts that the sources round.
    var about: [String]?
    /// What other sources say where they disagree.
    var otherSources: [MissionFacts]?
    /// The name of such a source.
    var source: String?
}

extension MissionFacts {
    /// The first event of a kind; `nil` if its time is unknown.
    func event(_ kind: MissionEvent.Kind) -> MissionEvent? { events?.first { $0.kind == kind } }

    /// Returns whether a text is a day, or a month such as `1966-12`.
    static func isMonthOrDay(_ text: String) -> Bool {
        CivilDate(text) != nil || text.utf8.count == 7 && CivilDate(text + "-01") != nil
    }

    /// The events of a kind.
    func events(_ kind: MissionEvent.Kind) -> [MissionEvent] { (events ?? []).filter { $0.kind == kind } }
}

/// An event of a flight with its time, which data files write as `landing 1969-07-20T20:17:40Z`. A period has two times,
/// separated by a slash.
struct MissionEvent: Decodable, Hashable, Sendable {
    /// The kinds of events. A data file can't have the launch and the splashdown, because these have keys of their own.
    enum Kind: String, CaseIterable, Sendable {
        case launch, translunarInjection, lunarOrbit, separation, landing, moonwalk, liftoff, docking
        case transearthInjection, spacewalk, explosion, splashdown

        /// The kind's name.
        var label: LocalizedText {
            switch self {
            case .launch: text("Launch")
            case .translunarInjection: text("Engine burn towards the Moon")
            case .lunarOrbit: text("Arrival in lunar orbit")
            case .separation: text("Separation of the lunar module")
            case .landing: text("Moon landing")
            case .moonwalk: text("Moonwalk")
            case .liftoff: text("Liftoff from the Moon")
            case .docking: text("Docking in lunar orbit")
            case .transearthInjection: text("Engine burn towards the Earth")
            case .spacewalk: text("Spacewalk")
            case .explosion: text("Explosion of an oxygen tank")
            case .splashdown: text("Splashdown")
            }
        }
    }

    let kind: Kind
    let start: Moment
    let end: Moment?

    init(_ kind: Kind, _ start: Moment, until end: Moment? = nil) {
        self.kind = kind
        self.start = start
        self.end = end
    }

    /// Parses the form of data files. Returns `nil` for another text, and for a period that ends before it starts.
    init?(_ text: String) {
        let parts = text.split(separator: " ")
        guard parts.count == 2, let kind = Kind(rawValue: String(parts[0])), kind != .launch,
            kind != .splashdown
        else { return nil }
        let times = parts[1].split(separator: "/", omittingEmptySubsequences: false).map {
            Moment(String($0))
        }
        guard (1...2).contains(times.count), let start = times[0] else { return nil }
        if times.count == 2 {
            guard let end = times[1], end > start else { return nil }
            self.init(kind, start, until: end)
        } else {
            self.init(kind, start)
        }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let event = MissionEvent(text) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "“\(text)” is not an event in the form landing 1969-07-20T20:17:40Z")
        }
        self = event
    }

    /// The start and the end, such as “Jul 21, 1969, 02:39 to 05:11”.
    var period: LocalizedText {
        guard let end else { return text("%@", start.argument) }
        return text(
            "%1$@ to %2$@", start.argument, end.day == start.day ? .time(minute: end.minute) : end.argument)
    }

    /// The form of data files.
    var written: String { "\(kind.rawValue) \(start.written)" + (end.map { "/\($0.written)" } ?? "") }
}

/// A point in time in UTC, to the second.
struct Moment: Hashable, Comparable, Sendable {
    let day: CivilDate
    /// The seconds since midnight.
    let second: Int

    init(_ day: CivilDate, second: Int) {
        self.day = day
        self.second = second
    }

    /// Makes the moment of a day at a time.
    init(_ day: CivilDate, _ time: ClockTime) { self.init(day, second: time.second) }

    /// Parses `1969-07-20T20:17:40Z` or `1969-07-20T20:17Z`.
    init?(_ text: String) {
        let parts = text.split(separator: "T", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].hasSuffix("Z"), let day = CivilDate(String(parts[0])),
            let time = ClockTime(String(parts[1].dropLast()))
        else { return nil }
        self.init(day, time)
    }

    static func < (one: Moment, other: Moment) -> Bool { (one.day, one.second) < (other.day, other.second) }

    /// Returns the seconds until another moment.
    func seconds(until other: Moment) -> Int { day.days(until: other.day) * 86_400 + other.second - second }

    /// The form of data files, such as `1969-07-20T20:17:40Z`.
    var written: String { "\(day)T\(time.text)Z" }

    /// The minutes since midnight.
    var minute: Int { second / 60 }

    /// The moment as part of a text.
    var argument: TextArgument { .moment(day, minute: minute) }

    /// The time of day.
    var time: ClockTime { ClockTime(second: second) }
}

/// The facts about an astronaut that a data file may contain beside the required values. All are optional.
struct AstronautFacts: Decodable, Hashable, Sendable {
    let id: String
    var born: CivilDate?
    var died: CivilDate?
    /// The flights that left the ground, in order, such as `Gemini 8`.
    var spaceflights: [String]?
    /// The keys of facts that the sources round, what other sources say where they disagree, and the name of such a
    /// source.
    var about: [String]?
    var otherSources: [AstronautFacts]?
    var source: String?
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

    /// Makes the time, with seconds, that many seconds after midnight.
    init(second: Int) {
        text = [second / 3600, second / 60 % 60, second % 60].map { $0 < 10 ? "0\($0)" : String($0) }
            .joined(separator: ":")
    }

    /// The seconds since midnight.
    var second: Int {
        zip(text.split(separator: ":"), [3600, 60, 1]).reduce(0) { $0 + (Int($1.0) ?? 0) * $1.1 }
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
