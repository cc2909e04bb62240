// Boards on ipycanvas. The library takes every key, wheel turn and touch for itself and tells the
// kernel of every mouse move; a board needs a few keys, a click and a lazy pointer, and the reader
// needs the rest. All listeners are on the window, in the capture phase: they run before the
// library's own, which are on the canvas.
(() => {
  "use strict";
  const KEYS = new Set([
    "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Enter", " ", "Escape", "Backspace",
    "n", "p", "g", "[", "]", "+", "-", "?",
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

  onBoard("keydown", (event) => {
    // On many keyboards a bracket is typed with AltGr, which also looks like Ctrl+Alt.
    const chord = event.ctrlKey || event.metaKey || event.altKey;
    const typed = event.key.length === 1 && event.getModifierState("AltGraph");
    if (!KEYS.has(event.key) || (chord && !typed) || event.isComposing) hide(event);
  });
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
  const SETTLED = 120;
  const TABLE = ".sr-columns";
  let held = null;
  document.addEventListener("focusin", ({ target }) => {
    const table = target.closest?.(`${TABLE} button`) && target.closest(TABLE);
    held = table ? { table, button: target, words: target.textContent.trim() } : null;
  });

  function holdOn() {
    if (!held || held.button.isConnected || held.waiting) return;
    const lost = held;
    lost.waiting = true;
    setTimeout(() => {
      if (held !== lost || !lost.table.isConnected) return;
      if (document.activeElement && document.activeElement !== document.body) return;
      const buttons = [...lost.table.querySelectorAll("button:enabled")];
      const same = buttons.find((button) => button.textContent.trim() === lost.words);
      (same ?? lost.table.querySelector(BOARDS))?.focus({ preventScroll: true });
    }, SETTLED);
  }

  // ---- what a screen reader is told ----------------------------------------------------------

  function adopt(board) {
    board.tabIndex = 0;
    board.setAttribute("role", "application");
    board.setAttribute("data-lm-suppress-shortcuts", "true");
    // A click focuses the board, and the library's focus() would scroll it into view.
    board.focus = (options) =>
      HTMLElement.prototype.focus.call(board, { ...options, preventScroll: true });
    tellTheme(board);
  }

  // The kernel paints, so it must know whether it is day or night: told as a key of our own.
  function tellTheme(board) {
    const key = `theme-${document.documentElement.dataset.theme}`;
    const event = new KeyboardEvent("keydown", { key });
    ours.add(event);
    board.dispatchEvent(event);
  }
  new MutationObserver(() => document.querySelectorAll(BOARDS).forEach(tellTheme)).observe(
    document.documentElement, { attributes: true, attributeFilter: ["data-theme"] },
  );

  function textFor(board) {
    const frame = board.closest(".staffride-board-frame");
    for (let near = board.parentElement; frame?.contains(near); near = near.parentElement) {
      const text = near.querySelector(".staffride-board-text");
      if (!text) continue;
      const words = text.cloneNode(true);
      for (const style of words.querySelectorAll("style")) style.remove();
      return words.textContent.replace(/\s+/g, " ").trim();
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
})();
