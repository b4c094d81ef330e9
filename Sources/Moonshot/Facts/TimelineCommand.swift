import Localization
import Shell
import Suite

/// `timeline`: shows the missions, or the phases of a mission's flight, on a time axis.
struct TimelineCommand: Command {
    static let mission = Parameter.words(
        "mission", MissionCommand.name,
        help: text("A mission, to show the phases of its flight. Default: all missions."))

    let declaration = CommandDeclaration(
        "timeline", group: .looking,
        summary: text("Shows the missions, or the phases of a flight, on a time axis."),
        parameters: [mission.declaration], examples: [.verbatim("timeline"), .verbatim("timeline 11")])

    func run(_ invocation: Invocation, in session: MoonshotSession) async throws -> Output {
        let name = try invocation[Self.mission].joined(separator: " ")
        guard name.isEmpty else { return try Self.phases(of: session.mission(named: name), in: session) }
        return Output([.timeline(try Self.missions(in: session))])
    }

    /// Returns the timeline of the missions.
    @MainActor
    static func missions(in session: MoonshotSession) throws -> Timeline {
        let missions = try session.missionsByLaunch()
        return Timeline(
            "missions", title: text("Missions"),
            marks: missions.map { .init($0.nameCell, $0.launchDay, until: $0.splashdownDay) },
            unknown: text("N/A"), spokenCount: text("%lld missions", missions.count))
    }

    @MainActor
    private static func phases(of mission: Mission, in session: MoonshotSession) throws -> Output {
        let facts = try session.facts().missions[mission.number]
        let launch = mission.launchDay, landing = facts?.landingDate, splashdown = mission.splashdownDay
        func place(_ coordinates: Coordinates?) -> Cell { .place(coordinates, session.localizer) }
        var marks: [Timeline.Mark] = []
        func add(
            _ key: String, _ title: LocalizedText, _ start: CivilDate?, until end: CivilDate? = nil,
            at detail: Cell = .empty
        ) {
            guard let start else { return }
            var label = title
            if case .verbatim(let detail) = detail.display { label = text("%1$@, %2$@", title, detail) }
            marks.append(.init(Cell(.string(key), .text(label)), start, until: end))
        }
        add("launch", text("Launch"), launch, at: .text(facts?.launchPad))
        if let landing {
            add("outbound", text("Flight to the Moon"), launch, until: landing)
            add("landing", text("Moon landing"), landing, at: place(facts?.landingCoordinates))
            add("return", text("On the Moon, and return"), landing, until: splashdown)
        } else {
            add("flight", text("Flight"), launch, until: splashdown)
        }
        add("splashdown", text("Splashdown"), splashdown, at: place(facts?.splashdownCoordinates))
        let timeline = Timeline("phases", title: .verbatim(mission.name), marks: marks)
        if marks.isEmpty {
            return Output(
                [.message(text("The data contains no dates of the flight of %@.", mission.name))],
                data: [.timeline(timeline)])
        }
        return Output([.timeline(timeline)])
    }
}
