import Localization
import ProgramKit
import Shell

/// `timeline`: shows the missions, or the phases of a mission's flight, on a time axis.
struct TimelineCommand: Command {
    static let mission = Parameter.words(
        "mission", MissionCommand.name,
        help: text("A mission, to show the phases of its flight. Default: all missions."))

    let declaration = CommandDeclaration(
        "timeline", group: .facts,
        summary: text("Shows the missions, or the phases of a flight, on a time axis."),
        parameters: [mission.declaration], examples: [.verbatim("timeline"), .verbatim("timeline 11")])

    func run(_ invocation: Invocation, in session: MoonshotSession) async throws -> Output {
        let name = try invocation[Self.mission].joined(separator: " ")
        guard name.isEmpty else { return try Self.phases(of: session.mission(named: name), in: session) }
        return Output([.timeline(try Self.missions(in: session))])
    }

    /// Returns the timeline of the missions.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - numbers: The numbers of the missions. Default: all.
    @MainActor
    static func missions(in session: MoonshotSession, of numbers: Set<Int>? = nil) throws -> Timeline {
        let missions = try session.missionsByLaunch().filter { numbers?.contains($0.number) ?? true }
        return Timeline(
            "missions", title: text("Missions"),
            marks: missions.map { .init($0.nameCell, $0.launchDay, until: $0.splashdownDay) },
            unknown: text("N/A"), spokenCount: text("%lld missions", missions.count))
    }

    /// Returns the timeline of a mission's flight, or a message if its days are unknown.
    @MainActor
    private static func phases(of mission: Mission, in session: MoonshotSession) throws -> Output {
        let marks = FlightMarks(try session.details(of: [mission])[0], session.localizer).marks
        let hasTimes = marks.contains { $0.startMinute != nil }
        let timeline = Timeline(
            "phases", title: hasTimes ? text("%@ (times in UTC)", mission.name) : .verbatim(mission.name),
            marks: marks)
        if marks.isEmpty {
            return Output(
                [.message(text("The data contains no dates of the flight of %@.", mission.name))],
                data: [.timeline(timeline)])
        }
        return Output([.timeline(timeline)])
    }
}

/// The phases and events of a mission's flight, as marks on a time axis.
@MainActor
private struct FlightMarks {
    /// A day, with a time if it is known.
    private struct Time {
        let day: CivilDate?
        let minute: Int?

        init(_ day: CivilDate?, _ minute: Int?) {
            self.day = day
            self.minute = minute
        }

        init(_ moment: Moment?) { self.init(moment?.day, moment?.minute) }
    }

    private let facts: MissionFacts?
    private let localizer: Localizer
    private let launch: Time
    private let splashdown: Time
    /// The marks. A mark without a day is left out.
    private(set) var marks: [Timeline.Mark] = []

    init(_ details: MissionDetails, _ localizer: Localizer) {
        facts = details.facts
        self.localizer = localizer
        launch = Time(details.mission.launchDay, details.launchMoment?.minute)
        splashdown = Time(details.mission.splashdownDay, details.splashdownMoment?.minute)
        add("launch", MissionEvent.Kind.launch.label, launch, at: .text(facts?.launchPad))
        addFlight()
        add(
            "splashdown", MissionEvent.Kind.splashdown.label, splashdown,
            at: .place(facts?.splashdownCoordinates, localizer))
    }

    /// Adds the events between launch and splashdown. A flight with a landing has two phases, otherwise it has one.
    private mutating func addFlight() {
        let events = (facts?.events ?? []).sorted { $0.start < $1.start }
        guard let landingDay = facts?.landingDate else {
            add("flight", text("Flight"), launch, until: splashdown)
            add(events)
            return
        }
        let landingMoment = facts?.event(.landing)?.start
        let landing = Time(landingDay, landingMoment?.minute)
        let earlier = landingMoment.map { moment in events.prefix { $0.start < moment } } ?? []
        add("outbound", text("Flight to the Moon"), launch, until: landing)
        add(earlier)
        add(
            "landing", MissionEvent.Kind.landing.label, landing,
            at: .place(facts?.landingCoordinates, localizer))
        add("return", text("On the Moon, and return"), landing, until: splashdown)
        add(events.dropFirst(earlier.count).filter { $0.kind != .landing })
    }

    private mutating func add(_ events: some Sequence<MissionEvent>) {
        for event in events {
            add(event.kind.rawValue, event.kind.label, Time(event.start), until: Time(event.end))
        }
    }

    /// Adds a mark.
    ///
    /// - Parameters:
    ///   - key: The key for machine-readable output.
    ///   - title: The name of the phase or event.
    ///   - start: The beginning. Without its day, there is no mark.
    ///   - end: The end of a phase. Default: none.
    ///   - place: The place, which follows the title. Default: none.
    private mutating func add(
        _ key: String, _ title: LocalizedText, _ start: Time, until end: Time = Time(nil),
        at place: Cell = .empty
    ) {
        guard let day = start.day else { return }
        marks.append(
            .init(
                Cell(.string(key), label(title, at: place)), day, at: start.minute, until: end.day,
                at: end.minute))
    }

    private func label(_ title: LocalizedText, at place: Cell) -> Cell.Display {
        switch place.display {
        case .verbatim(let place): return .text(text("%1$@, %2$@", title, place))
        case .symbol(let place, let ascii, let spoken):
            let name = localizer.string(title)
            return .symbol(
                "\(name), \(place)", ascii: "\(name), \(ascii)", spoken: text("%1$@, %2$@", title, spoken))
        default: return .text(title)
        }
    }
}
