//! What is read is written again, and what is refused is named.

use std::string::{String, ToString};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::destination::{
    Alone, Breaker, BreakerRules, Budget, BudgetRules, Destination, DestinationRules, Gate,
    GateRules, Health, HealthRules, Permit, Replay, ReplayRules, Storm, StormRules, Thresholds,
};
use crate::time::Moment;

const NOW: Moment = Moment::from_millis(1_700_000_000_000);

fn written(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("it can be written")
}

/// The path that a refusal names.
fn field<T: DeserializeOwned>(json: &str) -> String {
    let error = serde_json::from_str::<T>(json).err().expect(json);
    let text = error.to_string();
    let (field, _) = text.split_once(": ").expect("a path in front");
    field.to_string()
}

#[test]
fn a_new_state_is_written_as_the_page_has_it() {
    let front = r#"{"v":1,"at":1700000000000,"#;
    let of_zeros = |n: usize| std::format!("[{}]", ["0"].repeat(n).join(","));
    let (four, five, sixteen) = (of_zeros(4), of_zeros(5), of_zeros(16));
    let breaker = std::format!(
        r#""generation":0,"base":0,"state":{{"closed":{{"phase":0,"successes":{five},"failures":{five},"consecutive":0}}}}}}"#
    );
    let gate = std::format!(r#""phase":0,"left":{sixteen},"generations":{sixteen}}}"#);
    let budget = r#""tokens":100000000}"#;
    let storm =
        std::format!(r#""phase":0,"first":{five},"retries":{five},"depth":0,"before":0,"age":0}}"#);
    let health = std::format!(
        r#""phase":0,"first":{four},"second":{four},"secondDelivered":{four},"delivered":{four},"attempts":{four},"dead":{four},"exhausted":{four}}}"#
    );
    let rules = DestinationRules::DEFAULT;
    let alone = |rest: &str| std::format!("{front}{rest}");
    assert_eq!(written(&Breaker::alone(NOW)), alone(&breaker));
    assert_eq!(written(&Gate::alone(NOW)), alone(&gate));
    assert_eq!(written(&Budget::alone(&rules.budget, NOW)), alone(budget));
    assert_eq!(written(&Storm::alone(NOW)), alone(&storm));
    assert_eq!(written(&Replay::alone(NOW)), alone(r#""replay":"idle"}"#));
    assert_eq!(written(&Health::alone(NOW)), alone(&health));

    let destination = Destination::new(&rules, NOW);
    let form = std::format!(
        r#"{{"v":1,"version":0,"at":1700000000000,"standing":{{"serving":{{"failures":0,"failing":0}}}},"breaker":{{{breaker},"gate":{{{gate},"budget":{{{budget},"storm":{{{storm},"replay":"idle","health":{{{health}}}"#
    );
    assert_eq!(written(&destination), form);
    assert_eq!(
        serde_json::from_str::<Destination>(&form).ok(),
        Some(destination)
    );
}

#[test]
fn rules_that_are_left_out_are_the_defaults_and_all_are_written() {
    fn same<T: Serialize + DeserializeOwned + PartialEq + core::fmt::Debug>(json: &str, rules: &T) {
        let read: T = serde_json::from_str(json).expect("valid rules");
        assert_eq!(read, *rules);
        let again: T = serde_json::from_str(&written(rules)).expect("valid rules");
        assert_eq!(again, *rules);
    }
    same("{}", &BreakerRules::DEFAULT);
    same("{}", &GateRules::DEFAULT);
    same("{}", &BudgetRules::DEFAULT);
    same("\"aws\"", &BudgetRules::AWS);
    same("\"grpc\"", &BudgetRules::GRPC);
    same("{}", &StormRules::DEFAULT);
    same("{}", &ReplayRules::DEFAULT);
    same("{}", &HealthRules::DEFAULT);
    same("{}", &Thresholds::NONE);
    same("\"getHook\"", &Thresholds::GET_HOOK);
    same("{}", &DestinationRules::DEFAULT);
    let rules = DestinationRules {
        budget: BudgetRules::FINAGLE,
        ..DestinationRules::DEFAULT
    };
    same(r#"{"budget":"finagle","disable":{"failing":"5d"}}"#, &rules);
}

#[test]
fn a_refusal_of_rules_names_the_field() {
    for (json, path) in [
        (r#"{"factor":0}"#, "factor"),
        (r#"{"factor":256}"#, "factor"),
        (r#"{"factor":2,"factor":2}"#, "factor"),
        (r#"{"cooldown":"10m"}"#, "maxCooldown"),
        (r#"{"cooldown":"ten"}"#, "cooldown"),
        (r#"{"rate":null,"consecutive":null}"#, "rate"),
        (r#"{"own":"good"}"#, "own"),
        (r#"{"colour":1}"#, "colour"),
    ] {
        assert_eq!(field::<BreakerRules>(json), path);
        let inside = std::format!(r#"{{"breaker":{json}}}"#);
        assert_eq!(
            field::<DestinationRules>(&inside),
            std::format!("breaker.{path}")
        );
    }
    assert_eq!(field::<DestinationRules>(r#"{"budget":"none"}"#), "budget");
    assert_eq!(field::<DestinationRules>(r#"{"gate":5}"#), "gate");
    assert_eq!(
        field::<DestinationRules>(r#"{"disable":{"failing":0}}"#),
        "disable.failing"
    );
    let backwards = r#"{"deadRate":{"healthy":2,"alert":1}}"#;
    assert_eq!(field::<Thresholds>(backwards), "deadRate");
    let missing = r#"{"deadRate":{"healthy":2}}"#;
    assert_eq!(field::<Thresholds>(missing), "deadRate.alert");
}

#[test]
fn a_refusal_of_a_state_names_the_field() {
    let breaker =
        |state: &str| std::format!(r#"{{"v":1,"at":0,"generation":0,"base":0,"state":{state}}}"#);
    for (state, path) in [
        (r#""closed""#, "state"),
        ("{}", "state"),
        (r#"{"shut":{}}"#, "state.shut"),
        (r#"{"open":{"left":1,"cooldown":1},"closed":{}}"#, "state"),
        (r#"{"open":{"left":1}}"#, "state.open.cooldown"),
        (r#"{"open":{"left":-1,"cooldown":1}}"#, "state.open.left"),
        (
            r#"{"halfOpen":{"probes":[0,0,0],"successes":0,"cooldown":0}}"#,
            "state.halfOpen.probes",
        ),
        (
            r#"{"halfOpen":{"probes":[0,0,0,0,0],"successes":0,"cooldown":0}}"#,
            "state.halfOpen.probes",
        ),
        (
            r#"{"halfOpen":{"probes":[0,true,0,0],"successes":0,"cooldown":0}}"#,
            "state.halfOpen.probes.1",
        ),
    ] {
        assert_eq!(field::<Alone<Breaker>>(&breaker(state)), path);
    }
    assert_eq!(field::<Alone<Budget>>(r#"{"v":2,"at":0,"tokens":0}"#), "v");
    assert_eq!(field::<Alone<Budget>>(r#"{"v":1,"tokens":0}"#), "at");
    let far = r#"{"v":1,"at":9007199254740992,"tokens":0}"#;
    assert_eq!(field::<Alone<Budget>>(far), "at");
    let still = r#"{"v":1,"at":0,"replay":{"rate":0,"left":0,"well":0}}"#;
    assert_eq!(field::<Alone<Replay>>(still), "replay.rate");

    let destination = written(&Destination::new(&DestinationRules::DEFAULT, NOW));
    for (from, to, path) in [
        (r#""tokens":100000000"#, r#""tokens":-1"#, "budget.tokens"),
        (r#""replay":"idle""#, r#""replay":"busy""#, "replay"),
        (r#""serving""#, r#""absent""#, "standing.absent"),
        (r#""age":0"#, r#""age":256"#, "storm.age"),
        (r#""version":0,"#, "", "version"),
    ] {
        let broken = destination.replacen(from, to, 1);
        assert_eq!(field::<Destination>(&broken), path);
    }
}

#[test]
fn a_permit_is_read_as_it_was_written() {
    let json = r#"{"kind":"retry","generation":3,"probe":{"index":0,"until":5},"place":{"index":0,"generation":1,"until":9}}"#;
    let permit: Permit = serde_json::from_str(json).expect("a permit");
    assert!(permit.is_probe());
    assert_eq!(written(&permit), json);
    let broken = json.replacen(r#""index":0"#, r#""index":-1"#, 1);
    assert_eq!(field::<Permit>(&broken), "probe.index");
}

#[test]
fn binary_formats_hold_the_bytes() {
    let breaker = Breaker::alone(NOW);
    let bytes = postcard::to_allocvec(&breaker).expect("room");
    assert_eq!(bytes.get(1..), Some(&*breaker.to_bytes()));
    assert_eq!(postcard::from_bytes(&bytes), Ok(breaker));

    let destination = Destination::new(&DestinationRules::DEFAULT, NOW);
    let bytes = postcard::to_allocvec(&destination).expect("room");
    assert_eq!(postcard::from_bytes(&bytes), Ok(destination));
    assert!(postcard::from_bytes::<Destination>(&[1, 2]).is_err());
}
