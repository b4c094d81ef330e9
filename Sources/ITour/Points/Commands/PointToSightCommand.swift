import Foundation
import Localization
import ModelData
import Shell
import Suite

/// `poi to-sight`: plans a point of interest as a sight of a destination.
struct PointToSightCommand: Command {
    let declaration = CommandDeclaration(
        "poi to-sight", group: .points,
        summary: text("Plans a point of interest as a sight, at the end of a destination's list."),
        discussion: [
            text("The sight gets the name, place, address and information; a second time adds nothing twice.")
        ],
        parameters: [PointArguments.point.declaration, EditCommand.destination.declaration],
        examples: ["poi to-sight colosseum rome", "open rome\npoi to-sight 12"], changesData: true)

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let point = try session.record(try invocation[PointArguments.point], in: PointOfInterest.self)
        let destination = try session.record(
            try invocation[EditCommand.destination], orOpen: Destination.self)
        let source = "poi:\(point.identifier.uuidString)"
        if let planned = destination.sights.first(where: { $0.source == source }) {
            return Output(
                [.message(text("“%1$@” is planned for “%2$@” already.", planned.name, destination.name))],
                data: [.record(SightTable.data(planned))])
        }
        let sight = Sight(name: point.name)
        sight.note = point.information
        sight.address = [point.address, point.city].filter { !$0.isEmpty }.joined(separator: ", ")
        sight.place = point.place
        sight.source = source
        return try SightAddCommand.add(sight, to: destination, in: session)
    }
}
