import ModelData
import Testing

@testable import ITour

/// What itour should do: destinations with a name and a priority, and their sights in order.
enum TripModel: ProgramModel {
    static func change(_ pick: UInt64, _ holdings: Holdings, next: (String) -> Int) -> Change? {
        var result = holdings
        let name = "name \(pick % 100_000)"
        guard pick % 4 != 0, let trip = holdings.pick("trip", pick >> 8) else {
            result["trip", default: [:]][next("trip")] = [name, "maybe"]
            return Change(line: "add \"\(name)\"", result: result)
        }
        var values = trip.values
        switch pick >> 16 & 7 {
        case 0:
            values[0] = name
            result["trip"]?[trip.number] = values
            return Change(line: "edit \(trip.number) --name \"\(name)\"", result: result)
        case 1:
            values[1] = ["meh", "maybe", "must"][Int(pick >> 20 % 3)]
            result["trip"]?[trip.number] = values
            return Change(line: "edit \(trip.number) --priority \(values[1])", result: result)
        case 2, 3, 4:
            let sight = next("sight")
            result["sight", default: [:]][sight] = [name]
            result["trip"]?[trip.number] = values + ["\(sight)"]
            return Change(line: "sight add \"\(name)\" --in \(trip.number)", result: result)
        case 5, 6:
            guard values.count > 2 else { return nil }
            let sight = values.remove(at: 2 + Int(pick >> 20 % UInt64(values.count - 2)))
            if pick >> 40 % 2 == 0 {
                result["sight"]?[Int(sight) ?? 0] = nil
                result["trip"]?[trip.number] = values
                return Change(line: "sight delete \(sight) --in \(trip.number) --yes", result: result)
            }
            values.insert(sight, at: 2)
            result["trip"]?[trip.number] = values
            return Change(line: "sight move \(sight) 1 --in \(trip.number)", result: result)
        default:
            result["trip"]?[trip.number] = nil
            for sight in values.dropFirst(2) { result["sight"]?[Int(sight) ?? 0] = nil }
            return Change(line: "delete \(trip.number) --yes", result: result)
        }
    }
}

@Suite("Random sequences of itour's commands")
@MainActor
struct TripSequenceTests {
    private var runner: SequenceRunner<TripSession, TripModel> {
        SequenceRunner(program: ITourProgram.program, model: TripModel.self) { session in
            try session.followStore()
            let trips = try session.context.fetch(FetchDescriptor<Destination>()).map { trip in
                let sights = trip.sights.map { "\($0.persistentModelID.recordNumber ?? 0)" }
                return (
                    Int(trip.persistentModelID.recordNumber ?? 0),
                    [trip.name, "\(trip.priority)"] + sights
                )
            }
            let sights = try session.context.fetch(FetchDescriptor<Sight>()).map { sight in
                (Int(sight.persistentModelID.recordNumber ?? 0), [sight.name])
            }
            return [
                "trip": Dictionary(uniqueKeysWithValues: trips),
                "sight": Dictionary(uniqueKeysWithValues: sights),
            ]
        }
    }

    @Test("Whatever is done, undone, redone, by whichever process, the plans are those of a simple model")
    func sequences() async throws {
        let failure = try await runner.firstFailure(sequences: sequenceCount, from: 1)
        #expect(failure == nil, "\(failure ?? "")")
    }

    @Test("The same holds where the other process is the built program at its prompt")
    func processes() async throws {
        var runner = runner
        runner.hasRealProcess = true
        let failure = try await runner.firstFailure(sequences: processSequenceCount, from: 1_000_001)
        #expect(failure == nil, "\(failure ?? "")")
    }
}
