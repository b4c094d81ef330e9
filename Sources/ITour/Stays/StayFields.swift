import Foundation
import Localization
import ModelData
import ProgramKit
import Shell

extension Stay {
    /// The fields of a stay.
    static let fields = FieldTable<Stay>(listing: ["number"], check: { stay, _, _ in try stay.checkOrder() })
    {
        Field.exported(
            "identifier", stored: \.identifier, type: .identifier, get: { $0.identifier },
            set: { if let identifier = $1 { $0.identifier = identifier } })
        Field.computed("number", text("#")) { stay, _ in .identifier(stay.number) }
            .listed(spokenTitle: text("Number"), priority: 9, alignsRight: true)
        Field(
            required: "name", text("Name"), sentence: text("name"), help: text("The new name."),
            stored: \.name,
            type: .line, get: { $0.name }, set: { $0.name = $1 }
        )
        .searched().listed(priority: 6, wraps: true) { .text($0.name).struck($0.isCancelled) }
        Field(
            required: "checkIn", text("Check-in"), sentence: text("check-in"),
            help: text("The check-in: a day, or a day and a local time."), stored: \.checkInDay,
            \.checkInMinute,
            type: .moment, get: { $0.checkIn }, set: { $0.checkIn = $1 },
            // A stay that moves keeps its nights.
            change: { stay, checkIn, _ in
                let days = stay.checkIn.day.days(until: checkIn.day)
                stay.checkOut = Moment(stay.checkOut.day.adding(days: days), minute: stay.checkOut.minute)
                stay.checkIn = checkIn
            }
        )
        .listed(priority: 8, wraps: true)
        Field(
            required: "checkOut", text("Check-out"), sentence: text("check-out"),
            help: text("The check-out. Default: the day after the check-in."),
            stored: \.checkOutDay, \.checkOutMinute, type: .moment, get: { $0.checkOut },
            set: { $0.checkOut = $1 }
        )
        .listed(priority: 8, wraps: true)
        Field.computed("nights", text("Nights")) { stay, _ in .number(stay.nights) }
            .listed(priority: 7, alignsRight: true)
        Field(
            "timeZone", text("Time zone"), sentence: text("time zone"),
            help: text("The time zone, such as Asia/Tokyo; or “none”."), stored: \.timeZone, type: .zone,
            get: { $0.timeZone }, set: { $0.timeZone = $1 }
        )
        .option("zone")
        Field(
            "address", text("Address"), sentence: text("address"), help: text("The address."),
            stored: \.address,
            type: .line, get: { $0.address }, set: { $0.address = $1 }
        )
        .searched().listed(priority: 4, wraps: true)
        Field(
            "place", text("Place"), sentence: text("place"),
            help: text(
                "The place in degrees north and east, such as 41.8902,12.4922, or the link of a map; or “none”."
            ),
            stored: \.latitude, \.longitude, type: .coordinates, get: { $0.place }, set: { $0.place = $1 }
        )
        .option("at")
        Field(
            "code", text("Code"), sentence: text("code"), help: text("The code of the booking."),
            stored: \.code,
            type: .line, get: { $0.code }, set: { $0.code = $1 }
        )
        .searched()
        Field(
            "link", text("Link"), sentence: text("link"), help: text("The address of a web page."),
            stored: \.link,
            type: .line, get: { $0.link }, set: { $0.link = $1 })
        Field.cost(\.costAmount, \.costCurrency)
        Field(
            "note", text("Note"), sentence: text("note"), help: text("A note."), stored: \.note, type: .lines,
            get: { $0.note }, set: { $0.note = $1 }
        )
        .searched()
        Field.exported(
            "source", stored: \.source, type: .line, get: { $0.source }, set: { $0.source = $1 })
        Field.cancelled(\.isCancelled)
        Field.exported(
            "lastImport", stored: \.lastImport, type: .line, get: { $0.lastImport },
            set: { $0.lastImport = $1 })
        Field.paid(\.isPaid)
        Field.payBy(\.payByDay)
        Field.computed("about", text("About"), isForPeople: true) { stay, context in
            .shown(
                joining: (stay.code.isEmpty ? [] : [text("code %@", stay.code)])
                    + stay.price(context.localizer))
        }
        .listed(priority: 4, wraps: true).only(in: [])
    }

    /// Throws if the stay ends before it begins.
    func checkOrder() throws(LegError) {
        if checkOut.day < checkIn.day { throw .checkOutBeforeCheckIn(checkIn: checkIn, checkOut: checkOut) }
    }
}

extension Stay: ExportedPart {
    /// The name in reports.
    var title: String { name }

    /// Reads a stay of an export. Without an identifier in the file, it has ``UUID/missing``.
    convenience init(_ entry: inout EntryFields) throws(SkippedEntry) {
        self.init(identifier: .missing, name: "", checkIn: Moment(.first), checkOut: Moment(.first))
        try Self.fields.read(&entry, into: self)
        // Of two times on one day, the later one is the check-out.
        if checkOut < checkIn {
            throw .contradictory(LegError.checkOutBeforeCheckIn(checkIn: checkIn, checkOut: checkOut).problem)
        }
    }
}

extension TripSession {
    /// What conditions can ask of stays.
    var stayConditions: ConditionVocabulary<Stay> {
        ConditionVocabulary(
            Stay.fields,
            keys: [.number, ConditionKey("trip", type: .line) { $0.trip.map { [$0.name] } ?? [] }],
            flags: [
                ConditionFlag("cancelled") { _ in ConditionTest(#Predicate<Stay> { $0.isCancelled }) },
                ConditionFlag("outside") { _ in ConditionTest { $0.trip?.isOutside($0.days) ?? false } },
                // Two stays for the same night.
                ConditionFlag("overlap") { _ in
                    let overlaps = Remembered<Trip, Set<ObjectIdentifier>>()
                    return ConditionTest { stay in
                        guard let trip = stay.trip else { return false }
                        return overlaps.value(of: trip) { trip in
                            Set(
                                trip.overlappingStays.flatMap { [$0.earlier, $0.later] }.map(
                                    ObjectIdentifier.init))
                        }.contains(ObjectIdentifier(stay))
                    }
                },
                ConditionFlag("unplaced") { _ in ConditionTest { $0.place == nil } },
                withoutRate { $0.isCancelled ? nil : $0.cost },
                ConditionFlag("unpaid") { _ in ConditionTest { !$0.isCancelled && $0.isUnpaid } },
                ConditionFlag("paid") { _ in ConditionTest { $0.isPaid ?? false } },
            ] + ListedParts<Stay>.dayFlags { $0.days }
        ) { ConditionTest(Stay.fields.containing($0)) }
    }
}
