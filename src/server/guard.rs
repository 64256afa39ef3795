//! What holds for every request: who may ask from where, how much, and what a browser is told to be careful about.

use super::app::Shared;
use super::error::ApiError;
use super::limit::same;
use super::listen::Peer;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Instant;

/// Nothing but what comes from the server itself, and no script or style inside a page.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// What every answer says.
const HEADERS: [(&str, &str); 6] = [
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("x-frame-options", "DENY"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
];

/// The guard at the door.
pub async fn guard(State(app): State<Shared>, mut request: Request, next: Next) -> Response {
    let peer = request.extensions().get::<ConnectInfo<Peer>>().map(|c| c.0.0);
    let address = client(&app, peer, request.headers());
    request.extensions_mut().insert(Client(address));
    let mut response = match admit(&app, address, &request) {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    if !response.headers().contains_key(header::CACHE_CONTROL) {
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

/// Who asks.
#[derive(Clone, Copy, Debug)]
pub struct Client(pub IpAddr);

/// The address of who asks: behind a proxy of the owner's, the one that the proxy names.
fn client(app: &Shared, peer: Option<SocketAddr>, headers: &HeaderMap) -> IpAddr {
    let nearest = peer.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |p| p.ip());
    let trusted = app.options.proxy.map_or(app.options.behind_proxy, |proxy| same(proxy, nearest));
    if !trusted {
        return nearest;
    }
    let named = headers.get_all("x-forwarded-for").iter().next_back().and_then(|v| v.to_str().ok());
    named.and_then(|list| list.rsplit(',').next()?.trim().parse().ok()).unwrap_or(nearest)
}

fn admit(app: &Shared, address: IpAddr, request: &Request) -> Result<(), ApiError> {
    let headers = request.headers();
    let text = |name: header::HeaderName| headers.get(name).and_then(|v| v.to_str().ok());
    let host = text(header::HOST).unwrap_or_default();
    if !app.options.answers_to(host) {
        return Err(ApiError::new(StatusCode::MISDIRECTED_REQUEST, "host", "this server does not answer by that name")
            .hint("start it with `--host NAME` if it should"));
    }
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    if !reads {
        // A page of somebody else's cannot act here.
        let foreign = text(header::ORIGIN).is_some_and(|origin| origin.split("://").nth(1) != Some(host))
            || headers.get("sec-fetch-site").is_some_and(|site| site != "same-origin" && site != "none");
        if foreign {
            return Err(ApiError::forbidden("origin", "another site may not act here"));
        }
    }
    let cost = cost(request.method(), request.uri().path());
    let taken = app.limits.take(address, cost, Instant::now());
    taken.map_err(|later| ApiError::busy("too-many-requests", "that is too much at once", later))
}

/// What a request costs, in tokens.
fn cost(method: &Method, path: &str) -> u32 {
    let api = path.strip_prefix("/api/");
    match (api, *method == Method::POST) {
        (None, _) => 1,
        (Some("games" | "edit/save"), true) => 20,
        (Some("edit"), true) => 5,
        (Some(path), _) if path.ends_with("/analysis") => 10,
        (Some(path), true) if path.ends_with("/rematch") => 20,
        (Some(path), _) if path.starts_with("position") || path.ends_with("/why") => 4,
        _ => 2,
    }
}
