/// A failure of SQLite, which is converted to a ``ModelDataError``.
package struct StatementFailure: Error {
    /// The extended result code.
    package let code: Int32
    let message: String
    let sql: String?
    /// The last system error number that SQLite recorded. It may belong to an earlier failure.
    var systemError: Int32 = 0

    package init(code: Int32, message: String, sql: String?, systemError: Int32 = 0) {
        (self.code, self.message, self.sql, self.systemError) = (code, message, sql, systemError)
    }
}
