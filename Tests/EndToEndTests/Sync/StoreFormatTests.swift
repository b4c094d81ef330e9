import Foundation
import TestSupport
import Testing

@testable import ModelData

/// `docs/store-format.md`, compared with real stores.
@Suite("The page about the format of stores", .level(.default), .serialized)
struct StoreFormatTests {
    /// A table with its columns and indexes, one line each.
    private struct Format: Equatable {
        var columns: [String] = []
        var indexes: [String] = []
    }

    /// Returns the tables of the page.
    private static func documented() throws -> [String: Format] {
        var formats: [String: Format] = [:]
        var name: String?
        var isIndex = false
        for line in try Document("docs/store-format.md").lines {
            if line.hasPrefix("#") {
                name = line.wholeMatch(of: /### `(\w+)`/).map { String($0.1) }
                if let name { formats[name] = Format() }
            }
            if line.hasPrefix("| column |") { isIndex = false }
            if line.hasPrefix("| index |") { isIndex = true }
            guard let name, let cells = line.wholeMatch(of: /\| `(\w+)` \| ([^|]+) \|(?: .+ \|)?/) else {
                continue
            }
            if isIndex {
                formats[name]?.indexes.append("\(cells.1): \(cells.2)")
            } else {
                formats[name]?.columns.append("\(cells.1): \(cells.2)")
            }
        }
        return formats
    }

    /// Returns the tables of a store.
    private static func stored(in path: String) throws -> [String: Format] {
        let connection = try StoreConnection(path: path, timeout: 20, isReadOnly: true)
        defer { try? connection.close() }
        var formats: [String: Format] = [:]
        let tables = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
        for table in try connection.rows(tables).map({ $0[0].description }) {
            var format = Format()
            format.columns = try connection.rows(
                """
                SELECT format('%s: %s%s', name, type, iif("notnull" OR pk, '', ' or NULL'))
                FROM pragma_table_info(?)
                """, [.text(table)]
            ).map { $0[0].description }
            format.indexes = try connection.rows(
                """
                SELECT format('%s: %s%s%s', l.name, (SELECT group_concat(format('`%s`', name), ', ')
                    FROM pragma_index_info(l.name)), iif(l."unique", ', unique', ''),
                    iif(l.partial, format(', where `%s`', substr(s.sql, instr(s.sql, ' WHERE ') + 7)), ''))
                FROM pragma_index_list(?) AS l JOIN sqlite_schema AS s ON s.name = l.name
                WHERE l.origin = 'c' ORDER BY l.name
                """, [.text(table)]
            ).map { $0[0].description }
            formats[table] = format
        }
        return formats
    }

    @Test func `The page has exactly the tables, columns and indexes of the programs' stores`() throws {
        let documented = try Self.documented()
        var found: Set<String> = []
        func compare(_ device: SyncDevice, _ state: String) throws {
            let name = (device.program as NSString).lastPathComponent
            let path = device.home.file("home/.local/share/\(name)/\(name).store")
            for (table, format) in try Self.stored(in: path) {
                #expect(documented[table] == format, "\(name), \(state): \(table)")
                found.insert(table)
            }
        }
        let server = try SyncServerProcess()
        for (name, additions) in [
            ("mybooks", [["add", "Solaris", "Lem"]]), ("portfolio", [["new", "Fix it"]]),
            ("itour", [["add", "Łódź"], ["poi", "import", "points.json"]]),
            ("moonshot", [["favourite", "11"]]),
        ] {
            let device = try SyncDevice(name)
            let points = """
                [{"identifier": "00000001-0000-4000-8000-000000000000", "name": "Tower", "address": "",
                 "city": "Rome", "country": "Italy", "information": "", "latitude": 41.9, "longitude": 12.5}]
                """
            try points.write(toFile: device.home.file("points.json"), atomically: true, encoding: .utf8)
            for addition in additions {
                let result = try TestSupport.run(
                    device.program, addition, environment: device.home.environment(),
                    workingDirectory: device.home.path)
                #expect(result.status == .exited(0), "\(result.stderr)")
            }
            try compare(device, "before the login")
            if name == "moonshot" { continue }
            let token = try server.addDevice("\(name)-laptop")
            let login = try device.run(
                "sync", "login", "http://127.0.0.1:\(server.port)", "--token-file", "-", "--key-file",
                try device.keyFile(), input: token + "\n")
            #expect(login.status == .exited(0), "\(login.stderr)")
            try compare(device, "synchronized")
            #expect(try device.run("sync", "off").status == .exited(0))
            try compare(device, "after “sync off”")
        }
        #expect(found == Set(documented.keys))
    }
}
