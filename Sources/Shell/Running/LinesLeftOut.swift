import Localization

/// Whoever read the output of a script has gone, and lines of it were not run.
struct LinesLeftOut: PresentableError {
    var problem: LocalizedText {
        text("Nobody reads the output any more, so the lines after this one were not run.")
    }
    var remedy: LocalizedText? {
        text("To have all lines run, let the output go to a file or to /dev/null.")
    }
    var failure: FailureKind { .readerGone }
}
