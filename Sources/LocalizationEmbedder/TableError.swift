/// An error in a table, in the form that build systems and editors recognize: `path:line: error: message`.
struct TableError: Error, CustomStringConvertible {
    let path: String
    let line: Int
    let message: String

    var description: String { "\(path):\(line): error: \(message)" }
}
