//! The files of the page, which are part of the program.

use super::seat::hex;
use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use include_dir::{Dir, DirEntry, include_dir};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::sync::LazyLock;

static FILES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/src/server/page");

/// The files by their path, each with its tag.
static TAGGED: LazyLock<BTreeMap<String, (&'static [u8], String)>> = LazyLock::new(|| {
    let mut tagged = BTreeMap::new();
    let mut entries: Vec<&DirEntry> = FILES.entries().iter().collect();
    while let Some(entry) = entries.pop() {
        match entry {
            DirEntry::Dir(dir) => entries.extend(dir.entries()),
            DirEntry::File(file) => {
                let path = file.path().to_string_lossy().replace('\\', "/");
                let digest = Sha256::digest(file.contents());
                let tag = format!("\"{}\"", hex(digest.get(..12).unwrap_or_default()));
                tagged.insert(path, (file.contents(), tag));
            }
        }
    }
    tagged
});

/// The first of these files that there is.
pub fn first_of(paths: &[&str], headers: &HeaderMap) -> Response {
    let found = paths.iter().find_map(|path| TAGGED.get(*path).map(|file| (*path, file)));
    let Some((path, (bytes, tag))) = found.filter(|(path, _)| !path.starts_with('.')) else {
        return super::error::ApiError::not_found("there is no such page").into_response();
    };
    let fresh = headers.get(header::IF_NONE_MATCH).and_then(|v| v.to_str().ok());
    let same = fresh.is_some_and(|list| list.split(',').any(|t| t.trim().trim_start_matches("W/") == tag));
    let mut response = if same { StatusCode::NOT_MODIFIED.into_response() } else { Body::from(*bytes).into_response() };
    let mut set = |name: HeaderName, value: &str| {
        if let Ok(value) = HeaderValue::from_str(value) {
            response.headers_mut().insert(name, value);
        }
    };
    set(header::ETAG, tag);
    set(header::CACHE_CONTROL, "no-cache");
    set(header::CONTENT_TYPE, content_type(path));
    response
}

/// The type of a file by the end of its name.
fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "txt" | "md" => "text/plain; charset=utf-8",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    }
}
