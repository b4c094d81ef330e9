import ModelData
import Testing

@testable import Moonshot

/// What moonshot should do: favourites, and a note for each mission.
enum MoonModel: ProgramModel {
    private static let missions = [1, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17]

    static func change(_ pick: UInt64, _ holdings: Holdings, next: (String) -> Int) -> Change? {
        var result = holdings
        let mission = missions[Int(pick >> 8 % 12)]
        switch pick % 5 {
        case 0, 1:
            let favourites = holdings["favourite"] ?? [:]
            if let known = favourites.first(where: { $0.value == ["\(mission)"] }) {
                result["favourite"]?[known.key] = nil
                return Change(line: "unfavourite \(mission)", result: result)
            }
            result["favourite", default: [:]][next("favourite")] = ["\(mission)"]
            return Change(line: "favourite \(mission)", result: result)
        case 2, 3:
            let text = "text \(pick % 100_000)"
            let known = (holdings["note"] ?? [:]).first { $0.value[0] == "\(mission)" }
            result["note", default: [:]][known?.key ?? next("note")] = ["\(mission)", text]
            return Change(line: "note \(mission) \(text)", result: result)
        default:
            guard let note = holdings.pick("note", pick >> 8) else { return nil }
            result["note"]?[note.number] = nil
            return Change(line: "note \(note.values[0]) --delete", result: result)
        }
    }
}

@Suite("Random sequences of moonshot's commands")
@MainActor
struct MoonSequenceTests {
    private var runner: SequenceRunner<MoonshotSession, MoonModel> {
        SequenceRunner(program: MoonshotProgram.program, model: MoonModel.self) { session in
            try session.followStore()
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

    @Test("Whatever is done, undone, redone, by whichever process, the marks are those of a simple model")
    func sequences() async throws { try await runner.expectNoFailure() }

    @Test("The same holds where the other process is the built program at its prompt")
    func processes() async throws { try await runner.expectNoFailureWithRealProcess() }
}
