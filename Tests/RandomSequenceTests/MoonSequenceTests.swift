import ModelData
import TestSupport
import Testing

@testable import Moonshot

/// The model of moonshot: favourites and a note for each mission.
enum MoonModel: ProgramModel {
    private static let missions = [1, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17]

    static func change(_ pick: UInt64, _ content: ExpectedContent, next: (String) -> Int) -> Change? {
        var result = content
        let mission = missions[Int(pick >> 8 % 12)]
        switch pick % 5 {
        case 0, 1:
            let favourites = content["favourite"] ?? [:]
            if let known = favourites.first(where: { $0.value == ["\(mission)"] }) {
                result["favourite"]?[known.key] = nil
                return Change(line: "unfavourite \(mission)", result: result)
            }
            result["favourite", default: [:]][next("favourite")] = ["\(mission)"]
            return Change(line: "favourite \(mission)", result: result)
        case 2, 3:
            let text = "text \(pick % 100_000)"
            let known = (content["note"] ?? [:]).first { $0.value[0] == "\(mission)" }
            result["note", default: [:]][known?.key ?? next("note")] = ["\(mission)", text]
            return Change(line: "note \(mission) \(text)", result: result)
        default:
            guard let note = content.pick("note", pick >> 8) else { return nil }
            result["note"]?[note.number] = nil
            return Change(line: "note \(note.values[0]) --delete --yes", result: result)
        }
    }
}

@Suite("Random sequences of moonshot's commands", .level(.slow))
@MainActor
struct MoonSequenceTests {
    private var runner: SequenceRunner<MoonshotSession, MoonModel> {
        SequenceRunner(program: MoonshotProgram.program, model: MoonModel.self) { session in
            try session.refreshFromStore()
            let favourites = try session.context.fetch(FetchDescriptor<Favourite>()).map {
                (Int($0.persistentModelID.recordNumber ?? 0), [$0.key])
            }
            let notes = try session.context.fetch(FetchDescriptor<MissionNote>()).map {
                (Int($0.persistentModelID.recordNumber ?? 0), ["\($0.mission)", $0.text])
            }
            return [
                "favourite": Dictionary(uniqueKeysWithValues: favourites),
                "note": Dictionary(uniqueKeysWithValues: notes),
            ]
        }
    }

    @Test
    func `The favourites and notes match a simple model after any sequence of commands, undos and redos`()
        async throws
    {
        try await runner.expectNoFailure()
    }

    @Test func `The data match the model if the other process is the built program at its prompt`()
        async throws
    {
        try await runner.expectNoFailureWithRealProcess()
    }
}
