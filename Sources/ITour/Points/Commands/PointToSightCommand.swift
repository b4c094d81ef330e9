import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

/// `poi to-sight`: adds a point of interest to a destination as a sight.
struct PointToSightCommand: Command {
    let declaration = CommandDeclaration(
        "poi to-sight", group: .points,
        summary: text("Adds a point of interest as a sight, at the end of a destination's list."),
        discussion: [
            text(
                "The sight gets the name, place, address and information of the point of interest. If the destination already has this sight, nothing is added."
            )
        ],
        parameters: [PointArguments.point.declaration, EditCommand.destination.declaration],
        examples: [
            text("poi to-sight colosseum rome"), text("open rome\npoi to-sight 12"),
        ], changesData: true)

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let point = try session.record(try invocation[PointArguments.point], in: PointOfInterest.self)
        let destination = try session.record(
            try invocation[EditCommand.destination], orOpen: Destination.self)
        let source = "poi:\(point.identifier.uuidString)"
        if let planned = destination.sights.first(where: { $0.source == source }) {
            return Output(
                [.message(text("“%1$@” is already planned for “%2$@”.", planned.name, destination.name))],
                data: [.record(Sight.fields.data(planned, session.fieldContext))])
        }
        let sight = Sight(name: point.name)
        sight.note = point.information
        sight.address = [point.address, point.city].filter { !$0.isEmpty }.joined(separator: ", ")
        sight.place = point.place
        sight.source = source
        return try await SightAddCommand.add(sight, to: destination, in: session)
    }
}
