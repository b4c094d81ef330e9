import Foundation
import TestSupport
import Testing

@Suite("Tasks of taskwarrior", .level(.default))
struct TaskwarriorTests {
    private static let settings = """
        confirmation=off
        hooks=off
        verbose=nothing
        uda.size.type=string
        uda.effort.type=numeric
        uda.estimate.type=duration
        uda.seen.type=date

        """

    /// Returns an identifier that ends with a number.
    private static func identifier(_ number: Int) -> String {
        "0000\(String(format: "%04d", number))-0000-4000-8000-000000000000"
    }

    /// Returns 33 tasks with values in every field, also in fields of the user.
    private static func tasks() -> [[String: Any]] { (1...33).map(task) }

    private static func task(_ number: Int) -> [String: Any] {
        let second = String(format: "%02d", number)
        var task: [String: Any] = [
            "uuid": identifier(number), "description": "Task \(number) \"q\" ż",
            "status": number % 3 == 1 ? "completed" : "pending", "entry": "20260101T0900\(second)Z",
            "modified": "20260201T1000\(second)Z",
        ]
        if number % 3 == 1 {
            task["end"] = "20260201T1000\(second)Z"
        } else {
            if number % 2 == 1 { task["due"] = "20261103T17150\(number % 10)Z" }
            if number % 5 == 0 { task["scheduled"] = "20261001T000000Z" }
            if number % 7 == 0 { task["wait"] = "20301015T083000Z" }
            if number % 11 == 0 { task["start"] = "20260301T080000Z" }
            if number % 4 == 0 { task["until"] = "20310101T000000Z" }
        }
        if number % 2 == 0 { task["priority"] = ["H", "M", "L"][number / 2 % 3] }
        if number % 3 == 0 { task["project"] = ["Home", "Home.garden", "Work"][number / 3 % 3] }
        if number % 4 == 0 { task["tags"] = ["zoo", "Ape", "bee"] }
        switch number % 5 {
        case 1: task["size"] = "L, \"x\""
        case 2: task["effort"] = number % 2 == 0 ? 3.0 : 4.5
        case 3: task["estimate"] = "PT1H30M"
        case 4: task["seen"] = "20260505T111213Z"
        default: break
        }
        if number % 6 == 0 {
            task["annotations"] = [
                ["entry": "20260303T101010Z", "description": "first"],
                ["entry": "20260304T101010Z", "description": "second"],
            ]
        }
        if number > 30 { task["depends"] = [identifier(number - 1)] }
        return task
    }

    /// Returns tasks by their identifiers, without what taskwarrior computes.
    private static func comparable(_ json: Data) throws -> [String: NSDictionary] {
        let tasks = try #require(try JSONSerialization.jsonObject(with: json) as? [[String: Any]])
        var found: [String: NSDictionary] = [:]
        for var task in tasks {
            for key in ["id", "urgency"] { task[key] = nil }
            if let tags = task["tags"] as? [String] { task["tags"] = tags.sorted() }
            found[task["uuid"] as? String ?? ""] = task as NSDictionary
        }
        return found
    }

    private static func compare(_ before: Data, _ after: Data) throws {
        let (old, new) = (try comparable(before), try comparable(after))
        #expect(old.count == 33)
        #expect(new.count == 33)
        for (identifier, task) in old { #expect(new[identifier] == task, "\(identifier)") }
    }

    @Test(arguments: [false, true])
    func `go in and out with the same values, as an array or on lines`(onLines: Bool) throws {
        let tracker = try Tracker()
        let parts = try Self.tasks().map {
            String(decoding: try JSONSerialization.data(withJSONObject: $0), as: UTF8.self)
        }
        let array = "[\(parts.joined(separator: ",\n"))]"
        try tracker.home.write(onLines ? parts.joined(separator: "\n") + "\n" : array, to: "in.json")
        #expect(try tracker.portfolio("import", "in.json").status == .exited(0))
        #expect(try tracker.portfolio("export", "out.json", "--as", "taskwarrior").status == .exited(0))
        let out = try Data(contentsOf: URL(fileURLWithPath: tracker.home.file("out.json")))
        try Self.compare(Data(array.utf8), out)
    }

    private static let hasTaskwarrior = FileManager.default.isExecutableFile(atPath: "/usr/bin/task")

    @Test(.enabled(if: hasTaskwarrior, "taskwarrior is not installed"))
    func `are accepted by taskwarrior with the same values`() throws {
        let tracker = try Tracker()
        try tracker.home.write(Self.settings, to: "taskrc")
        try tracker.home.write(
            String(decoding: try JSONSerialization.data(withJSONObject: Self.tasks()), as: UTF8.self),
            to: "in.json")
        func task(_ data: String, _ arguments: String...) throws -> ProcessResult {
            try FileManager.default.createDirectory(
                atPath: tracker.home.file(data), withIntermediateDirectories: true)
            return try run(
                "/usr/bin/task", arguments,
                environment: [
                    "HOME": tracker.home.path, "TASKRC": tracker.home.file("taskrc"),
                    "TASKDATA": tracker.home.file(data), "LANG": "C.UTF-8", "TZ": "UTC",
                ], workingDirectory: tracker.home.path)
        }
        #expect(try task("first", "import", "in.json").status == .exited(0))
        let before = try task("first", "export").stdout
        try tracker.home.write(before, to: "tasks.json")
        #expect(try tracker.portfolio("import", "tasks.json").status == .exited(0))
        #expect(try tracker.portfolio("export", "out.json", "--as", "taskwarrior").status == .exited(0))
        let imported = try task("second", "import", "out.json")
        #expect(imported.status == .exited(0), "\(imported.stderr)")
        try Self.compare(Data(before.utf8), Data(try task("second", "export").stdout.utf8))
    }
}
