import Foundation
import TestSupport

/// A fault at one of a program's system calls on files of its home.
struct Fault {
    /// The effect of the fault.
    enum Effect {
        /// The program is killed before the call.
        case kill
        /// The program is killed after half of its bytes are written.
        case tear
        /// The call fails with this error number.
        case error(Int32)
    }

    var effect: Effect
    /// The number of the call, starting at 1; 0 for none.
    var at: Int
    var calls = SystemCall.changes
    /// The folder whose files count. Default: the complete home.
    var folder = ""
    /// Whether all later calls fail too.
    var lasts = false
    /// A file; calls count and fail only while it exists.
    var armed: String?
    /// A file, and the offset of 4,096 unreadable bytes in it.
    var unreadable: (file: String, place: Int)?
    /// The file to which the number of calls is written.
    var countFile: String?
    /// The file to which a journal of all changes and output is written.
    var journal: String?

    /// The environment that passes the fault to a program in a home.
    func environment(inHome home: String) throws -> [String: String] {
        var environment = [
            "LD_PRELOAD": try ProgramUnderTest.path("libFaultInjector.so"),
            "FAULT_UNDER": folder.isEmpty ? home : "\(home)/\(folder)",
            "FAULT_CALLS": calls.map(\.rawValue).joined(separator: ","),
            "FAULT_AT": "\(at)",
        ]
        environment["FAULT_EFFECT"] =
            switch effect {
            case .kill: "kill"
            case .tear: "tear"
            case .error(let number): "\(number)"
            }
        // Failing output doesn't affect the store, but a program can be killed while it prints.
        if case .error = effect {} else { environment["FAULT_ANSWERS"] = folder.isEmpty ? "1" : nil }
        environment["FAULT_LASTS"] = lasts ? "1" : nil
        environment["FAULT_SWITCH"] = armed
        environment["FAULT_BAD_FILE"] = unreadable?.file
        environment["FAULT_BAD_AT"] = unreadable.map { "\($0.place)" }
        environment["FAULT_COUNT"] = countFile
        environment["FAULT_JOURNAL"] = journal
        return environment
    }
}
