//! What is answered.

use super::super::fail::Failure;
use crate::engine::HookFault;
use serde_json::{Map, Value, json};

/// Why a request cannot be answered.
#[derive(Debug)]
pub struct Problem {
    code: &'static str,
    message: String,
    hint: String,
}

impl Problem {
    pub fn new(code: &'static str, message: impl Into<String>) -> Problem {
        Problem { code, message: message.into(), hint: String::new() }
    }

    /// The same with what to do about it.
    pub fn hint(self, hint: impl Into<String>) -> Problem {
        Problem { hint: hint.into(), ..self }
    }

    pub fn too_long(most: usize) -> Problem {
        Problem::new("too-long", format!("a request has at most {most} bytes")).hint("it was passed over")
    }

    /// What a command would say.
    pub fn of(code: &'static str, failure: &Failure) -> Problem {
        Problem::new(code, failure.to_string().trim().to_owned())
    }

    /// The reply.
    pub fn reply(&self, id: &Value) -> Value {
        json!({ "id": id, "error": { "code": self.code, "message": self.message, "hint": self.hint } })
    }
}

impl From<HookFault> for Problem {
    fn from(fault: HookFault) -> Problem {
        Problem::of("script", &Failure::Script(fault))
    }
}

/// The reply with an answer.
pub fn reply(id: &Value, answer: Map<String, Value>) -> Value {
    let mut whole = Map::new();
    whole.insert("id".into(), id.clone());
    whole.extend(answer);
    Value::Object(whole)
}
