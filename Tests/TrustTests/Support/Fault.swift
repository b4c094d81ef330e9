import Foundation
import TestSupport

/// A fault at one of a program's system calls on files of its home.
struct Fault {
    /// The effect of the fault.
    enum Effect {
        /// The program is killed before the call.
        case kill
        /// The program is killed after the call has written half of its bytes.
        case tear
        /// The call fails with this error number.
        case error(Int32)
    }

    var effect: Effect
    /// The number of the call that fails, starting at 1. If it is 0, no call fails.
    var at: Int
    var calls = SystemCall.changes
    /// The folder of the home in which calls are counted and fail. Default: the complete home.
    var folder = ""
    /// Whether all later calls fail too.
    var lasts = false
    /// A file. Calls are counted and fail only while this file exists.
    var armed: String?
    /// A file with an unreadable sector of 4,096 bytes, and the offset of this sector.
    var unreadable: (file: String, place: Int)?
    /// The file to which the number of calls is written.
    var countFile: String?
    /// The file to which a journal of all changes and output is written.
    var journal: String?

    /// Returns the environment variables that make a program with this home directory have the fault.
    func environment(inHome home: String) throws -> [String: String] {
        var environment = [
            "LD_PRELOAD": try FaultLibrary.path(),
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
