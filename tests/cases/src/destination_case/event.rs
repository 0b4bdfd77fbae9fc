//! One call of a sequence: when, what, and with which values.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use reknock::destination::{Ended, Kind, Thresholds, Weight};
use reknock::{DeadReason, Derived, Moment};
use serde::Deserialize;
use serde_json::Value;

use super::subject::Subject;
use crate::json::{self, Object, Refusal};

/// How a delivery may have ended.
const ENDED: [Ended; 7] = [
    Ended::No,
    Ended::Delivered,
    Ended::Dead(DeadReason::Permanent),
    Ended::Dead(DeadReason::Gone),
    Ended::Dead(DeadReason::Dns),
    Ended::Dead(DeadReason::Attempts),
    Ended::Dead(DeadReason::Window),
];

pub(super) struct Event<'a, P> {
    pub(super) now: Moment,
    pub(super) call: &'a str,
    path: String,
    object: Object<'a>,
    permits: &'a [Option<P>],
    /// The seed and key of its draws.
    draws: (u64, u64),
}

impl<'a, P: Clone> Event<'a, P> {
    pub(super) fn read<S: Subject<Permit = P>>(
        value: &'a Value,
        permits: &'a [Option<P>],
        draws: (u64, u64),
    ) -> Result<Self, Refusal> {
        let path = format!("events.{}", permits.len());
        let call = value.get("do").and_then(Value::as_str).unwrap_or_default();
        let Some(fields) = S::fields(call) else {
            let message = format!("must be a call of {}", S::NAME);
            return Err(Refusal::new(format!("{path}.do"), message));
        };
        let object = Object::new(&path, value, &[&["now", "do"], fields].concat())?;
        object.required("now")?;
        Ok(Self {
            now: object.point("now")?.unwrap_or_default(),
            call,
            path,
            object,
            permits,
            draws,
        })
    }

    /// The sequence's draws, which each event counts by its moment.
    pub(super) fn draw(&self) -> Derived {
        let (seed, key) = self.draws;
        Derived::new(seed, key)
    }

    /// What an earlier event gave away.
    pub(super) fn permit(&self) -> Result<P, Refusal> {
        let named = self.object.required("permit")?.as_u64();
        named
            .and_then(|index| self.permits.get(usize::try_from(index).ok()?)?.clone())
            .ok_or_else(|| {
                let message = "must name an earlier event that gave a permit";
                self.object.refusal("permit", message)
            })
    }

    pub(super) fn kind(&self, kinds: &[Kind]) -> Result<Kind, Refusal> {
        self.one_of("kind", kinds, Kind::name)
    }

    pub(super) fn weight(&self) -> Result<Weight, Refusal> {
        self.one_of("weight", &Weight::ALL, Weight::name)
    }

    pub(super) fn ended(&self) -> Result<Ended, Refusal> {
        self.one_of("ended", &ENDED, Ended::name)
    }

    pub(super) fn one_of<T: Copy>(
        &self,
        field: &str,
        values: &[T],
        name: fn(T) -> &'static str,
    ) -> Result<T, Refusal> {
        let given = self.object.required(field)?.as_str();
        let found = values.iter().find(|value| given == Some(name(**value)));
        found.copied().ok_or_else(|| {
            let names: Vec<_> = values.iter().map(|value| name(*value)).collect();
            let message = format!("must be one of {}", names.join(", "));
            self.object.refusal(field, &message)
        })
    }

    pub(super) fn number(&self, field: &str) -> Result<u32, Refusal> {
        self.plain(field)
    }

    pub(super) fn flag(&self, field: &str) -> Result<bool, Refusal> {
        self.plain(field)
    }

    /// The name of a set of thresholds, or an object.
    pub(super) fn thresholds(&self) -> Result<Thresholds, Refusal> {
        match self.object.required("thresholds")? {
            set @ Value::Object(_) => json::read_parts(set, &format!("{}.thresholds.", self.path)),
            _ => self.plain("thresholds"),
        }
    }

    /// An object with these fields at most.
    pub(super) fn object(&self, field: &str, known: &[&str]) -> Result<Object<'a>, Refusal> {
        let path = format!("{}.{field}", self.path);
        Object::new(path, self.object.required(field)?, known)
    }

    pub(super) fn refusal(&self, field: &str, message: &str) -> Refusal {
        self.object.refusal(field, message)
    }

    fn plain<T: for<'de> Deserialize<'de>>(&self, field: &str) -> Result<T, Refusal> {
        self.object.read_only(self.object.required(field)?, field)
    }
}
