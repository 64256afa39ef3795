//! The games that are in memory. Others are loaded when somebody asks for them.

use super::table::Table;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{Mutex as AsyncMutex, OwnedMutexGuard, watch};

/// A game's place in memory.
#[derive(Debug)]
pub struct Room {
    /// Its id.
    pub id: String,
    /// The game; none: it is yet to be loaded. Whoever holds the lock is the only one who changes it.
    table: Arc<AsyncMutex<Option<Box<Table>>>>,
    /// Counts how often there was something new to be shown.
    pub news: watch::Sender<u64>,
    /// The computer thinks about this version of it; set to end that.
    thinking: Mutex<Option<(u64, Arc<AtomicBool>)>>,
}

/// The game, locked.
pub type Locked = OwnedMutexGuard<Option<Box<Table>>>;

impl Room {
    fn new(id: &str) -> Room {
        let (news, _) = watch::channel(0);
        Room { id: id.to_owned(), table: Arc::default(), news, thinking: Mutex::default() }
    }

    /// Waits until nobody else has the game.
    pub async fn lock(&self) -> Locked {
        self.table.clone().lock_owned().await
    }

    /// Tells everybody who watches that there is something new.
    pub fn tell(&self) {
        self.news.send_modify(|n| *n += 1);
    }

    /// The computer begins to think about a version; none: it does so already.
    pub fn begin_to_think(&self, version: u64) -> Option<Arc<AtomicBool>> {
        let mut thinking = self.thinking.lock().unwrap_or_else(PoisonError::into_inner);
        match &*thinking {
            Some((of, _)) if *of == version => None,
            other => {
                if let Some((_, end)) = other {
                    end.store(true, Ordering::Relaxed);
                }
                let end = Arc::new(AtomicBool::new(false));
                *thinking = Some((version, end.clone()));
                Some(end)
            }
        }
    }

    /// The computer has come to an end with a version.
    pub fn end_to_think(&self, version: u64) {
        let mut thinking = self.thinking.lock().unwrap_or_else(PoisonError::into_inner);
        if thinking.as_ref().is_some_and(|(of, _)| *of == version) {
            *thinking = None;
        }
    }

    /// Ends thinking about anything but this version.
    pub fn think_no_more(&self, but: u64) {
        let mut thinking = self.thinking.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, end)) = thinking.take_if(|(of, _)| *of != but) {
            end.store(true, Ordering::Relaxed);
        }
    }

    /// Whether the computer thinks.
    #[cfg(test)]
    fn is_thinking(&self) -> bool {
        self.thinking.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }
}

/// The rooms, and when each was asked for last.
#[derive(Debug, Default)]
struct Rooms {
    now: u64,
    by_id: BTreeMap<String, (u64, Arc<Room>)>,
    by_use: BTreeMap<u64, String>,
}

/// All games in memory.
#[derive(Debug)]
pub struct Hall {
    most: usize,
    rooms: Mutex<Rooms>,
}

impl Hall {
    /// Room for so many games that nobody is just looking at.
    pub fn new(most: usize) -> Hall {
        Hall { most, rooms: Mutex::default() }
    }

    /// The room of a game. That there is such a game is not known before it is loaded.
    pub fn room(&self, id: &str) -> Arc<Room> {
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        rooms.now += 1;
        let now = rooms.now;
        let room = match rooms.by_id.get_mut(id) {
            Some((used, room)) => {
                let (before, room) = (std::mem::replace(used, now), room.clone());
                rooms.by_use.remove(&before);
                room
            }
            None => {
                let room = Arc::new(Room::new(id));
                rooms.by_id.insert(id.to_owned(), (now, room.clone()));
                room
            }
        };
        rooms.by_use.insert(now, id.to_owned());
        if rooms.by_id.len() > self.most {
            rooms.make_room(self.most);
        }
        room
    }

    /// Lets go of a room, such as that of a game that there is not.
    pub fn forget(&self, id: &str) {
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((used, _)) = rooms.by_id.remove(id) {
            rooms.by_use.remove(&used);
        }
    }

    /// How many games are in memory.
    #[cfg(test)]
    fn len(&self) -> usize {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner).by_id.len()
    }
}

impl Rooms {
    /// Lets those go that were not asked for longest, but for those that somebody has.
    fn make_room(&mut self, most: usize) {
        // Whoever has a room got it under this lock, so one that nobody has here is nobody's.
        let free =
            |rooms: &Rooms, id: &String| rooms.by_id.get(id).is_some_and(|(_, room)| Arc::strong_count(room) == 1);
        let over = self.by_id.len().saturating_sub(most);
        let oldest = self.by_use.iter().filter(|(_, id)| free(self, id)).take(over);
        let gone: Vec<(u64, String)> = oldest.map(|(used, id)| (*used, id.clone())).collect();
        for (used, id) in gone {
            self.by_use.remove(&used);
            self.by_id.remove(&id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_one_not_asked_for_longest_goes_unless_somebody_has_it() {
        let hall = Hall::new(2);
        let a = hall.room("a");
        drop(hall.room("b"));
        drop(hall.room("c"));
        assert_eq!(hall.len(), 2);
        assert!(Arc::ptr_eq(&a, &hall.room("a")));
        drop(a);
        let again = hall.room("c");
        drop(hall.room("d"));
        assert_eq!(hall.len(), 2);
        assert!(Arc::ptr_eq(&again, &hall.room("c")));
    }

    #[test]
    fn a_new_thought_ends_the_old_one() {
        let room = Room::new("a");
        let first = room.begin_to_think(1).expect("nobody thinks");
        assert!(room.begin_to_think(1).is_none());
        room.begin_to_think(2).expect("that is another");
        assert!(first.load(Ordering::Relaxed));
        room.end_to_think(1);
        assert!(room.is_thinking());
        room.end_to_think(2);
        assert!(!room.is_thinking());
    }
}
