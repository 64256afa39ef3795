//! A game as it goes on, as server-sent events.

use super::super::app::Shared;
use super::super::error::ApiError;
use super::super::guard::Client;
use super::super::hall::Room;
use super::super::limit::Stream as Leave;
use super::{Holder, games, room};
use axum::Extension;
use axum::extract::{Path, State};
use axum::response::IntoResponse;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_core::Stream;
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::watch;

/// So often something is said, so that a connection is known to live.
const PULSE: Duration = Duration::from_secs(15);

/// `GET /api/games/{id}/events`
pub async fn events(
    State(app): State<Shared>,
    Path(id): Path<String>,
    holder: Holder,
    Extension(client): Extension<Client>,
) -> Result<impl IntoResponse, ApiError> {
    let leave =
        app.limits.stream(client.0).ok_or_else(|| ApiError::busy("too-many-streams", "too many watch already", 10))?;
    let room = room(&app, &id)?;
    // Whether there is such a game is said at once.
    drop(app.enter(&room).await?);
    let watched = Watched {
        news: room.news.subscribe(),
        closing: app.closing.subscribe(),
        app,
        room,
        holder,
        first: true,
        _leave: leave,
    };
    let stream = Sse::new(Pages { next: Some(Box::pin(watched.next())) });
    Ok(stream.keep_alive(KeepAlive::new().interval(PULSE).text("")))
}

/// A game that somebody watches.
struct Watched {
    app: Shared,
    room: Arc<Room>,
    holder: Holder,
    news: watch::Receiver<u64>,
    closing: watch::Receiver<bool>,
    /// Nothing has been sent.
    first: bool,
    _leave: Leave,
}

impl Watched {
    /// Waits for something new and shows it. What happens meanwhile is shown together, as it stands in the end.
    async fn next(mut self) -> Option<(Event, Watched)> {
        if !std::mem::replace(&mut self.first, false) {
            tokio::select! {
                changed = self.news.changed() => changed.ok()?,
                _ = self.closing.wait_for(|closing| *closing) => return None,
            }
        }
        self.news.mark_unchanged();
        let view = games::seen(&self.app, &self.room.id, &self.holder).await.ok()?;
        let event = Event::default().id(view.version.to_string()).json_data(&view).ok()?;
        Some((event, self))
    }
}

type Next = Pin<Box<dyn Future<Output = Option<(Event, Watched)>> + Send>>;

/// One event after the other.
struct Pages {
    next: Option<Next>,
}

impl Stream for Pages {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let Some(next) = self.next.as_mut() else { return Poll::Ready(None) };
        let Poll::Ready(found) = next.as_mut().poll(cx) else { return Poll::Pending };
        self.next = None;
        Poll::Ready(found.map(|(event, watched)| {
            self.next = Some(Box::pin(watched.next()));
            Ok(event)
        }))
    }
}
