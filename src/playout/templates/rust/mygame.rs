//! mygame: a game for playout, in Rust. This builds it:
//!
//!     rustc --edition 2021 --crate-type cdylib -O -C panic=abort -o mygame.so mygame.rs
//!
//! Two players take one to three stones in turn, and who takes the last one wins. Put your own rules in their
//! place; playout/game.h says what each function has to do, and what more there is.

use std::ffi::c_char;
use std::mem::size_of;
use std::ptr::null;

/// Plain numbers and arrays, no pointers: a state is copied and compared as bytes.
#[repr(C)]
struct State {
    stones: i32,
    turn: i32,
}

struct MyGame {
    stones: i32,
}

impl MyGame {
    fn initial(&self, s: &mut State) {
        s.stones = self.stones;
        s.turn = MAX;
    }

    fn legal(&self, s: &State, moves: &mut [i32]) -> usize {
        let n = s.stones.min(3) as usize;
        for i in 0..n {
            moves[i] = i as i32 + 1;
        }
        n
    }

    fn play(&self, s: &mut State, chosen: i32) {
        s.stones -= chosen;
        s.turn = 1 - s.turn;
    }

    /// Asked at the end only, from the side of Max: who is to move now has not taken the last stone.
    fn score(&self, s: &State) -> f64 {
        if s.turn == MAX { -1.0 } else { 1.0 }
    }

    fn text(&self, s: &State) -> String {
        format!("{} stones, {} to take", s.stones, if s.turn == MAX { "X" } else { "O" })
    }
}

const MAX_MOVES: usize = 3;

/// By default, at least, at most, whether only whole numbers will do: ./mygame.so(stones=30) sets it.
#[no_mangle]
pub static playout_parameters: [Parameter; 2] = [
    Parameter { name: b"stones\0".as_ptr().cast(), value: 21.0, low: 1.0, high: 1000.0, is_integer: 1 },
    Parameter { name: null(), value: 0.0, low: 0.0, high: 0.0, is_integer: 0 },
];

#[no_mangle]
pub unsafe extern "C" fn playout_open(game: *mut Game, values: *const f64) -> *const c_char {
    let rules = MyGame { stones: *values as i32 };
    *game = Game {
        version: 1,
        players: 2,
        state_size: size_of::<State>() as u64,
        max_moves: MAX_MOVES as u32,
        max_length: rules.stones as u32,
        code_count: 4, // a move is its own code, from 0 to 3
        reserved: 0,
        low: -1.0,
        high: 1.0,
        rules: Box::into_raw(Box::new(rules)),
        initial: Some(initial),
        legal: Some(legal),
        play: Some(play),
        turn: Some(turn),
        score: Some(score),
        codes: None,
        biases: None,
        with_turn: None,
        playout: Some(playout),
        name: None,
        parse: None,
        text: Some(text),
        setup: None,
        hash: None,
        close: Some(close),
    };
    null()
}

// From here on: the methods as functions of C, and playout/game.h in Rust. A panic must not leave them: with
// panic=abort it ends the program.

unsafe extern "C" fn initial(rules: *const MyGame, state: *mut State) -> i32 {
    (*rules).initial(&mut *state);
    0
}

unsafe extern "C" fn legal(rules: *const MyGame, state: *const State, moves: *mut i32) -> i32 {
    (*rules).legal(&*state, std::slice::from_raw_parts_mut(moves, MAX_MOVES)) as i32
}

unsafe extern "C" fn play(rules: *const MyGame, state: *mut State, chosen: i32) -> i32 {
    (*rules).play(&mut *state, chosen);
    0
}

unsafe extern "C" fn turn(_: *const MyGame, state: *const State) -> i32 {
    (*state).turn
}

unsafe extern "C" fn score(rules: *const MyGame, state: *const State) -> f64 {
    (*rules).score(&*state)
}

/// Not required, but random games are faster in one loop. Each move is one draw.
unsafe extern "C" fn playout(
    rules: *const MyGame, state: *mut State, moves: *mut i32, rng: *mut u64, limit: i32,
) -> i32 {
    let moves = std::slice::from_raw_parts_mut(moves, MAX_MOVES);
    for length in 0..limit {
        let n = (*rules).legal(&*state, moves);
        if n == 0 {
            return length;
        }
        (*rules).play(&mut *state, moves[below(&mut *rng, n)]);
    }
    limit
}

/// A uniform integer from 0 to n - 1, by SplitMix64, as playout_below draws it.
fn below(rng: &mut u64, n: usize) -> usize {
    *rng = rng.wrapping_add(0x9E3779B97F4A7C15);
    let mut z = *rng;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D049BB133111EB);
    ((((z ^ (z >> 31)) >> 32) * n as u64) >> 32) as usize
}

unsafe extern "C" fn text(rules: *const MyGame, state: *const State, text: *mut c_char, room: i32) -> i32 {
    let written = (*rules).text(&*state);
    if written.len() < room as usize {
        text.copy_from_nonoverlapping(written.as_ptr().cast(), written.len());
        *text.add(written.len()) = 0;
    }
    written.len() as i32
}

unsafe extern "C" fn close(rules: *const MyGame) {
    drop(Box::from_raw(rules.cast_mut()));
}

const MAX: i32 = 0;

#[repr(C)]
pub struct Parameter {
    name: *const c_char,
    value: f64,
    low: f64,
    high: f64,
    is_integer: i32,
}

unsafe impl Sync for Parameter {}

#[repr(C)]
pub struct Game {
    version: u32,
    players: u32,
    state_size: u64,
    max_moves: u32,
    max_length: u32,
    code_count: u32,
    reserved: u32,
    low: f64,
    high: f64,
    rules: *const MyGame,
    initial: Option<unsafe extern "C" fn(*const MyGame, *mut State) -> i32>,
    legal: Option<unsafe extern "C" fn(*const MyGame, *const State, *mut i32) -> i32>,
    play: Option<unsafe extern "C" fn(*const MyGame, *mut State, i32) -> i32>,
    turn: Option<unsafe extern "C" fn(*const MyGame, *const State) -> i32>,
    score: Option<unsafe extern "C" fn(*const MyGame, *const State) -> f64>,
    codes: Option<unsafe extern "C" fn(*const MyGame, *const State, *const i32, i32, *mut i64) -> i32>,
    biases: Option<unsafe extern "C" fn(*const MyGame, *const State, *const i32, i32, *mut f64) -> i32>,
    with_turn: Option<unsafe extern "C" fn(*const MyGame, *mut State, i32) -> i32>,
    playout: Option<unsafe extern "C" fn(*const MyGame, *mut State, *mut i32, *mut u64, i32) -> i32>,
    name: Option<unsafe extern "C" fn(*const MyGame, *const State, i32, *mut c_char, i32) -> i32>,
    parse: Option<unsafe extern "C" fn(*const MyGame, *const State, *const c_char) -> i32>,
    text: Option<unsafe extern "C" fn(*const MyGame, *const State, *mut c_char, i32) -> i32>,
    setup: Option<unsafe extern "C" fn(*const MyGame, *const c_char, i32, *mut State) -> i32>,
    hash: Option<unsafe extern "C" fn(*const MyGame, *const State) -> u64>,
    close: Option<unsafe extern "C" fn(*const MyGame)>,
}
