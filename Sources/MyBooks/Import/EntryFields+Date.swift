import Localization
import Suite

extension EntryFields {
    /// Returns the date of a field; `nil` if it is missing, invalid or in the future. The last two are reported.
    mutating func date(
        _ field: FileField, _ convert: (String) throws(BadField) -> PartialDate? = ServiceValues.date
    ) -> PartialDate? {
        let today = today
        return value(field) { written throws(BadField) in try convert(written)?.upTo(today) }
    }

    /// Returns a date that is a part of a field; `nil` if it is empty, invalid or in the future. The last two are
    /// reported.
    mutating func date(_ written: String, in field: FileField) -> PartialDate? {
        do throws(BadField) {
            return written.isEmpty ? nil : try ServiceValues.date(written)?.upTo(today)
        } catch {
            drop(field, written: written, error)
            return nil
        }
    }
}
