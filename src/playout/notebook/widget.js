// The board of a notebook: what happens on it is told to Python, which answers with another position.

export default {
  render({ model, el }) {
    const board = new Board(move => model.send({ play: move }));
    const undo = button("Undo", () => model.send({ undo: true }), { class: "small" });
    const problem = h("p", { class: "problem", role: "alert" });
    const show = () => {
      board.show(model.get("position"), true);
      undo.disabled = !model.get("position").moves;
    };
    const complain = () => { problem.textContent = model.get("problem"); };
    model.on("change:position", show);
    model.on("change:problem", complain);
    el.classList.add("playout");
    el.append(board.element, undo, problem);
    show();
    complain();
    return () => {
      model.off("change:position", show);
      model.off("change:problem", complain);
    };
  },
};
