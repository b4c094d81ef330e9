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

    @MainActor
    private static func phases(of mission: Mission, in session: MoonshotSession) throws -> Output {
        let details = try session.details(of: [mission])[0], facts = details.facts
        let launch = mission.launchDay, landing = facts?.landingDate, splashdown = mission.splashdownDay
        let launchMinute = details.launchMoment?.minute, splashdownMinute = details.splashdownMoment?.minute
        let landed = facts?.event(.landing)?.start
        func place(_ coordinates: Coordinates?) -> Cell { .place(coordinates, session.localizer) }
        var marks: [Timeline.Mark] = []
        func add(
            _ key: String, _ title: LocalizedText, _ start: CivilDate?, _ minute: Int?,
            until end: CivilDate? = nil, _ endMinute: Int? = nil, at detail: Cell = .empty
        ) {
            guard let start else { return }
            let label: Cell.Display
            switch detail.display {
            case .verbatim(let detail): label = .text(text("%1$@, %2$@", title, detail))
            case .symbol(let place, let ascii, let spoken):
                let title = session.localizer.string(title)
                label = .symbol(
                    "\(title), \(place)", ascii: "\(title), \(ascii)",
                    spoken: text("%1$@, %2$@", title, spoken))
            default: label = .text(title)
            }
            marks.append(.init(Cell(.string(key), label), start, at: minute, until: end, at: endMinute))
        }
        func add(_ events: some Sequence<MissionEvent>) {
            for event in events {
                add(
                    event.kind.rawValue, event.kind.label, event.start.day, event.start.minute,
                    until: event.end?.day, event.end?.minute)
            }
        }
        let events = (facts?.events ?? []).sorted { $0.start < $1.start }
        add("launch", MissionEvent.Kind.launch.label, launch, launchMinute, at: .text(facts?.launchPad))
        if let landing {
            add("outbound", text("Flight to the Moon"), launch, launchMinute, until: landing, landed?.minute)
            let before = landed.map { landed in events.prefix { $0.start < landed } } ?? []
            add(before)
            add(
                "landing", MissionEvent.Kind.landing.label, landing, landed?.minute,
                at: place(facts?.landingCoordinates))
            add(
                "return", text("On the Moon, and return"), landing, landed?.minute, until: splashdown,
                splashdownMinute)
            add(events.dropFirst(before.count).filter { $0.kind != .landing })
        } else {
            add("flight", text("Flight"), launch, launchMinute, until: splashdown, splashdownMinute)
            add(events)
        }
        add(
            "splashdown", MissionEvent.Kind.splashdown.label, splashdown, splashdownMinute,
            at: place(facts?.splashdownCoordinates))
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
