import Localization

/// The languages in which tests run.
let english = Localizer(.english)
let polish = Localizer(Language(matching: "pl") ?? .english)
let hungarian = Localizer(Language(matching: "hu") ?? .english)
