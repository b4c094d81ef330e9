import Foundation

/// The values of a sight in itour's own KML exports.
enum KMLFields {
    /// Sets the values of a sight.
    static func apply(_ values: [String: String], to sight: inout ImportedSight) throws(ItemProblem) {
        sight.identifier = try RawFields.identifier(values["identifier"])
        sight.isVisited = values["visited"] == "true"
        if let destination = try? RawFields.name(values["destination"]) {
            sight.take(destination: destination) { values[$0] }
        }
        sight.details.hours = values["hours"] ?? ""
        sight.details.link = values["link"] ?? ""
        sight.details.otherName = values["otherName"] ?? ""
        if let written = values["visitedOn"] { sight.details.visitedOn = try RawFields.day(written) }
        if let written = values["scheduled"] { sight.details.schedule = try RawFields.moment(written) }
        sight.details.duration = try number(values, "duration", in: DurationReader.range)
        sight.details.rating = try number(values, "rating", in: 1...5)
        if let written = values["cost"] {
            guard let amount = Decimal(string: written, locale: Locale(identifier: "en_US_POSIX")) else {
                throw .value(key: "cost", written: written)
            }
            sight.details.cost = try RawFields.money(amount, values["currency"], key: "cost")
        }
    }

    private static func number(
        _ values: [String: String], _ key: String, in range: ClosedRange<Int>
    ) throws(ItemProblem) -> Int? {
        guard let written = values[key] else { return nil }
        guard let number = Int(written), range.contains(number) else {
            throw .value(key: key, written: written)
        }
        return number
    }
}
