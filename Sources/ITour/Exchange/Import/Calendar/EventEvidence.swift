import Foundation
import Localization

/// What the texts and times of an event prove about it. Without evidence, an event is a scheduled entry.
///
/// The rules, of which the first one counts:
///
/// 1. An event that itour exported is what it was.
/// 2. The description of a trip program begins with the kind: `[Flight]`, `[Lodging]`.
/// 3. “Check-in: …” begins a stay.
/// 4. An event between two times is transport if they are on clocks of two zones, or if its title names transport: the
///    number of a train; a means of transport with a number or a way; the number of a flight together with a known place,
///    an airport or the word “flight”; a way between two known places.
/// 5. An event over nights is a stay if its title has a word such as “hotel”, or if it begins after noon, ends before 13:00
///    and has a place.
///
/// So “PyCon JP 2027” and “Dinner table AB 12” are no flights, and a rental car or a conference is no stay.
@MainActor
struct EventEvidence {
    private let event: ImportedEvent
    private let isPlace: (String) -> Bool
    /// The words of the title, folded.
    private let words: Set<String>

    /// Prepares the evidence.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - isPlace: Whether a text names a known place: an airport, a station or a city.
    init(_ event: ImportedEvent, isPlace: @escaping (String) -> Bool) {
        self.event = event
        self.isPlace = isPlace
        words = Set(event.name.prefix(300).split { !$0.isLetter }.map { SearchFold.fold(String($0)) })
    }

    /// Whether a text names a known place, or begins with a large city as the name of a station does: `Lisboa - Oriente`.
    private func isEnd(_ text: String) -> Bool {
        isPlace(text) || Gazetteer.builtIn.city(atStartOf: text) != nil
    }

    /// What the event becomes.
    ///
    /// - Parameter form: What the user says; `nil` for the rules.
    func kind(as form: EventForm?) -> EventKind {
        switch form {
        case .leg: return .leg(legKind(LegTitle(event.name)))
        case .stay: return .stay
        case .sight: return .sight
        case nil: break
        }
        if let kind = event.ownKind ?? event.toldKind { return kind }
        if let tagged { return tagged }
        if event.isCheckIn { return .stay }
        if mayBeLeg {
            let title = LegTitle(event.name)
            if isLeg(title) { return .leg(legKind(title)) }
        }
        return isStay ? .stay : .sight
    }

    /// The words in brackets with which programs for trips begin descriptions.
    private static let tags: [String: EventKind] = [
        "flight": .leg(.flight), "rail": .leg(.train), "train": .leg(.train), "bus": .leg(.bus),
        "ferry": .leg(.ferry), "lodging": .stay, "hotel": .stay, "activity": .sight, "car": .sight,
        "restaurant": .sight,
    ]

    private var tagged: EventKind? {
        guard event.details.hasPrefix("["), let end = event.details.firstIndex(of: "]") else { return nil }
        let word = event.details[event.details.index(after: event.details.startIndex)..<end]
        return Self.tags[SearchFold.fold(String(word.prefix(20)))]
    }

    // MARK: Transport

    private var mayBeLeg: Bool {
        guard let end = event.end, event.start.moment.minute != nil, end.moment.minute != nil, !isRental
        else { return false }
        // “Online check-in for LO 79” is no flight.
        return !words.contains("check") && !words.contains("checkin") && !words.contains("odprawa")
    }

    private func isLeg(_ title: LegTitle) -> Bool {
        if let end = event.end, event.start.hasOtherZone(than: end) { return true }
        let known = [title.origin, title.target].compactMap(\.self).count(where: isPlace)
        switch title.number {
        case .train, .word: return true
        case .flight:
            if title.word == .flight || title.target != nil && known > 0
                || Airports.builtIn.airport(namedBy: event.location) != nil
            {
                return true
            }
        case nil: break
        }
        guard title.target != nil, let way = title.way, Self.visitWords.isDisjoint(with: words) else {
            return false
        }
        if title.word != nil { return way == .dash ? known > 0 : title.beginsWithWord || known > 0 }
        if known == 2, way != .dash || event.legOfDetails != nil { return true }
        return way == .arrow && [title.origin, title.target].allSatisfy { $0.map(isEnd) ?? false }
    }

    private func legKind(_ title: LegTitle) -> LegKind {
        if case .leg(let kind) = event.ownKind { return kind }
        // “RE 4711 Nürnberg Hbf – Bamberg” has the form of a flight.
        let ends = [title.origin, title.target].compactMap(\.self)
        if title.number == .flight, title.word == nil,
            ends.contains(where: Gazetteer.namesRailway) || BookingDetails.namesCoach(event.details)
                || !ends.contains(where: isPlace) && event.legOfDetails?.number == .train
        {
            return .train
        }
        if let kind = title.kind ?? event.legOfDetails?.kind { return kind }
        if BookingDetails.namesCoach(event.details) { return .train }
        return (event.end.map { event.start.hasOtherZone(than: $0) } ?? false) ? .flight : .other
    }

    // MARK: Stays

    private static let stayWords: Set<String> = [
        "hotel", "hostel", "motel", "inn", "ryokan", "minshuku", "airbnb", "apartment", "apartments",
        "guesthouse", "lodge", "hut", "camping", "campsite", "resort", "pension", "pensjonat", "nocleg",
        "noclegi", "apartament", "schronisko", "kwatera", "szallas", "szalloda", "panzio", "vendeghaz",
        "apartman", "albergo", "auberge", "gasthof", "ferienwohnung", "stay", "accommodation", "lodging",
    ]

    /// Words of visits, which a means of transport can precede: “Bus tour – Old Town”.
    private static let visitWords: Set<String> = [
        "tour", "museum", "workshop", "simulator", "exhibition", "zwiedzanie", "muzeum", "varosnezes",
        "muzeumok",
    ]

    private static let rentalWords: Set<String> = [
        "rental", "rent", "hire", "mietwagen", "wynajem", "wypozyczalnia", "autoberles", "berauto",
    ]

    private var isRental: Bool { !Self.rentalWords.isDisjoint(with: words) }

    private var isStay: Bool {
        guard !isRental, let end = event.localEnd else { return false }
        let start = event.localStart, nights = start.day.days(until: end.day)
        let hasWord = !Self.stayWords.isDisjoint(with: words)
        guard let first = start.minute, let last = end.minute else {
            return hasWord && nights > 1 || nights == 1 && event.isStayByTitle
        }
        // An evening may end after midnight.
        guard nights > 1 || nights == 1 && last >= 4 * 60 else { return false }
        return hasWord || first >= 12 * 60 && last <= 13 * 60 && !event.location.isEmpty
    }

    // MARK: Trips

    /// Whether the event may stand for a whole trip: days whose title begins with a known place, such as “Tokyo, Japan,
    /// March 2027”.
    var isTrip: Bool {
        guard event.ownKind == nil, event.start.moment.minute == nil, !isRental,
            Self.stayWords.isDisjoint(with: words), event.start.moment.day.days(until: event.lastDay) >= 2
        else { return false }
        let place = event.name.split(separator: ",").first.map(String.init) ?? event.name
        return event.name.contains(",") && isPlace(place)
    }
}

extension ImportedEvent {
    /// The words before the name of a place in “Check-in: Hotel” and the like, folded.
    private static let checkIns = ["check-in", "check in", "checkin", "zameldowanie", "bejelentkezes"]
    private static let checkOuts = ["check-out", "check out", "checkout", "wymeldowanie", "kijelentkezes"]
    private static let stays = [
        "stay at", "stay in", "your stay at", "your stay in", "nocleg:", "nocleg w", "pobyt:", "pobyt w",
        "szallas:", "szallasfoglalas:", "hotel:", "hotel booking:", "hotel reservation:", "lodging:",
    ]
    /// Words that show that a check-in isn't one of a stay.
    private static let notStays = ["flight", "online", "lot", "samolot", "jarat", "baggage", "bag"]

    /// Whether the event is the check-in of a stay.
    var isCheckIn: Bool { name(after: Self.checkIns) != nil }

    /// Whether the event is a check-in that says no check-out. In the files of trip programs, it lasts an hour.
    var isOnlyCheckIn: Bool { isCheckIn && (localEnd.map { $0.day <= localStart.day } ?? true) }

    /// Whether the title begins as that of a stay: “Stay at …”.
    var isStayByTitle: Bool { isCheckIn || name(after: Self.stays) != nil }

    /// The name of the place that a check-out leaves; `nil` for another event.
    var checkedOut: String? { name(after: Self.checkOuts) }

    /// The name of a stay, without “Check-in:” or “Stay at”.
    var stayName: String { name(after: Self.checkIns) ?? name(after: Self.stays) ?? name }

    private func name(after beginnings: [String]) -> String? {
        let folded = SearchFold.fold(String(name.prefix(40)))
        guard let beginning = beginnings.first(where: { folded.hasPrefix($0) }),
            !folded.split(whereSeparator: { !$0.isLetter }).contains(where: {
                Self.notStays.contains(String($0))
            })
        else { return nil }
        var rest = name.dropFirst(beginning.count)
        guard let next = rest.first, !next.isLetter || beginning.hasSuffix(":") else { return nil }
        rest = rest.drop { $0.isWhitespace || ":–—-|".contains($0) }
        for word in ["at ", "in ", "w "] where rest.lowercased().hasPrefix(word) {
            rest = rest.dropFirst(word.count)
        }
        let stay = rest.trimmingCharacters(in: .whitespaces)
        return stay.isEmpty ? nil : stay
    }
}
