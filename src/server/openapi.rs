//! The description of the API: from the list of its routes and the types of what is sent.

use super::json;
use super::routes::{ROUTES, Route};
use utoipa::ToSchema;
use utoipa::openapi::path::{HttpMethod, OperationBuilder, ParameterBuilder, ParameterIn};
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, SecurityRequirement, SecurityScheme};
use utoipa::openapi::{
    ComponentsBuilder, Content, InfoBuilder, OpenApi, OpenApiBuilder, Paths, Ref, RefOr, Required, ResponseBuilder,
    Schema,
};

/// The name of how a seat is shown to be one's own.
const SEAT: &str = "seat";

/// The description.
pub fn description() -> OpenApi {
    let about = "Games by rules that are text files. Errors are an `ErrorAnswer`. Whoever holds a seat sends its secret as \
        `Authorization: Seat SECRET`; everything that can be looked at can be looked at without.";
    let info =
        InfoBuilder::new().title("houserules").version(env!("CARGO_PKG_VERSION")).description(Some(about)).build();
    let mut paths = Paths::new();
    for route in ROUTES {
        let method = if route.method == "post" { HttpMethod::Post } else { HttpMethod::Get };
        paths.add_path_operation(route.path, vec![method], operation(route));
    }
    let key = ApiKeyValue::with_description("authorization", "`Seat` and 32 hexadecimal digits");
    let components = schemas()
        .into_iter()
        .fold(ComponentsBuilder::new(), |all, (name, schema)| all.schema(name, schema))
        .security_scheme(SEAT, SecurityScheme::ApiKey(ApiKey::Header(key)));
    OpenApiBuilder::new().info(info).paths(paths).components(Some(components.build())).build()
}

/// Every type with those that it is made of.
fn schemas() -> Vec<(String, RefOr<Schema>)> {
    fn add<T: ToSchema>(all: &mut Vec<(String, RefOr<Schema>)>) {
        all.push((T::name().into_owned(), T::schema()));
        T::schemas(all);
    }
    let mut all = Vec::new();
    add::<json::Rulesets>(&mut all);
    add::<json::RulesetPage>(&mut all);
    add::<json::NewGame>(&mut all);
    add::<json::MadeGame>(&mut all);
    add::<json::Act>(&mut all);
    add::<json::MoveWish>(&mut all);
    add::<json::View>(&mut all);
    add::<json::WhyAnswer>(&mut all);
    add::<json::AnalysisAnswer>(&mut all);
    add::<json::EditWish>(&mut all);
    add::<json::EditAnswer>(&mut all);
    add::<json::SaveWish>(&mut all);
    add::<json::Saved>(&mut all);
    add::<json::ErrorAnswer>(&mut all);
    all.sort_by(|a, b| a.0.cmp(&b.0));
    all.dedup_by(|a, b| a.0 == b.0);
    all
}

fn operation(route: &Route) -> OperationBuilder {
    let text = || ObjectBuilder::new().schema_type(Type::String).build();
    let mut operation = OperationBuilder::new().summary(Some(route.does));
    if route.path.contains("{id}") {
        let id = ParameterBuilder::new().name("id").parameter_in(ParameterIn::Path).required(Required::True);
        operation = operation.parameter(id.schema(Some(text())).build());
    }
    for (name, about) in route.asks {
        let asked = ParameterBuilder::new().name(*name).parameter_in(ParameterIn::Query).required(Required::False);
        operation = operation.parameter(asked.description(Some(*about)).schema(Some(text())).build());
    }
    if let Some(takes) = route.takes {
        let body = RequestBodyBuilder::new().content("application/json", named(takes)).required(Some(Required::True));
        operation = operation.request_body(Some(body.build()));
    }
    let (status, gives) = route.gives;
    let content = if gives.contains('/') {
        (gives, Content::builder().schema(Some(text())).build())
    } else {
        ("application/json", named(gives))
    };
    let response = ResponseBuilder::new().description(route.does).content(content.0, content.1).build();
    let error = ResponseBuilder::new().description("why not").content("application/json", named("ErrorAnswer")).build();
    if route.path.starts_with("/api/games/") {
        operation = operation.security(SecurityRequirement::new(SEAT, Vec::<String>::new()));
        operation = operation.security(SecurityRequirement::default());
    }
    operation.response(status.to_string(), response).response("default", error)
}

/// The content of a type by its name.
fn named(name: &str) -> Content {
    Content::builder().schema(Some(Ref::from_schema_name(name))).build()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    /// What a reference leads to is there.
    #[test]
    fn every_reference_leads_somewhere() {
        let all = serde_json::to_value(description()).expect("it is data");
        let schemas = all["components"]["schemas"].as_object().expect("there are types");
        let mut open = vec![&all];
        let mut seen = 0;
        while let Some(value) = open.pop() {
            match value {
                Value::Object(map) => {
                    if let Some(Value::String(to)) = map.get("$ref") {
                        let name = to.strip_prefix("#/components/schemas/").expect("a type of ours");
                        assert!(schemas.contains_key(name), "{name}");
                        seen += 1;
                    }
                    open.extend(map.values());
                }
                Value::Array(list) => open.extend(list),
                _ => {}
            }
        }
        assert!(seen > 30, "{seen}");
    }

    #[test]
    fn every_route_is_described_once() {
        let all = serde_json::to_value(description()).expect("it is data");
        let paths = all["paths"].as_object().expect("there are paths");
        for route in ROUTES {
            assert!(paths[route.path][route.method].is_object(), "{} {}", route.method, route.path);
        }
        let described: usize = paths.values().filter_map(Value::as_object).map(serde_json::Map::len).sum();
        assert_eq!(described, ROUTES.len());
    }
}
