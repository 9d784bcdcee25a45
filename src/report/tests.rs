//! What a reader reads.

use super::*;

fn reporter() -> Reporter {
    Reporter::layered(|_| Ok(None), |name| crate::packed::get(&format!("templates/{name}")))
}

fn record(json: &str) -> Context {
    serde_json::from_str(json).unwrap()
}

fn battle() -> Context {
    record(include_str!("samples/battle.json"))
}

fn deployment() -> Context {
    record(include_str!("samples/deploy.json"))
}

fn end() -> Context {
    record(include_str!("samples/over.json"))
}

#[test]
fn look() {
    let reporter = reporter();
    for (name, context) in [("battle", battle()), ("deploy", deployment()), ("over", end())] {
        println!("=== {name}");
        match reporter.markdown(&context, &sample::map()) {
            Ok(text) => println!("{text}"),
            Err(error) => panic!("{error}"),
        }
    }
    println!("=== html");
    println!("{}", reporter.html(&battle(), &sample::map()).unwrap());
    println!("=== story");
    println!("{}", reporter.story(&[deployment(), battle(), end()]).unwrap());
    println!("=== end");
}
