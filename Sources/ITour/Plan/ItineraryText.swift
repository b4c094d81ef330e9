import Localization

/// Texts about the entries of a plan.
enum ItineraryText {
    /// Returns the time of a scheduled sight, with its end if the duration is known. An end after a day or more has its day.
    static func time(of sight: Sight) -> LocalizedText? {
        guard let minute = sight.scheduledMinute else { return nil }
        guard let end = end(of: sight), (sight.duration ?? 0) >= 1440 else {
            return span(minute, end(of: sight)?.minute)
        }
        return LocalizedText("%1$@ – %2$@", table: "", [.time(minute: minute), end.text])
    }

    /// Returns the end of a scheduled sight; `nil` if it isn't known.
    static func end(of sight: Sight) -> Moment? {
        guard let moment = sight.schedule, let minute = moment.minute, let duration = sight.duration else {
            return nil
        }
        let end = minute + duration
        return Moment(moment.day.adding(days: end / 1440), minute: end % 1440)
    }

    /// Returns the time of a leg's departure, with the arrival on the same day; or the time of its arrival.
    static func time(of leg: Leg, isArrival: Bool) -> LocalizedText? {
        if isArrival {
            return leg.arrival.minute.map {
                text("until %@", LocalizedText("%@", table: "", [.time(minute: $0)]))
            }
        }
        guard let minute = leg.departure.minute else { return nil }
        return span(minute, leg.arrival.day == leg.departure.day ? leg.arrival.minute : nil)
    }

    private static func span(_ minute: Int, _ end: Int?) -> LocalizedText {
        guard let end else { return LocalizedText("%@", table: "", [.time(minute: minute)]) }
        return LocalizedText("%1$@ – %2$@", table: "", [.time(minute: minute), .time(minute: end)])
    }

    /// Returns phrases about a sight: its duration without a time, its hours, its address and its note.
    static func about(_ sight: Sight) -> [LocalizedText] {
        var parts: [LocalizedText] = []
        if sight.scheduledMinute == nil, let duration = sight.duration { parts.append(.duration(duration)) }
        for string in [sight.address, sight.note] where !string.isEmpty {
            parts.append(.verbatim(firstLine(string)))
        }
        return parts
    }

    /// Returns phrases about a leg: its means of transport, its length, its booking and its note.
    ///
    /// - Parameters:
    ///   - leg: The leg.
    ///   - localizer: The user's language.
    ///   - hasCode: Whether the code of the booking is one of them. Default: `true`.
    static func about(_ leg: Leg, _ localizer: Localizer, hasCode: Bool = true) -> [LocalizedText] {
        var parts = [leg.kind.name]
        if let duration = leg.duration, duration >= 0 { parts.append(.duration(duration)) }
        parts += leg.booking(hasCode: hasCode)
        if !leg.note.isEmpty { parts.append(.verbatim(firstLine(leg.note))) }
        return parts
    }

    /// Returns phrases about a day of a stay.
    static func about(_ stay: Stay, on day: CivilDate, isCheckOut: Bool) -> [LocalizedText] {
        if isCheckOut { return [text("check-out")] }
        let night = stay.checkIn.day.days(until: day) + 1
        var parts: [LocalizedText] = []
        if night == 1 {
            parts.append(text("check-in"))
            if !stay.address.isEmpty { parts.append(.verbatim(firstLine(stay.address))) }
            if !stay.code.isEmpty { parts.append(text("code %@", stay.code)) }
        }
        if stay.nights > 1 { parts.append(text("night %1$lld of %2$lld", night, stay.nights)) }
        return parts
    }

    /// Returns phrases about a sight for paper: its telephone number and its cost.
    static func paper(_ sight: Sight, _ localizer: Localizer) -> [LocalizedText] {
        (sight.phone.isEmpty ? [] : [.verbatim(firstLine(sight.phone))])
            + sight.price(localizer)
    }

    static func firstLine(_ string: String) -> String {
        string.split(whereSeparator: \.isNewline).first.map(String.init) ?? string
    }
}
