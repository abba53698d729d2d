// A game as a tree of moves: what was played, taken back and tried instead.

export class Line {
  constructor(game, start = null) {
    this.game = game;
    this.start = start;
    this.here = this.root = { move: null, parent: null, children: [] };
  }

  get moves() {
    return path(this.here).map(node => node.move);
  }

  get ply() {
    return path(this.here).length;
  }

  // The moves from the root to the end of the line that goes through where we are.
  get nodes() {
    let end = this.here;
    while (end.children.length) end = end.next ?? end.children[0];
    return path(end);
  }

  play(move) {
    let next = this.here.children.find(node => node.move === move);
    if (!next) this.here.children.push(next = { move, parent: this.here, children: [] });
    this.go(next);
  }

  go(node) {
    this.here = node;
    for (let one = node; one.parent; one = one.parent) one.parent.next = one;
  }

  back() {
    if (this.here.parent) this.here = this.here.parent;
  }

  forward() {
    const next = this.here.next ?? this.here.children[0];
    if (next) this.here = next;
  }

  get canGoBack() { return Boolean(this.here.parent); }
  get canGoForward() { return this.here.children.length > 0; }

  static of(game, start, moves) {
    const line = new Line(game, start);
    for (const move of moves) line.play(move);
    return line;
  }
}

function path(node) {
  const found = [];
  for (; node.parent; node = node.parent) found.unshift(node);
  return found;
}
