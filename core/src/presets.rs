//! What known senders do, as constants.
//!
//! Each says where its numbers come from. What a sender does not publish is not
//! made up: such a sender has no preset, or its line says which part is ours.
//! How a server's `Retry-After` is taken is reknock's own default throughout
//! ([`HintRules::DEFAULT`]), unless the line says otherwise.
//!
//! ```
//! use reknock::presets;
//!
//! for preset in presets::ALL {
//!     println!("{:20} {}", preset.name, preset.source);
//! }
//! assert_eq!(presets::by_name("svix").map(|preset| preset.policy), Some(&presets::SVIX));
//! ```

use crate::delivery::backoff::{Factor, Then};
use crate::delivery::jitter::Jitter;
use crate::policy;
use crate::policy::{HintMode, HintRules, Policy};
use crate::time::Millis;

/// A policy with a name and a source.
///
/// ```
/// let svix = reknock::presets::by_name("svix").unwrap();
/// assert_eq!(svix.policy.max_attempts(), Some(8));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Its name, for [`by_name`] and for configurations.
    pub name: &'static str,
    /// The policy.
    pub policy: &'static Policy,
    /// Where the numbers come from.
    pub source: &'static str,
}

/// The preset with this name.
///
/// ```
/// assert!(reknock::presets::by_name("stripe").is_none(), "it publishes no numbers");
/// ```
#[must_use]
pub fn by_name(name: &str) -> Option<&'static Preset> {
    ALL.iter().find(|preset| preset.name == name)
}

const fn s(secs: u32) -> Millis {
    Millis::from_secs(secs)
}

const fn m(mins: u32) -> Millis {
    Millis::from_mins(mins)
}

const fn h(hours: u32) -> Millis {
    Millis::from_hours(hours)
}

/// Defines each preset as a constant of its own, and the list of them all.
macro_rules! presets {
    ($($(#[$doc:meta])* $constant:ident $name:literal $source:literal = $builder:expr;)*) => {
        $(
            $(#[$doc])*
            ///
            #[doc = concat!("Source: ", $source, ".\n\n```\nuse reknock::presets;\n\n")]
            #[doc = concat!("assert_eq!(presets::by_name(\"", $name, "\").unwrap().policy, ")]
            #[doc = concat!("&presets::", stringify!($constant), ");\n```")]
            pub const $constant: Policy = policy!($builder);
        )*

        /// All of them.
        ///
        /// ```
        /// assert_eq!(reknock::presets::ALL[0].name, "stormSafe");
        /// ```
        pub static ALL: &[Preset] =
            &[$(Preset { name: $name, policy: &$constant, source: $source }),*];
    };
}

presets! {
    /// The default: 30 s doubling to 1 h, full jitter, 5 tries. The settings
    /// recommended against retry storms.
    STORM_SAFE "stormSafe" "GetHook's article on retry storms, its recommended settings" =
        Policy::exponential(s(30), Factor::whole(2)).max_delay(h(1)).max_attempts(5);

    /// GetHook: 30 s, 2 min, 10 min, 1 h; ±20 %; 5 tries.
    GET_HOOK "getHook" "GetHook's published schedule" =
        Policy::schedule(&[s(30), m(2), m(10), h(1)], Then::Stop).jitter(Jitter::Proportional(200));

    /// Hook Mesh: 5 s, five times longer each time, then every 6 h until 48 h
    /// after creation; ±25 %.
    ///
    /// The published 2 min, 10 min, 50 min and 4 h are its formula rounded;
    /// this is the formula.
    HOOK_MESH "hookMesh" "Hook Mesh's documentation" =
        Policy::schedule(
            &[s(5), s(25), s(125), s(625), s(3_125), s(15_625), h(6)],
            Then::RepeatLast,
        )
        .jitter(Jitter::Proportional(250))
        .no_attempt_limit()
        .window(h(48));

    /// WebhookStream: 10 s to 24 h in 8 retries, about 35 h; ±20 %.
    WEBHOOK_STREAM "webhookStream" "WebhookStream's article on retry strategies" =
        Policy::schedule(&[s(10), s(30), m(2), m(10), m(30), h(2), h(8), h(24)], Then::Stop)
            .jitter(Jitter::Proportional(200));

    /// A job worker's quick retries: 100 ms doubling to 2 s, full jitter.
    ///
    /// The number of tries is the caller's in the source; 5 is reknock's default.
    WORKER_JOURNAL "workerJournal" "a worker's development journal, day 137" =
        Policy::exponential(Millis::new(100), Factor::whole(2)).max_delay(s(2));

    /// Slack's Events API: at once, after 1 min, after 5 min.
    ///
    /// From secondary sources; its jitter is not published, so there is none.
    SLACK "slack" "secondary sources on Slack's Events API" =
        Policy::schedule(&[Millis::ZERO, m(1), m(5)], Then::Stop).jitter(Jitter::None);

    /// Svix: 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 10 h; ±20 %; 8 tries.
    ///
    /// Svix itself takes a `Retry-After` only between one and two times the
    /// scheduled delay.
    SVIX "svix" "Svix's open-source server" =
        Policy::schedule(&[s(5), m(5), m(30), h(2), h(5), h(10), h(10)], Then::Stop)
            .jitter(Jitter::Proportional(200));

    /// The example schedule of the Standard Webhooks specification: 10 tries
    /// over 75 h.
    ///
    /// The specification asks for some jitter without a figure: the ±10 % are ours.
    STANDARD_WEBHOOKS "standardWebhooks" "the Standard Webhooks specification, its example" =
        Policy::schedule(
            &[s(5), m(5), m(30), h(2), h(5), h(10), h(14), h(20), h(24)],
            Then::Stop,
        )
        .jitter(Jitter::Proportional(100));

    /// Hook0: 3 s to 5 h, then 10 h seventeen times; up to 10 % on top (2 s to
    /// 15 min); 25 tries. A `Retry-After` of up to 10 h lengthens a delay.
    HOOK0 "hook0" "Hook0's source code" =
        Policy::schedule(
            &[
                s(3), s(10), m(3), m(30), h(1), h(3), h(5),
                h(10), h(10), h(10), h(10), h(10), h(10), h(10), h(10), h(10),
                h(10), h(10), h(10), h(10), h(10), h(10), h(10), h(10),
            ],
            Then::Stop,
        )
        .jitter(Jitter::Additive { per_mille: 100, min: s(2), max: m(15) })
        .hints(HintRules { longest: h(10), mode: HintMode::AtLeast, ..HintRules::DEFAULT });

    /// Hookdeck Outpost: 30 s doubling ten times, no jitter; 11 tries.
    OUTPOST "outpost" "Hookdeck Outpost's source code" =
        Policy::exponential(s(30), Factor::whole(2))
            .jitter(Jitter::None)
            .max_delay(s(15_360))
            .max_attempts(11);

    /// Convoy's default strategy, which it calls linear: every 100 s, 10 tries.
    CONVOY "convoy" "Convoy's source code" =
        Policy::constant(s(100)).jitter(Jitter::None).max_attempts(10);

    /// Convoy's exponential strategy with its default interval: 100 s doubling
    /// to 2 h, up to 5 s on top; 10 tries.
    ///
    /// At the cap Convoy adds the jitter on top; here the window slides under it.
    CONVOY_EXPONENTIAL "convoyExponential" "Convoy's source code" =
        Policy::exponential(s(100), Factor::whole(2))
            .jitter(Jitter::Additive {
                per_mille: 0,
                min: Millis::new(4_999),
                max: Millis::new(4_999),
            })
            .max_delay(h(2))
            .max_attempts(10);

    /// GitHub: one try, no automatic redelivery.
    ///
    /// The minute before a try that the sender's own fault prevented is ours.
    GITHUB "gitHub" "GitHub's documentation" =
        Policy::constant(m(1)).jitter(Jitter::None).max_attempts(1);

    /// Square: 1 min doubling to 1 h, then 2 h, 4 h, 8 h, 8 h; 11 retries.
    ///
    /// The 24 hours are Square's own figure, the delays are from secondary sources.
    SQUARE "square" "Square's documentation (24 hours) and secondary sources (the delays)" =
        Policy::schedule(
            &[m(1), m(2), m(4), m(8), m(16), m(32), m(60), h(2), h(4), h(8), h(8)],
            Then::Stop,
        )
        .jitter(Jitter::None);

    /// Kit: 30 s to 24 h in 7 retries; a `Retry-After` counts up to 24 h.
    KIT "kit" "Kit's documentation" =
        Policy::schedule(&[s(30), m(2), m(15), h(1), h(4), h(12), h(24)], Then::Stop)
            .jitter(Jitter::None);

    /// Brevo: 10 min, 1 h, 2 h, 8 h.
    BREVO "brevo" "Brevo's documentation" =
        Policy::schedule(&[m(10), h(1), h(2), h(8)], Then::Stop).jitter(Jitter::None);

    /// Wix: 1 min to 12 h in 12 retries.
    WIX "wix" "Wix's documentation" =
        Policy::schedule(
            &[m(1), m(10), h(1), h(2), h(2), h(2), h(4), h(4), h(4), h(8), h(8), h(12)],
            Then::Stop,
        )
        .jitter(Jitter::None);
}
