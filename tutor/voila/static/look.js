// What widgets need of the page that shows them, whichever it is: a board's keys and fingers, the
// words for a screen reader, rules that open and close, buttons that may be laid out anew while one
// presses them. It comes with the widgets (tutor/look.py) and runs once a page.

// Boards on ipycanvas. The library takes every key, wheel turn and touch for itself and tells the
// kernel of every mouse move; a board needs a few keys, a click and a lazy pointer, and the reader
// needs the rest. All listeners are on the window, in the capture phase: they run before the
// library's own, which are on the canvas.
function boards() {
  const KEYS = new Set([
    "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Enter", " ", "Escape", "Backspace",
    "n", "p", "g", "t", "u", "E", "[", "]", "+", "-", "?",
  ]);
  const BOARDS = "canvas.staffride-board, .staffride-board canvas";
  const STEP = 6; // CSS pixels a pointer must move before the kernel hears of it
  const SLIP = 10; // CSS pixels a finger may slip in a tap
  const REST = 450; // milliseconds after which a resting finger points, and does not tap
  const ours = new WeakSet(); // events made here, which the library shall see

  const boardOf = (event) =>
    event.target instanceof HTMLCanvasElement && event.target.matches(BOARDS) ? event.target : null;
  const onBoard = (name, handler, passive = true) =>
    window.addEventListener(
      name,
      (event) => {
        const board = ours.has(event) ? null : boardOf(event);
        if (board) handler(event, board);
      },
      { capture: true, passive },
    );
  const hide = (event) => event.stopImmediatePropagation();

  function send(board, name, { clientX, clientY }) {
    const event = new MouseEvent(name, {
      clientX, clientY, bubbles: true, cancelable: true, view: window,
    });
    ours.add(event);
    board.dispatchEvent(event);
  }

  // ---- keys and wheel ------------------------------------------------------------------------

  // What is pressed with Ctrl belongs to the page around: JupyterLab saves, the browser searches.
  function pass(event, board) {
    hide(event);
    const same = new KeyboardEvent("keydown", event);
    if (!board.parentElement.dispatchEvent(same)) event.preventDefault();
  }

  onBoard("keydown", (event, board) => {
    // On many keyboards a bracket is typed with AltGr, which also looks like Ctrl+Alt.
    const chord = event.ctrlKey || event.metaKey || event.altKey;
    const typed = event.key.length === 1 && event.getModifierState("AltGraph");
    if (KEYS.has(event.key) && (!chord || typed) && !event.isComposing) return;
    if (chord && !typed) pass(event, board);
    else hide(event);
  }, false);
  onBoard("wheel", hide);

  // ---- the pointer ---------------------------------------------------------------------------

  const pointers = new WeakMap(); // board -> { sent: where it was last told, next: where it is }
  const far = (a, b) => !a || Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) > STEP;

  function pointerOf(board) {
    if (!pointers.has(board)) pointers.set(board, { sent: null, next: null, frame: 0 });
    return pointers.get(board);
  }

  function still(board, sent) {
    const pointer = pointerOf(board);
    cancelAnimationFrame(pointer.frame);
    Object.assign(pointer, { sent, next: null, frame: 0 });
  }

  onBoard("mousemove", (event, board) => {
    hide(event);
    const pointer = pointerOf(board);
    pointer.next = { clientX: event.clientX, clientY: event.clientY };
    if (pointer.frame || !far(pointer.sent, pointer.next)) return;
    pointer.frame = requestAnimationFrame(() => {
      const { next, sent } = pointer;
      still(board, far(sent, next) ? next : sent);
      if (pointer.sent === next && board.isConnected) send(board, "mousemove", next);
    });
  });
  onBoard("mouseout", (_, board) => still(board, null));
  for (const name of ["mousedown", "mouseup"]) {
    onBoard(name, (event, board) => {
      // The library does not say which button it was, so only the first one may be heard.
      if (event.button !== 0) hide(event);
      else still(board, { clientX: event.clientX, clientY: event.clientY });
    });
  }

  // ---- fingers -------------------------------------------------------------------------------

  let tap = null;
  let resting = 0;
  onBoard("touchstart", (event, board) => {
    hide(event);
    const [finger] = event.touches;
    tap = event.touches.length === 1
      ? { clientX: finger.clientX, clientY: finger.clientY, at: event.timeStamp }
      : null;
    // A finger that rests points, as a mouse does: what would it mean to go there? On a busy page
    // this comes before the end of a tap that was quick; its time tells that it was.
    clearTimeout(resting);
    const rest = tap;
    resting = setTimeout(() => {
      if (rest && tap === rest && board.isConnected) send(board, "mousemove", rest);
    }, REST);
  });
  onBoard("touchmove", (event) => {
    hide(event);
    const [finger] = event.touches;
    if (tap && Math.hypot(finger.clientX - tap.clientX, finger.clientY - tap.clientY) > SLIP) {
      tap = null;
    }
  });
  onBoard("touchcancel", (event) => {
    hide(event);
    tap = null;
  });
  onBoard(
    "touchend",
    (event, board) => {
      hide(event);
      const point = tap;
      tap = null;
      if (!point) return;
      // The browser would make a click of its own from this, a little later.
      event.preventDefault();
      if (event.timeStamp - point.at > REST) return;
      send(board, "mousedown", point);
      send(board, "mouseup", point);
      still(board, null);
    },
    false,
  );

  // ---- where the keys go ---------------------------------------------------------------------

  // A button that is pressed may be gone a moment later, and the focus with it: then the new
  // button of the same words has it, or else the board, so that one goes straight on by keys.
  // What ends a turn is done once: the same words are somebody else's turn by then.
  const SETTLED = 120;
  const TABLE = ".sr-columns";
  let held = null;
  document.addEventListener("focusin", ({ target }) => {
    const table = target.closest?.(`${TABLE} button`) && target.closest(TABLE);
    const once = target.classList.contains("sr-once");
    held = table ? { table, button: target, once, words: target.textContent.trim() } : null;
  });

  function holdOn() {
    if (!held || held.button.isConnected || held.waiting) return;
    const lost = held;
    lost.waiting = true;
    setTimeout(() => {
      if (held !== lost || !lost.table.isConnected) return;
      if (document.activeElement && document.activeElement !== document.body) return;
      const buttons = [...lost.table.querySelectorAll("button:enabled")];
      const same = lost.once
        ? null
        : buttons.find((button) => button.textContent.trim() === lost.words);
      (same ?? lost.table.querySelector(BOARDS))?.focus({ preventScroll: true });
    }, SETTLED);
  }

  // ---- what a screen reader is told ----------------------------------------------------------

  function adopt(board) {
    board.tabIndex = 0;
    board.setAttribute("role", "application");
    board.setAttribute("data-lm-suppress-shortcuts", "true"); // JupyterLab's, that is
    // A click focuses the board, and the library's focus() would scroll it into view.
    board.focus = (options) =>
      HTMLElement.prototype.focus.call(board, { ...options, preventScroll: true });
    tellTheme(board);
  }

  // The kernel paints, so it must know whether it is day or night: told as a key of our own.
  function tellTheme(board) {
    const night = document.body.dataset.jpThemeLight === "false";
    const key = `theme-${document.documentElement.dataset.theme ?? (night ? "dark" : "light")}`;
    const event = new KeyboardEvent("keydown", { key });
    ours.add(event);
    board.dispatchEvent(event);
  }
  const themes = new MutationObserver(() => document.querySelectorAll(BOARDS).forEach(tellTheme));
  for (const node of [document.documentElement, document.body]) {
    themes.observe(node, {
      attributes: true, attributeFilter: ["data-theme", "data-jp-theme-light"],
    });
  }

  // A hex lights up on the board while its number is pointed at in a text.
  const LABEL = /^([A-Z]{0,2}[0-9]{1,4})[.,:;)!?]*$/;
  const NAMED = /^[A-Z0-9]/; // the word before it: the number is part of a unit's name then
  let lit = null; // [board, label]
  const tell = (board, label) => {
    const event = new KeyboardEvent("keydown", { key: `hex-${label}` });
    ours.add(event);
    board.dispatchEvent(event);
  };
  function wordAt({ clientX, clientY }) {
    const spot = document.caretPositionFromPoint?.(clientX, clientY);
    const node = spot?.offsetNode;
    if (node?.nodeType !== Node.TEXT_NODE) return "";
    const [before, after] = [node.data.slice(0, spot.offset), node.data.slice(spot.offset)];
    const word = before.match(/\S*$/)[0] + after.match(/^\S*/)[0];
    const last = before.match(/(\S+)\s+\S*$/)?.[1] ?? "";
    const label = word.replace(/^\(/, "").match(LABEL)?.[1] ?? "";
    return label && (/^[0-9]{4}$/.test(label) || !NAMED.test(last)) ? label : "";
  }
  function light(event) {
    const near = event.target.closest?.(".sr-columns, .sr-step, .sr-step-head, .sr-notice");
    const label = near ? wordAt(event) : "";
    if (label === (lit?.[1] ?? "")) return;
    const inSight = (one) => {
      const { top, bottom, width } = one.getBoundingClientRect();
      return width > 0 && bottom > 0 && top < innerHeight;
    };
    if (lit) tell(lit[0], "");
    const beside = near?.closest(".sr-columns")?.querySelector(BOARDS);
    const board = label && (beside ?? [...document.querySelectorAll(BOARDS)].find(inSight));
    lit = board ? [board, label] : null;
    if (lit) tell(...lit);
  }
  let moved = 0;
  document.addEventListener("pointermove", (event) => {
    cancelAnimationFrame(moved);
    if (!(event.target instanceof HTMLCanvasElement)) moved = requestAnimationFrame(() => light(event));
  }, { passive: true });

  function textFor(board) {
    const frame = board.closest(".staffride-board-frame");
    for (let near = board.parentElement; frame?.contains(near); near = near.parentElement) {
      const text = near.querySelector(".staffride-board-text");
      if (!text) continue;
      return text.textContent.replace(/\s+/g, " ").trim();
    }
    return "";
  }

  // A board larger than its frame is scrolled to where its cursor has gone.
  const followed = new WeakMap();
  function follow(board) {
    const frame = board.closest(".staffride-board-frame");
    const at = frame?.querySelector(".staffride-board-text [data-at]")?.dataset.at;
    if (!at || followed.get(frame) === at) return;
    followed.set(frame, at);
    const [x, y] = at.split(" ").map(Number);
    const left = x * board.clientWidth, top = y * board.clientHeight;
    const inside = (spot, from, room) => spot > from + 10 && spot < from + room - 10;
    if (!inside(left, frame.scrollLeft, frame.clientWidth)) frame.scrollLeft = left - frame.clientWidth / 2;
    if (!inside(top, frame.scrollTop, frame.clientHeight)) frame.scrollTop = top - frame.clientHeight / 2;
  }

  const set = (node, name, value) =>
    node.getAttribute(name) === value || node.setAttribute(name, value);

  function refresh() {
    holdOn();
    for (const board of document.querySelectorAll(BOARDS)) {
      if (board.getAttribute("role") !== "application") adopt(board);
      set(board, "aria-label", textFor(board) || "Board");
      follow(board);
    }
    for (const status of document.querySelectorAll(".staffride-status")) {
      set(status, "role", "status");
      set(status, "aria-live", "polite");
    }
    for (const alert of document.querySelectorAll(".staffride-alert")) set(alert, "role", "alert");
  }

  new MutationObserver(refresh).observe(document.documentElement, {
    childList: true,
    subtree: true,
    characterData: true,
    attributes: true,
    attributeFilter: ["class"],
  });
  refresh();
}

function panels() {
  const root = document.documentElement;

  // ---- rules ---------------------------------------------------------------------------------

  // What a rule says is laid over the page; it goes away as a menu does.
  function closeRules(except) {
    for (const open of document.querySelectorAll("details.sr-rule[open]")) {
      if (open !== except) open.open = false;
    }
  }
  document.addEventListener("click", (event) => closeRules(event.target.closest?.(".sr-rule")));
  document.addEventListener("keydown", (event) => event.key === "Escape" && closeRules());

  // ---- folds ---------------------------------------------------------------------------------

  // What the reader has opened or closed stays so when its panel is written anew.
  const PANEL = ".widget-html";
  const FOLD = "details:not(.sr-rule)";
  const folds = new WeakMap(); // panel -> what its folds are called -> whether they are open

  // A fold is called by its summary, and counted where several have the same.
  function foldsOf(panel) {
    const seen = new Map();
    return [...panel.querySelectorAll(FOLD)].map((fold) => {
      const name = fold.querySelector(":scope > summary")?.textContent.trim();
      seen.set(name, (seen.get(name) ?? 0) + 1);
      return [fold, `${name} ${seen.get(name)}`];
    });
  }

  document.addEventListener("toggle", ({ target }) => {
    const panel = target.matches?.(FOLD) && target.closest(PANEL);
    if (panel) folds.set(panel, new Map(foldsOf(panel).map(([fold, name]) => [name, fold.open])));
  }, true);

  new MutationObserver((records) => {
    for (const panel of new Set(records.map(({ target }) => target.closest?.(PANEL)))) {
      const left = panel && folds.get(panel);
      if (!left) continue;
      for (const [fold, name] of foldsOf(panel)) fold.open = left.get(name) ?? fold.open;
    }
  }).observe(root, { childList: true, subtree: true });

  // ---- presses -------------------------------------------------------------------------------

  // The buttons beside a board are laid out anew by what happens, perhaps while one is held down.
  // Who pressed one means that one, or the one that has taken its place; never what lies under
  // the pointer by then, and not nothing, as the browser has it.
  const TABLE = ".sr-columns";
  const SLIP = 10; // CSS pixels a pointer may slip in a press
  let press = null;
  const buttonOf = (event) => event.target.closest?.(`${TABLE} button:enabled`);
  const labelOf = (button) => button.textContent.trim();
  const stop = (event) => {
    event.stopImmediatePropagation();
    event.preventDefault();
  };

  function carryOut({ button, table, label }) {
    const found = button.isConnected
      ? button
      : [...table.querySelectorAll("button:enabled")].find((one) => labelOf(one) === label);
    found?.click();
  }

  // What began on a button and ends where it began is a press of it.
  function ended(event) {
    const began = press;
    press = null;
    const slipped = began && Math.hypot(event.clientX - began.x, event.clientY - began.y) > SLIP;
    return slipped ? null : began;
  }

  document.addEventListener("pointerdown", (event) => {
    const button = event.button === 0 ? buttonOf(event) : null;
    press = button && {
      button, table: button.closest(TABLE), label: labelOf(button), x: event.clientX, y: event.clientY,
    };
  }, true);
  document.addEventListener("pointercancel", () => { press = null; }, true);
  document.addEventListener("mousedown", (event) => { if (event.detail > 1) press = null; }, true);
  document.addEventListener("mouseup", (event) => {
    const began = press;
    // A click, if there is one, has come before this.
    setTimeout(() => {
      const meant = press === began ? ended(event) : null;
      if (meant) carryOut(meant);
    });
  }, true);
  document.addEventListener("click", (event) => {
    if (!event.isTrusted) return;
    // The second click of a double click would answer a question that nobody has read.
    if (event.detail > 1 && event.target.closest?.(".sr-choices button:not(.sr-member)")) {
      stop(event);
      return;
    }
    const meant = ended(event);
    if (!meant || buttonOf(event) === meant.button) return;
    stop(event);
    carryOut(meant);
  }, true);
}

const RUNS = Symbol.for("staffride");

export default {
  initialize() {
    if (document[RUNS]) return;
    document[RUNS] = true;
    boards();
    panels();
  },
};
