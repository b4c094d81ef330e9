import Localization
import ModelData
import ProgramKit
import Shell

/// `samples`: adds sample trips.
struct SamplesCommand: Command {
    let declaration = CommandDeclaration(
        "samples", group: .files,
        summary: text("Adds sample trips to Rome, Florence and Naples, with sights."),
        discussion: [text("Existing destinations are not changed. “undo” removes the samples.")],
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
                text("All sample trips already exist."), Destination.table([], session.fieldContext))
        }
        return Output(label: text("Added %lld sample destinations.", added.count)) {
            Output(
                text("Added %lld sample destinations. “list” shows them.", added.count),
                Destination.table(added, session.fieldContext))
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

/// Three sample trips for new users.
enum SampleTrips {
    /// A sample destination. Its dates are relative to today.
    struct Trip {
        let name: LocalizedText
        let details: LocalizedText
        let startsIn: Int
        let days: Int
        /// The beginning and the end of a trip within one day, in minutes since midnight; `nil` for all-day
        /// trips.
        let times: (start: Int, end: Int)?
        let priority: Priority
        let zone: String
        let sights: [Stop]
    }

    /// A sample sight.
    struct Stop {
        let name: LocalizedText
        let place: Coordinates?
        let address: String
        let note: LocalizedText?

        init(
            _ name: LocalizedText, _ latitude: Double, _ longitude: Double, _ address: String,
            _ note: LocalizedText? = nil
        ) {
            self.name = name
            place = Coordinates(latitude: latitude, longitude: longitude)
            self.address = address
            self.note = note
        }
    }

    static var all: [Trip] {
        [
            Trip(
                name: text("Rome"), details: text("Arrive by train, and walk everywhere else."), startsIn: 30,
                days: 4, times: nil, priority: .must, zone: "Europe/Rome",
                sights: [
                    Stop(
                        text("Colosseum"), 41.8902, 12.4922, "Piazza del Colosseo 1",
                        text("The ticket is also valid for the Forum.")),
                    Stop(text("Roman Forum"), 41.8925, 12.4853, "Via della Salara Vecchia 5"),
                    Stop(.verbatim("Pantheon"), 41.8986, 12.4769, "Piazza della Rotonda"),
                    Stop(
                        text("Trevi Fountain"), 41.9009, 12.4833, "Piazza di Trevi",
                        text("Early in the morning, before the crowds.")),
                    Stop(text("St. Peter's Basilica"), 41.9022, 12.4539, "Piazza San Pietro"),
                ]),
            Trip(
                name: text("Florence"), details: text("Reserve the Uffizi weeks ahead."), startsIn: 34,
                days: 3, times: nil, priority: .maybe, zone: "Europe/Rome",
                sights: [
                    Stop(text("Florence Cathedral"), 43.7731, 11.2560, "Piazza del Duomo"),
                    Stop(text("Uffizi Gallery"), 43.7678, 11.2553, "Piazzale degli Uffizi 6"),
                    Stop(.verbatim("Ponte Vecchio"), 43.7680, 11.2531, "Ponte Vecchio"),
                    Stop(
                        text("Boboli Gardens"), 43.7625, 11.2486, "Piazza Pitti 1",
                        text("Bring water; it is uphill.")),
                ]),
            Trip(
                name: text("Naples"), details: text("A day between two trains."), startsIn: 60, days: 1,
                times: (start: 9 * 60 + 30, end: 19 * 60), priority: .meh, zone: "Europe/Rome",
                sights: [
                    Stop(
                        text("National Archaeological Museum"), 40.8535, 14.2505, "Piazza Museo 19",
                        text("Closed on Tuesdays.")),
                    Stop(.verbatim("Castel dell'Ovo"), 40.8284, 14.2478, "Via Eldorado 3"),
                    Stop(text("Pompeii"), 40.7497, 14.4869, "Via Villa dei Misteri 2, Pompei"),
                ]),
        ]
    }
}
