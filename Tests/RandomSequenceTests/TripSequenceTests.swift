import ModelData
import TestSupport
import Testing

@testable import ITour

/// The model of itour: destinations with a name and a priority, their ordered sights,
/// and points of interest with their categories.
enum TripModel: ProgramModel {
    static func change(_ pick: UInt64, _ content: ExpectedContent, next: (String) -> Int) -> Change? {
        if pick >> 50 % 3 == 0 { return pointChange(pick, content, next: next) }
        var result = content
        let name = "name \(pick % 100_000)"
        guard pick % 4 != 0, let trip = content.pick("trip", pick >> 8) else {
            result["trip", default: [:]][next("trip")] = [name, "maybe"]
            return Change(line: "add \"\(name)\"", result: result)
        }
        var values = trip.values
        switch pick >> 16 % 10 {
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
            result["sight", default: [:]][sight] = [name, "", "false"]
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
        case 7, 8:
            guard values.count > 2 else { return nil }
            let sight = values[2 + Int(pick >> 20 % UInt64(values.count - 2))]
            guard let number = Int(sight), var fields = content["sight"]?[number] else { return nil }
            let line: String
            if pick >> 40 % 2 == 0 {
                let isVisited = fields[2] == "false"
                fields[2] = "\(isVisited)"
                line = "sight visited \(sight) --in \(trip.number)" + (isVisited ? "" : " --not")
            } else {
                fields[0] = name
                fields[1] = "note of \(name)"
                line = "sight edit \(sight) --in \(trip.number) --name \"\(name)\" --note \"\(fields[1])\""
            }
            result["sight"]?[number] = fields
            return Change(line: line, result: result)
        default:
            result["trip"]?[trip.number] = nil
            for sight in values.dropFirst(2) { result["sight"]?[Int(sight) ?? 0] = nil }
            return Change(line: "delete \(trip.number) --yes", result: result)
        }
    }

    /// Returns a change of a point of interest, selected by a random number.
    private static func pointChange(
        _ pick: UInt64, _ content: ExpectedContent, next: (String) -> Int
    ) -> Change? {
        var result = content
        let name = "name \(pick % 100_000)"
        let category = ["red", "green", "blue"][Int(pick >> 8 % 3)]
        /// Creates the category if there is none with that name.
        func useCategory() {
            if content["category"]?.values.contains([category]) == true { return }
            result["category", default: [:]][next("category")] = [category]
        }
        guard pick % 3 != 0, let point = content.pick("point", pick >> 12) else {
            useCategory()
            result["point", default: [:]][next("point")] = [name, "Pécs", category, "false"]
            return Change(line: "poi add \"\(name)\" --city Pécs --category \(category)", result: result)
        }
        var values = point.values
        let line: String
        switch pick >> 20 % 6 {
        case 0:
            useCategory()
            values[0] = name
            values[2] = category
            line = "poi edit \(point.number) --name \"\(name)\" --category \(category)"
        case 1:
            values[1] = "Győr"
            values[2] = ""
            line = "poi edit \(point.number) --city Győr --category none"
        case 2, 3:
            let isFavourite = values[3] == "false"
            values[3] = "\(isFavourite)"
            line = "poi favourite \(point.number)" + (isFavourite ? "" : " --not")
        case 4:
            guard let trip = content.pick("trip", pick >> 30) else { return nil }
            // The program adds a point only once to a destination. The model doesn't store which sight is
            // which point, so it adds a point only if the destination has no planned sight.
            let planned = trip.values.dropFirst(2).compactMap { Int($0) }
            if planned.contains(where: { content["sight"]?[$0]?.last == "planned" }) { return nil }
            let sight = next("sight")
            result["sight", default: [:]][sight] = [values[0], "", "false", "planned"]
            result["trip"]?[trip.number]?.append("\(sight)")
            return Change(line: "poi to-sight \(point.number) \(trip.number)", result: result)
        default:
            result["point"]?[point.number] = nil
            return Change(line: "poi delete \(point.number) --yes", result: result)
        }
        result["point"]?[point.number] = values
        return Change(line: line, result: result)
    }
}

@Suite("Random sequences of itour's commands", .level(.slow))
@MainActor
struct TripSequenceTests {
    private var runner: SequenceRunner<TripSession, TripModel> {
        SequenceRunner(program: ITourProgram.program, model: TripModel.self) { session in
            try session.refreshFromStore()
            let trips = try session.context.fetch(FetchDescriptor<Destination>()).map { trip in
                let sights = trip.sights.map { "\($0.persistentModelID.recordNumber ?? 0)" }
                return (
                    Int(trip.persistentModelID.recordNumber ?? 0),
                    [trip.name, "\(trip.priority)"] + sights
                )
            }
            let sights = try session.context.fetch(FetchDescriptor<Sight>()).map { sight in
                (
                    Int(sight.persistentModelID.recordNumber ?? 0),
                    [sight.name, sight.note, "\(sight.isVisited)"] + (sight.source == nil ? [] : ["planned"])
                )
            }
            let points = try session.context.fetch(FetchDescriptor<PointOfInterest>()).map { point in
                (
                    Int(point.persistentModelID.recordNumber ?? 0),
                    [point.name, point.city, point.category?.name ?? "", "\(point.isFavourite)"]
                )
            }
            let categories = try session.context.fetch(FetchDescriptor<ITour.Category>()).map {
                (Int($0.persistentModelID.recordNumber ?? 0), [$0.name])
            }
            return [
                "trip": Dictionary(uniqueKeysWithValues: trips),
                "sight": Dictionary(uniqueKeysWithValues: sights),
                "point": Dictionary(uniqueKeysWithValues: points),
                "category": Dictionary(uniqueKeysWithValues: categories),
            ]
        }
    }

    @Test func `The plans match a simple model after any sequence of commands, undos and redos`() async throws
    {
        try await runner.expectNoFailure()
    }

    @Test func `The data match the model if the other process is the built program at its prompt`()
        async throws
    {
        try await runner.expectNoFailureWithRealProcess()
    }
}
