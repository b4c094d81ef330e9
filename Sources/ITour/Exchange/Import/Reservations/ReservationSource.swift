import Formats
import Foundation
import Localization
import ProgramKit

/// Reads the reservations in an e-mail or a web page: JSON-LD or microdata in the vocabulary of schema.org, which airlines, railways, hotels
/// and others send for the programs of their guests.
struct ReservationSource: TripSource {
    private var rows: [ImportRow<TripFileItem>] = []

    var countsLines: Bool { false }

    /// The maximum length of a message or a page in bytes.
    private static let maximumLength = 1 << 26

    /// Returns the source of an e-mail: its reservations, or else the calendars in it.
    ///
    /// - Parameters:
    ///   - path: The path for errors.
    ///   - language: The language of words in notes.
    ///   - read: Returns the next bytes; none at the end.
    /// - Throws: ``TripFileError`` if there are none.
    static func mail(
        path: String, language: Language, read: () throws -> [UInt8]
    ) throws -> any TripSource {
        let message = MailMessage(try all(path: path, read))
        let sent = message.headers["date"].flatMap(MailDate.digits)
        var texts: [String] = [], calendars: [UInt8] = []
        for part in message.parts {
            switch part.type {
            case "text/html":
                texts += LinkedData.texts(
                    in: TextEncoding.decode(part.content(), namedEncoding: part.charset))
            case "application/ld+json":
                texts.append(TextEncoding.decode(part.content(), namedEncoding: part.charset))
            case "text/calendar", "application/ics":
                calendars += TextEncoding.decode(part.content(), namedEncoding: part.charset).utf8 + [0x0A]
            default: break
            }
        }
        let source = ReservationSource(texts, sent: sent, language: language)
        if !source.rows.isEmpty { return source }
        guard !calendars.isEmpty else { throw TripFileError.noReservations(path: path) }
        var pieces = [calendars]
        return CalendarSource(path: path) { pieces.popLast() ?? [] }
    }

    /// Returns the source of a web page.
    ///
    /// - Throws: `ImportFileError` if the page has no reservations.
    static func page(path: String, language: Language, read: () throws -> [UInt8]) throws -> ReservationSource
    {
        let bytes = try all(path: path, read)
        let html = TextEncoding.decode(bytes, namedEncoding: LinkedData.charset(of: bytes))
        let source = ReservationSource(LinkedData.texts(in: html), sent: nil, language: language)
        guard !source.rows.isEmpty else { throw TripFiles.kind.foreign(.webPage, path: path) }
        return source
    }

    private static func all(path: String, _ read: () throws -> [UInt8]) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while case let piece = try read(), !piece.isEmpty {
            bytes += piece
            guard bytes.count <= maximumLength else { throw TripFileError.tooLong(path: path) }
        }
        return bytes
    }

    private init(_ texts: [String], sent: UInt64?, language: Language) {
        var found: [UUID: Int] = [:]
        // Each part of a booking says the price of the whole.
        var prices: Set<String> = []
        var position = 0
        for text in texts {
            guard let document = try? JSONDocument(Array(text.utf8)) else {
                position += 1
                let reason = ITour.text("the reservation isn't valid JSON")
                rows.append(ImportRow(skipped: SkippedEntry(reason), at: position))
                continue
            }
            for reservation in SchemaReservation.all(in: JSONView(document)) {
                position += 1
                do throws(SkippedEntry) {
                    var event = try reservation.event(position: position, language: language)
                    event.modified = event.modified ?? sent
                    // One reservation for each traveller is one booking.
                    if let index = found[event.identifier], case .event(let other)? = rows[index].entry,
                        other.start == event.start
                    {
                        rows[index] = ImportRow(.event(other.joined(with: event)), at: other.position)
                        continue
                    }
                    if let code = event.booking?.code, !code.isEmpty, let cost = event.booking?.cost,
                        !prices.insert("\(code) \(cost.amount) \(cost.currency)").inserted
                    {
                        event.booking?.cost = nil
                    }
                    found[event.identifier] = rows.count
                    rows.append(ImportRow(.event(event), at: position))
                } catch {
                    rows.append(ImportRow(skipped: error, at: position))
                }
            }
        }
        rows.reverse()
    }

    mutating func next() -> ImportRow<TripFileItem>? { rows.popLast() }
}

extension ImportedEvent {
    /// Returns the event with the seats of another traveller.
    fileprivate func joined(with other: ImportedEvent) -> ImportedEvent {
        guard let seat = other.booking?.seat, !seat.isEmpty, var booking else { return self }
        let seats = booking.seat.split(separator: ",").map { $0.drop { $0 == " " } }
        if !seats.contains(seat[...]) {
            booking.seat = booking.seat.isEmpty ? seat : "\(booking.seat), \(seat)"
        }
        var event = self
        event.booking = booking
        return event
    }
}

/// The linked data in a page.
enum LinkedData {
    /// Returns the texts of the scripts, which are in JSON, and the items in attributes in the same form.
    static func texts(in html: String) -> [String] {
        let bytes = Array(html.utf8)
        var texts: [String] = []
        var start = 0
        while let tag = find("<script", in: bytes[...], from: start) {
            guard let end = bytes[tag...].firstIndex(of: UInt8(ascii: ">")),
                let close = find("</script", in: bytes[...], from: end)
            else { break }
            if find("application/ld+json", in: bytes[..<end], from: tag) != nil {
                if let text = json(bytes[(end + 1)..<close]) { texts.append(text) }
            }
            start = close
        }
        return texts + Microdata.texts(in: html)
    }

    /// Returns the list or the object in a script. Some programs put it into a comment, or into a section of characters.
    private static func json(_ content: ArraySlice<UInt8>) -> String? {
        guard var first = content.firstIndex(of: UInt8(ascii: "{")),
            var last = content.lastIndex(of: UInt8(ascii: "}")), first < last
        else { return nil }
        let isSpace = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
        if let before = content[..<first].lastIndex(where: { !isSpace($0) }), content[before] == 0x5B,
            let after = content[(last + 1)...].firstIndex(where: { !isSpace($0) }), content[after] == 0x5D
        {
            (first, last) = (before, after)
        }
        return String(decoding: content[first...last], as: UTF8.self)
    }

    /// Returns the name of the encoding in the head of a page, in lower case; `nil` if the page names none.
    static func charset(of bytes: [UInt8]) -> String? {
        let head = bytes.prefix(4096)
        guard let start = find("charset=", in: head, from: 0) else { return nil }
        let name = head[(start + 8)...].drop { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }
            .prefix { "\"'> ;/".utf8.contains($0) == false }
        return String(decoding: name, as: UTF8.self).lowercased()
    }

    /// Returns the position of a word in lower case, whatever the case of the text is.
    static func find(_ word: String, in bytes: ArraySlice<UInt8>, from start: Int) -> Int? {
        let word = Array(word.utf8)
        var index = start
        while index + word.count <= bytes.endIndex {
            if lower(bytes[index]) == word[0],
                (1..<word.count).allSatisfy({ lower(bytes[index + $0]) == word[$0] })
            {
                return index
            }
            index += 1
        }
        return nil
    }

    private static func lower(_ byte: UInt8) -> UInt8 { (65...90).contains(byte) ? byte + 32 : byte }
}

/// The dates in the headers of e-mail.
enum MailDate {
    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    /// Returns the digits of a date in UTC, such as `Wed, 18 Nov 2026 10:00:00 +0100`, as calendars write them; `nil` for
    /// other texts.
    static func digits(_ header: String) -> UInt64? {
        let words = header.split { $0 == " " || $0 == "," }
        guard let first = words.firstIndex(where: { $0.first?.isNumber ?? false }), words.count >= first + 5,
            let number = Int(words[first]),
            let month = months.firstIndex(of: words[first + 1].prefix(3).lowercased()),
            let year = Int(words[first + 2]),
            let day = CivilDate(year: year, month: month + 1, day: number),
            let offset = CalendarTime.offset(named: String(words[first + 4]))
                ?? (words[first + 4].contains("T") ? 0 : nil)
        else { return nil }
        let clock = words[first + 3].split(separator: ":").map { Int($0) ?? 0 }
        guard (2...3).contains(clock.count), (0..<24).contains(clock[0]), (0..<60).contains(clock[1]) else {
            return nil
        }
        let shifted = day.utcDate.addingTimeInterval(Double((clock[0] * 60 + clock[1] - offset) * 60))
        let moment = Moment(stored: shifted, isAllDay: false)
        let time = (moment.minute ?? 0) / 60 * 10_000 + (moment.minute ?? 0) % 60 * 100
        let seconds = clock.count == 3 ? min(max(clock[2], 0), 59) : 0
        return UInt64(moment.day.description.filter(\.isNumber)).map {
            $0 * 1_000_000 + UInt64(time + seconds)
        }
    }
}
