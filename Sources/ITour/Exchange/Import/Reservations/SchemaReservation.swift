import Formats
import Foundation
import Localization
import ProgramKit

/// A reservation in the vocabulary of schema.org, for one flight, train, stay, car or event.
struct SchemaReservation {
    private let object: JSONView
    /// What the reservation is for.
    private let thing: JSONView
    /// The type, such as `FlightReservation`.
    private let type: String
    /// The code of the package that the reservation belongs to.
    private let packageCode: String

    private static let maximumDepth = 16

    /// Returns the reservations in a text of linked data, also those of packages and graphs.
    static func all(in root: JSONView) -> [SchemaReservation] {
        var found: [SchemaReservation] = []
        var waiting: [(view: JSONView, code: String, depth: Int)] = [(root, "", 0)]
        while let (view, code, depth) = waiting.popLast() {
            guard depth < maximumDepth else { continue }
            if let elements = view.elements {
                waiting += elements.reversed().map { ($0, code, depth + 1) }
                continue
            }
            let own = Self.code(view)
            let inner = [view["@graph"], view["subReservation"]].compactMap(\.self)
            waiting += inner.reversed().map { ($0, own.isEmpty ? code : own, depth + 1) }
            let types = view["@type"].map { list($0).compactMap { $0.string.map(word) } } ?? []
            guard inner.isEmpty, let type = types.first(where: { $0.hasSuffix("Reservation") }) else {
                continue
            }
            for thing in view["reservationFor"].map(list) ?? [view] {
                found.append(SchemaReservation(object: view, thing: thing, type: type, packageCode: code))
            }
        }
        return found
    }

    /// Returns the elements of an array, or the value itself.
    private static func list(_ view: JSONView) -> [JSONView] { view.elements ?? [view] }

    /// Returns the last word of a name such as `http://schema.org/FlightReservation`.
    private static func word(_ name: String) -> String {
        name.split { $0 == "/" || $0 == "#" || $0 == ":" }.last.map(String.init) ?? name
    }

    private static func code(_ view: JSONView) -> String {
        line(view["reservationNumber"]) ?? line(view["reservationId"]) ?? ""
    }

    /// Returns a text or a number in one line without spaces at its ends; `nil` if it is empty.
    private static func line(_ view: JSONView?) -> String? {
        guard let view = view.flatMap({ list($0).first }) else { return nil }
        return RawFields.tidyName((view.string ?? view.number)?.withoutNUL)
    }

    /// Returns the name of a thing, or the text in its place.
    private static func name(_ view: JSONView?) -> String? {
        guard let view = view.flatMap({ list($0).first }) else { return nil }
        return line(view) ?? line(view["name"])
    }

    /// Returns the first text of several keys.
    private func first(_ keys: String..., in view: JSONView? = nil) -> String? {
        keys.lazy.compactMap { Self.line((view ?? object)[$0]) }.first
    }

    // MARK: The event

    /// Returns the event that the reservation describes.
    ///
    /// - Parameters:
    ///   - position: The number of the reservation in the file.
    ///   - language: The language of words in notes.
    /// - Throws: `SkippedEntry` if it has no date or no name.
    func event(position: Int, language: Language) throws(SkippedEntry) -> ImportedEvent {
        let localizer = Localizer(language)
        var event: ImportedEvent
        switch type {
        case "FlightReservation":
            event = try journey(
                .flight, ("departureAirport", "arrivalAirport"), position: position, localizer)
        case "TrainReservation":
            event = try journey(.train, ("departureStation", "arrivalStation"), position: position, localizer)
        case "BusReservation":
            event = try journey(.bus, ("departureBusStop", "arrivalBusStop"), position: position, localizer)
        case "BoatReservation":
            event = try journey(
                .ferry, ("departureBoatTerminal", "arrivalBoatTerminal"), position: position, localizer)
        case "LodgingReservation": event = try stay(position: position, localizer)
        case "RentalCarReservation", "TaxiReservation": event = try car(position: position, localizer)
        default: event = try visit(position: position, localizer)
        }
        let status = first("reservationStatus").map(Self.word) ?? ""
        event.isCancelled = status.hasSuffix("Cancelled") || status.hasSuffix("Canceled")
        event.modified = first("modifiedTime", "dateModified").flatMap(Self.version)
        event.link =
            first("url", "modifyReservationUrl") ?? first("url", in: thing) ?? first("checkinUrl") ?? ""
        return event
    }

    private var code: String {
        let own = Self.code(object)
        return own.isEmpty ? packageCode : own
    }

    /// Returns the number that orders versions: the digits of the time, as calendars write it.
    private static func version(_ written: String) -> UInt64? {
        let digits = written.prefix(19).filter(\.isNumber)
        return digits.count == 14 ? UInt64(digits) : nil
    }

    private func time(_ view: JSONView, _ keys: String...) throws(SkippedEntry) -> CalendarTime? {
        guard let written = keys.lazy.compactMap({ Self.line(view[$0]) }).first else { return nil }
        guard let time = CalendarTime(iso: written) else { throw SkippedEntry(BadField.date.reason) }
        return time
    }

    /// Returns an event that is found again by the code of the booking and by what it is.
    private func made(
        _ name: String, _ start: CalendarTime?, position: Int, for parts: [String]
    ) throws(SkippedEntry) -> ImportedEvent {
        guard let start else { throw SkippedEntry(text("the date is missing")) }
        let key = code.isEmpty ? [name, start.moment.description] : [code] + parts
        let source = (["reservation", type] + key).joined(separator: ":")
        var event = ImportedEvent(
            position: position, identifier: UUID(derivedFrom: "event\u{0}\(source)\u{0}".utf8), name: name,
            start: start)
        event.source = source
        return event
    }

    private func journey(
        _ kind: LegKind, _ ends: (String, String), position: Int, _ localizer: Localizer
    ) throws(SkippedEntry) -> ImportedEvent {
        let origin = Self.end(thing[ends.0]), target = Self.end(thing[ends.1])
        guard let origin, let target else { throw SkippedEntry(text("the places are missing")) }
        let line = line(of: kind)
        let name = [line, "\(origin) – \(target)"].filter { !$0.isEmpty }.joined(separator: " ")
        var event = try made(
            name, try time(thing, "departureTime"), position: position, for: [line, origin, target])
        event.end = try time(thing, "arrivalTime")
        event.toldKind = .leg(kind)
        event.location = origin
        var booking = ImportedBooking(code: code)
        (booking.line, booking.origin, booking.target) = (line, origin, target)
        booking.seat = seat(of: kind, localizer)
        booking.cost = cost
        booking.platform = [
            first("departureTerminal", in: thing).map { text("Terminal %@", $0) },
            first("departureGate", in: thing).map { text("Gate %@", $0) },
            first("departurePlatform", in: thing).map { .verbatim($0) },
        ].compactMap { $0.map(localizer.string) }.joined(separator: ", ")
        event.booking = booking
        let arrival = [
            first("arrivalTerminal", in: thing).map { text("Arrival terminal: %@", $0) },
            first("arrivalGate", in: thing).map { text("Arrival gate: %@", $0) },
            first("arrivalPlatform", in: thing).map { text("Arrival platform: %@", $0) },
        ]
        event.details = details(localizer, arrival.map { $0.map(localizer.string) })
        return event
    }

    /// Returns the name of the place where a journey begins or ends: of an airport, also its code.
    private static func end(_ view: JSONView?) -> String? {
        guard let place = view.flatMap({ list($0).first }) else { return nil }
        let code = line(place["iataCode"])
        guard let name = name(place) else { return code }
        guard let code, !name.contains(code) else { return name }
        return "\(name) (\(code))"
    }

    /// The number of the flight, the train or the bus with the code of the airline, or the name of the train.
    private func line(of kind: LegKind) -> String {
        let number = first("flightNumber", "trainNumber", "busNumber", in: thing) ?? ""
        let isWhole = number.contains(where: \.isLetter)
        let before =
            kind == .flight
            ? (thing["airline"].flatMap { Self.line($0["iataCode"]) })
            : first("trainName", "busName", in: thing)
        guard let before, !isWhole, before != number else { return number }
        return number.isEmpty ? before : "\(before) \(number)"
    }

    private func stay(position: Int, _ localizer: Localizer) throws(SkippedEntry) -> ImportedEvent {
        guard let name = Self.name(thing) else { throw .missingName }
        let start = try time(object, "checkinTime", "checkinDate", "checkInTime", "checkInDate")
        var event = try made(name, start, position: position, for: [name])
        var end = try time(object, "checkoutTime", "checkoutDate", "checkOutTime", "checkOutDate")
        // A day without a time ends the event on the day of the check-out.
        if start?.moment.minute != nil, let written = end, written.moment.minute == nil { end = nil }
        event.end = end
        event.toldKind = .stay
        locate(&event, thing)
        var booking = ImportedBooking(code: code)
        booking.cost = cost
        event.booking = booking
        let room = [first("lodgingUnitType"), first("lodgingUnitDescription")]
        event.details = details(localizer, room + [first("telephone", in: thing)])
        return event
    }

    private func car(position: Int, _ localizer: Localizer) throws(SkippedEntry) -> ImportedEvent {
        let company = Self.name(thing["rentalCompany"]) ?? Self.name(object["provider"])
        let names = [company, Self.name(thing) ?? first("model", in: thing)].compactMap(\.self)
        guard !names.isEmpty else { throw .missingName }
        let name = names.joined(separator: ": ")
        let start = try time(object, "pickupTime")
        var event = try made(name, start, position: position, for: [name])
        event.toldKind = .sight
        if let place = object["pickupLocation"] { locate(&event, place, withName: true) }
        let end = try time(object, "dropoffTime")
        let place = object["dropoffLocation"].flatMap { Self.place($0) }
        let back = [end.map { localizer.string(LocalizedText("%@", table: "", [$0.moment.text])) }, place]
            .compactMap(\.self)
        let dropOff = back.isEmpty ? nil : text("Return: %@", back.joined(separator: ", "))
        event.details = details(localizer, [codeLine(localizer), dropOff.map(localizer.string)])
        event.booking = booking
        return event
    }

    private func visit(position: Int, _ localizer: Localizer) throws(SkippedEntry) -> ImportedEvent {
        guard let name = Self.name(thing) else { throw .missingName }
        let own = try time(thing, "startDate", "startTime")
        let other = try time(object, "startTime", "startDate"), start = own ?? other
        var event = try made(name, start, position: position, for: [name])
        let end = try time(thing, "endDate", "endTime")
        let otherEnd = try time(object, "endTime", "endDate")
        event.end = end ?? otherEnd
        event.toldKind = .sight
        if let place = thing["location"] {
            locate(&event, place, withName: true)
        } else {
            locate(&event, thing)
        }
        let seat = seat(of: nil, localizer)
        let guests = first("partySize").map { localizer.string(text("Guests: %@", $0)) }
        event.details = details(
            localizer,
            [codeLine(localizer), seat.isEmpty ? nil : localizer.string(text("Seat: %@", seat)), guests])
        event.booking = booking
        return event
    }

    /// The booking of a sight, which has no fields for its code and its seat.
    private var booking: ImportedBooking {
        var booking = ImportedBooking(code: "")
        booking.cost = cost
        return booking
    }

    // MARK: Fields

    private func codeLine(_ localizer: Localizer) -> String? {
        code.isEmpty ? nil : localizer.string(text("Booking code: %@", code))
    }

    /// Returns lines for the note: what the fields of the record can't hold.
    private func details(_ localizer: Localizer, _ lines: [String?] = []) -> String {
        let tickets = object["reservedTicket"].map(Self.list) ?? []
        let numbers = ([first("ticketNumber")] + tickets.map { Self.line($0["ticketNumber"]) })
            .compactMap(\.self)
        let ticket = numbers.first.map { localizer.string(text("Ticket: %@", $0)) }
        return (lines + [ticket]).compactMap(\.self).joined(separator: "\n")
    }

    /// The seat: of a train with its coach, and of a theatre with its row.
    private func seat(of kind: LegKind?, _ localizer: Localizer) -> String {
        let tickets = object["reservedTicket"].map(Self.list) ?? []
        let seats = ([object["airplaneSeat"]] + tickets.map { $0["ticketedSeat"] }).compactMap(\.self)
            .flatMap(Self.list)
        let texts = seats.compactMap { seat -> String? in
            if let text = Self.line(seat) { return text }
            guard let number = Self.line(seat["seatNumber"]) else { return Self.line(seat["name"]) }
            let row = Self.line(seat["seatRow"]), section = Self.line(seat["seatSection"])
            switch kind {
            case .flight: return row.map { number.hasPrefix($0) ? number : $0 + number } ?? number
            case nil: return [section, row, number].compactMap(\.self).joined(separator: " / ")
            default: return section.map { "\(number) (\($0))" } ?? number
            }
        }
        return texts.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }.joined(
            separator: ", ")
    }

    private var cost: Money? {
        let price = ["totalPrice", "price"].lazy.compactMap { object[$0] }.first
        guard let price, let written = Self.line(price) ?? Self.line(price["price"]) else { return nil }
        let told = first("priceCurrency") ?? Self.line(price["priceCurrency"])
        // The vocabulary has the marks of English: `1,184.60`.
        return BookingDetails.money(written, currency: told?.uppercased(), Localizer(.english))
    }

    /// Sets the address, the city and the place of an event.
    private func locate(_ event: inout ImportedEvent, _ view: JSONView, withName: Bool = false) {
        guard let place = Self.list(view).first else { return }
        event.location = withName ? Self.place(place) ?? "" : Self.address(place["address"]) ?? ""
        if let address = place["address"].flatMap({ Self.list($0).first }) {
            let country = Self.name(address["addressCountry"])
            // “Portland, US” can be several cities.
            let state = Self.line(address["addressRegion"]).flatMap {
                country.map { Countries.builtIn.code(of: $0) == "US" } ?? true
                    ? Countries.builtIn.stateCode(of: $0) : nil
            }
            event.city = [Self.line(address["addressLocality"]), state ?? country].compactMap(\.self)
                .joined(separator: ", ")
        }
        let geo = place["geo"]
        if let latitude = Self.line(geo?["latitude"]).flatMap(Double.init),
            let longitude = Self.line(geo?["longitude"]).flatMap(Double.init)
        {
            event.place = Coordinates(latitude: latitude, longitude: longitude)
        }
    }

    /// Returns the name and the address of a place.
    private static func place(_ view: JSONView) -> String? {
        guard let place = list(view).first else { return nil }
        let name = name(place), address = address(place["address"])
        guard let name, let address, !address.contains(name) else { return address ?? name }
        return "\(name), \(address)"
    }

    private static func address(_ view: JSONView?) -> String? {
        guard let address = view.flatMap({ list($0).first }) else { return nil }
        if let line = line(address) { return line }
        let town = [line(address["postalCode"]), line(address["addressLocality"])].compactMap(\.self)
            .joined(separator: " ")
        let region = line(address["addressRegion"]).flatMap { town.contains($0) ? nil : $0 }
        let parts = [line(address["streetAddress"]), town, region, name(address["addressCountry"])]
        let text = parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ", ")
        return text.isEmpty ? nil : text
    }
}

/// The fields of a booking that a file has in places of their own.
struct ImportedBooking: Hashable {
    /// The number of the flight or the train.
    var line = ""
    /// The places of a journey; empty for others.
    var origin = ""
    var target = ""
    var code: String
    var seat = ""
    var platform = ""
    var cost: Money?

    init(code: String) { self.code = code }
}
