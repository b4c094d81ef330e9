import Localization
import ModelData
import ProgramKit
import Shell

/// `samples`: adds sample trips.
struct SamplesCommand: Command {
    let declaration = CommandDeclaration(
        "samples", group: .files,
        summary: text("Adds sample trips to Rome, Florence and Naples, with sights."),
        discussion: [
            text("Existing destinations are not changed. “undo” removes the samples.")
        ],
        examples: [.verbatim("samples")], changesData: true)

    func run(_ invocation: Invocation, in session: TripSession) async throws -> Output {
        let localizer = session.localizer
        var added: [Destination] = []
        for sample in SampleTrips.all {
            let name = localizer.string(sample.name)
            guard try session.namesakes(of: name).isEmpty else { continue }
            let destination = Destination(name: name)
            destination.details = localizer.string(sample.details)
            destination.priority = sample.priority
            destination.timeZone = sample.zone
            destination.setDates(try dates(of: sample, today: session.today))
            for stop in sample.sights {
                let sight = Sight(name: localizer.string(stop.name))
                sight.place = stop.place
                sight.address = stop.address
                if let note = stop.note { sight.note = localizer.string(note) }
                destination.sights.append(sight)
            }
            session.context.insert(destination)
            added.append(destination)
        }
        guard !added.isEmpty else {
            return Output(
                [.message(text("All sample trips already exist."))],
                data: [.table(Destination.table([], session.fieldContext))]
            )
        }
        return Output(label: text("Added %lld sample destinations.", added.count)) {
            Output(
                [.message(text("Added %lld sample destinations. “list” shows them.", added.count))],
                data: [.table(Destination.table(added, session.fieldContext))])
        }
    }

    private func dates(of sample: SampleTrips.Trip, today: CivilDate) throws(TripError) -> TripDates {
        let first = today.adding(days: sample.startsIn)
        if let times = sample.times {
            return try TripDates(
                start: Moment(first, minute: times.start), end: Moment(first, minute: times.end))
        }
        return try TripDates(start: Moment(first), end: Moment(first.adding(days: sample.days - 1)))
    }
}
