import Localization

/// The languages of the tests.
let english = Localizer(.english)
let polish = Localizer(Language(matching: "pl") ?? .english)
let hungarian = Localizer(Language(matching: "hu") ?? .english)
