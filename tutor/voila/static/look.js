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
    "n", "p", "g", "t", "u", "E", "[", "]", "?", "Delete",
  ]);
  const PAINTS = ".sr-paints"; // a board that is drawn on: a drag is a stroke
  const SIDES = /^[1-6]$/; // keys that draw along a side of the hex at the cursor
  const ZOOMS = { "+": 1.35, "=": 1.35, "-": 1 / 1.35, "0": 0 }; // keys that zoom: 0 shows the whole
  const BOARDS = "canvas.staffride-board, .staffride-board canvas";
  const STEP = 6; // CSS pixels a pointer must move before the kernel hears of it
  const SLIP = 10; // CSS pixels a finger may slip in a tap
  const REST = 450; // milliseconds after which a resting finger points, and does not tap
  const ours = new WeakSet(); // events made here, which the library shall see

  // What was pressed is moved and let go wherever the pointer is by then.
  window.addEventListener("mousemove", (event) => {
    if (press && !ours.has(event)) carry(event, STEP);
  }, { capture: true });
  window.addEventListener("mouseup", (event) => {
    if (press && !ours.has(event) && event.button === 0) release(event);
  }, { capture: true });

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
    if (event.key in ZOOMS && !chord) {
      hide(event);
      event.preventDefault();
      zoomBy(lensOf(board), ZOOMS[event.key]);
      return;
    }
    const own = KEYS.has(event.key) || (SIDES.test(event.key) && board.closest(PAINTS));
    if (own && (!chord || typed) && !event.isComposing) return;
    if (chord && !typed) pass(event, board);
    else hide(event);
  }, false);
  // Where the page itself cannot be scrolled the wheel zooms; elsewhere it scrolls the page, and
  // zooms with Ctrl, which is also what two fingers on a touch pad come as.
  onBoard("wheel", (event, board) => {
    hide(event);
    if (!event.ctrlKey && !filled(board)) return;
    event.preventDefault();
    const notches = Math.max(-3, Math.min(3, event.deltaY / (event.deltaMode ? 3 : 100)));
    zoomAt(lensOf(board), event.clientX, event.clientY, 1.2 ** -(event.ctrlKey && !event.deltaMode ? 3 * notches : notches));
  }, false);

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
      if (pointer.sent !== next) return;
      onceSeen(board, () => pointer.sent === next && board.isConnected && send(board, "mousemove", next));
    });
  });
  onBoard("mouseout", (_, board) => still(board, null));
  // A press that stays where it is is a click. One that moves takes the counter along that it began
  // on, and else the map.
  let press = null; // { board, clientX, clientY, drag: what moves }

  function begin(board, { clientX, clientY, shiftKey = false }) {
    press = { board, clientX, clientY, shiftKey, at: [clientX, clientY], drag: null };
  }

  function carry({ clientX, clientY }, slip) {
    const { board, drag } = press;
    if (!drag) {
      if (Math.hypot(clientX - press.clientX, clientY - press.clientY) <= slip) return;
      const lens = lensOf(board);
      const drawn = board.closest(PAINTS) && !press.shiftKey;
      press.drag = drawn ? "brush" : grabbed(lens, press) ? "counter" : lens.zoomed ? "map" : "nothing";
      if (drawn) send(board, "mousedown", press);
      if (press.drag === "counter") {
        click(board, press);
        press.ghost = ghostOf(board, press);
      }
    }
    if (press.drag === "map") panBy(lensOf(board), clientX - press.at[0], clientY - press.at[1]);
    press.at = [clientX, clientY];
    const next = { clientX, clientY };
    if (press.drag === "brush" && far(press.sent ?? press, next)) send(board, "mousemove", (press.sent = next));
    if (press.drag === "counter") {
      press.ghost.style.translate = `${clientX}px ${clientY}px`;
      send(board, "mousemove", { clientX, clientY });
    }
  }

  function release(event) {
    const { board, drag, ghost } = press;
    const inside = board.contains(document.elementFromPoint(event.clientX, event.clientY));
    if (!drag) click(board, press);
    else if (drag === "counter" && inside) click(board, event);
    else if (drag === "brush") send(board, "mouseup", event);
    ghost?.remove();
    press = null;
  }

  // What points at a picture waits for it: until then the kernel may mean another.
  function onceSeen(board, act) {
    const lens = lensOf(board);
    if (lens.frame && "waits" in lens.frame.dataset) lens.waiting.push(act);
    else act();
  }

  function click(board, { clientX, clientY }) {
    const point = { clientX, clientY };
    onceSeen(board, () => {
      send(board, "mousedown", point);
      send(board, "mouseup", point);
      still(board, point);
    });
  }

  onBoard("mousedown", (event, board) => {
    hide(event);
    // The library does not say which button it was, so only the first one may be heard.
    if (event.button !== 0) return;
    board.focus();
    begin(board, event);
  });
  onBoard("mouseup", hide);

  // ---- fingers -------------------------------------------------------------------------------

  let tap = null; // one finger: where and when it came down
  let pinch = null; // two: how far apart, and what is between them
  let resting = 0;
  const between = ([one, other]) => ({
    x: (one.clientX + other.clientX) / 2,
    y: (one.clientY + other.clientY) / 2,
    apart: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY),
  });
  const dropped = () => {
    press?.ghost?.remove();
    if (press?.drag === "brush") send(press.board, "mouseup", press);
    press = tap = pinch = null;
  };
  onBoard("touchstart", (event, board) => {
    hide(event);
    dropped();
    const [finger] = event.touches;
    if (event.touches.length === 2) pinch = between(event.touches);
    if (event.touches.length !== 1) return;
    tap = { clientX: finger.clientX, clientY: finger.clientY, at: event.timeStamp };
    begin(board, tap);
    // A finger that rests points, as a mouse does: what would it mean to go there? On a busy page
    // this comes before the end of a tap that was quick; its time tells that it was.
    clearTimeout(resting);
    const rest = tap;
    resting = setTimeout(() => {
      const rests = () => rest && tap === rest && !press?.drag && board.isConnected;
      if (rests()) onceSeen(board, () => rests() && send(board, "mousemove", rest));
    }, REST);
  });
  onBoard("touchmove", (event, board) => {
    hide(event);
    if (pinch && event.touches.length === 2) {
      const now = between(event.touches), lens = lensOf(board);
      zoomAt(lens, now.x, now.y, now.apart / pinch.apart);
      panBy(lens, now.x - pinch.x, now.y - pinch.y);
      pinch = now;
      return;
    }
    const [finger] = event.touches;
    if (tap) carry(finger, SLIP);
    if (press?.drag) tap = { ...tap, clientX: finger.clientX, clientY: finger.clientY };
    // What is carried is not scrolled as well: the browser would take the finger for itself.
    if (["counter", "brush"].includes(press?.drag) && event.cancelable) event.preventDefault();
  }, false);
  onBoard("touchcancel", (event) => {
    hide(event);
    dropped();
  });
  onBoard(
    "touchend",
    (event, board) => {
      hide(event);
      const point = tap, began = press;
      if (!point || !began) return dropped();
      // The browser would make a click of its own from this, a little later.
      if (event.cancelable) event.preventDefault();
      if (began.drag || event.timeStamp - point.at <= REST) {
        release(point);
        still(board, null);
      }
      dropped();
    },
    false,
  );

  // ---- what of a map is seen -----------------------------------------------------------------

  // A lens is where a board is looked at: `x`, `y` the corner of what is seen, `z` how many pixels
  // of the page one of the scene's is. The kernel paints a tile, a part of the scene; moving it
  // about, and making it larger for a moment, is done here. Once it rests a new tile is asked for.
  const lenses = new WeakMap();
  const SPARE = 0.2; // of what is seen, so much is painted beyond each side
  const LATE = 2000; // milliseconds after which a picture is not waited for any longer
  const SETTLE = 130; // milliseconds after which a lens that was moved rests
  const MOST = 16e6; // pixels of a canvas that every browser paints
  const SMALL = 13, NEAR = 20, PLAIN = 30; // hex radii, in pixels of the page: too small to play on, and good

  const filled = (board) => {
    const root = document.scrollingElement;
    return Boolean(document.querySelector(".sr-header")) && root.scrollHeight <= root.clientHeight + 2 &&
      Boolean(board.closest(".sr-columns"));
  };

  function lensOf(board) {
    if (!lenses.has(board)) {
      lenses.set(board, {
        board, frame: board.closest(".staffride-board-frame"), scene: null, tile: null, coming: null,
        waiting: [], late: 0, asked: "", zoomed: false, x: 0, y: 0, z: 1, timer: 0, begun: false, grabs: [], at: null, home: null,
      });
    }
    return lenses.get(board);
  }

  // How large the whole is where it fits, and the largest that is of use.
  const room = ({ frame }) => ({ wide: frame.clientWidth, high: frame.clientHeight });
  function fitting(lens) {
    const { wide, high } = room(lens);
    return lens.zoomed
      ? Math.min(wide / lens.scene[0], high / lens.scene[1])
      : lens.board.clientWidth / lens.scene[0];
  }
  const largest = (lens) => Math.max(3, 2 * fitting(lens));

  function tellKernel(board, key) {
    const event = new KeyboardEvent("keydown", { key });
    ours.add(event);
    board.dispatchEvent(event);
  }

  // The part of the scene to paint: all of it, or what is seen and something around it. Its size
  // is the same however large the scene is shown: a canvas of another size begins as a blank.
  function ask(lens) {
    const { scene, board } = lens;
    if (!scene || !board.isConnected) return;
    const fine = Math.min(window.devicePixelRatio || 1, 2);
    let part;
    if (!lens.zoomed) {
      const z = board.clientWidth / scene[0];
      if (!z) return;
      part = [0, 0, ...scene.slice(0, 2), z, fine];
    } else {
      const { wide, high } = room(lens), z = lens.z;
      const [w, h] = [(wide * (1 + 2 * SPARE)) / z, (high * (1 + 2 * SPARE)) / z];
      const along = (from, seen, size, all) =>
        size >= all ? (all - size) / 2 : Math.min(Math.max(from - (size - seen) / 2, 0), all - size);
      part = [along(lens.x, wide / z, w, scene[0]), along(lens.y, high / z, h, scene[1]), w, h, z, fine];
    }
    const [, , w, h, z] = part;
    part[5] = Math.min(fine, Math.sqrt(MOST / (w * h)) / z * 0.99);
    const words = part.map((number) => +number.toFixed(4)).join(" ");
    if (words === lens.asked) return;
    lens.asked = words;
    lens.frame.dataset.waits = "yes";
    clearTimeout(lens.late);
    lens.late = setTimeout(() => goOn(lens), LATE); // if its picture should never come
    tellKernel(board, `look-${words}`);
  }

  function settle(lens, soon = SETTLE) {
    clearTimeout(lens.timer);
    lens.timer = setTimeout(() => ask(lens), soon);
  }

  // Whether something that should be seen has not been painted.
  function bare(lens) {
    const { tile, x, y, z } = lens, { wide, high } = room(lens);
    if (!tile) return false;
    const [w, h] = lens.scene;
    return (x < tile[0] && tile[0] > 0) || (y < tile[1] && tile[1] > 0) ||
      (x + wide / z > tile[0] + tile[2] && tile[0] + tile[2] < w) ||
      (y + high / z > tile[1] + tile[3] && tile[1] + tile[3] < h);
  }

  const LAID_OUT = "sr-laid"; // told to a frame when its board lies elsewhere in it, or is larger
  function lay(lens) {
    const { board, frame, tile, scene } = lens;
    queueMicrotask(() => frame?.dispatchEvent(new Event(LAID_OUT, { bubbles: true })));
    if (!lens.zoomed || !tile) return;
    const { wide, high } = room(lens);
    const within = (from, seen, all) => (seen >= all ? (all - seen) / 2 : Math.min(Math.max(from, 0), all - seen));
    lens.x = within(lens.x, wide / lens.z, scene[0]);
    lens.y = within(lens.y, high / lens.z, scene[1]);
    const [left, top, width, height, z] = tile;
    const style = {
      width: `${width * z}px`, height: `${height * z}px`, "max-width": "none",
      transform: `translate(${(left - lens.x) * lens.z}px, ${(top - lens.y) * lens.z}px) scale(${lens.z / z})`,
    };
    for (const [name, value] of Object.entries(style)) board.style.setProperty(name, value, "important");
    const mini = frame.querySelector(":scope > .sr-mini");
    if (mini?.childElementCount) {
      const mark = mini.querySelector(".sr-mini-view") ?? mini.appendChild(document.createElement("div"));
      mark.className = "sr-mini-view";
      const share = (from, all) => `${Math.max(0, Math.min(100, (100 * from) / all))}%`;
      Object.assign(mark.style, {
        left: share(lens.x, scene[0]), top: share(lens.y, scene[1]),
        right: share(scene[0] - lens.x - wide / lens.z, scene[0]),
        bottom: share(scene[1] - lens.y - high / lens.z, scene[1]),
      });
    }
  }

  const LAID = ["width", "height", "max-width", "transform"]; // what a lens changes of a board's style
  function enter(lens) {
    if (lens.zoomed) return;
    lens.z = fitting(lens);
    lens.x = lens.y = 0;
    lens.tile ??= [0, 0, lens.scene[0], lens.scene[1], lens.z];
    lens.zoomed = true;
    lens.frame.style.setProperty("--sr-own-width", `${lens.board.clientWidth}px`);
    lens.plain = LAID.map((name) => [name, lens.board.style.getPropertyValue(name)]);
    lens.frame.classList.add("sr-zoomed");
    furnish(lens);
  }

  function leave(lens) {
    lens.zoomed = false;
    lens.frame.classList.remove("sr-zoomed");
    for (const [name, value] of lens.plain) lens.board.style.setProperty(name, value);
    lay(lens);
    settle(lens, 0);
  }

  function zoomAt(lens, clientX, clientY, factor) {
    if (!lens.scene) return;
    const least = fitting(lens), z = Math.min(largest(lens), (lens.zoomed ? lens.z : least) * factor);
    if (z <= least * 1.01) {
      if (lens.zoomed) leave(lens);
      return;
    }
    enter(lens);
    const box = lens.frame.getBoundingClientRect();
    const [px, py] = [clientX - box.left, clientY - box.top];
    lens.x += px / lens.z - px / z;
    lens.y += py / lens.z - py / z;
    lens.z = z;
    lay(lens);
    settle(lens);
  }

  function zoomBy(lens, factor) {
    if (!factor) {
      if (lens.zoomed) leave(lens);
      return;
    }
    const box = lens.frame.getBoundingClientRect(), at = lens.at;
    const [px, py] = !at ? [box.width / 2, box.height / 2]
      : lens.zoomed ? [(at[0] - lens.x) * lens.z, (at[1] - lens.y) * lens.z]
      : [at[0] * fitting(lens), at[1] * fitting(lens)];
    zoomAt(lens, box.left + px, box.top + py, factor);
  }

  function panBy(lens, dx, dy) {
    if (!lens.zoomed) return;
    lens.x -= dx / lens.z;
    lens.y -= dy / lens.z;
    lay(lens);
    // Where what has been painted ends the next tile is asked for, in the midst of a drag.
    if (bare(lens) && !("waits" in lens.frame.dataset)) ask(lens);
    settle(lens);
  }

  function centre(lens, [x, y]) {
    if (!lens.zoomed) return;
    const { wide, high } = room(lens);
    lens.x = x - wide / lens.z / 2;
    lens.y = y - high / lens.z / 2;
    lay(lens);
    settle(lens, 0);
  }

  const nearest = (lens, [x, y]) =>
    lens.grabs.toSorted(([a, b], [c, d]) => Math.hypot(a - x, b - y) - Math.hypot(c - x, d - y))[0];

  function goTo(lens) {
    const middle = [lens.scene[0] / 2, lens.scene[1] / 2];
    const spot = lens.at ?? nearest(lens, middle) ?? lens.home ?? middle;
    enter(lens);
    lens.z = Math.max(lens.z, lens.scene[2] ? PLAIN / lens.scene[2] : lens.z);
    centre(lens, spot);
  }

  // Whether a press is on a counter that can be taken up.
  function grabbed(lens, { clientX, clientY }) {
    if (!lens.scene || !lens.grabs.length) return false;
    const box = lens.board.getBoundingClientRect(), tile = lens.tile ?? [0, 0, ...lens.scene];
    const x = tile[0] + ((clientX - box.left) * tile[2]) / box.width;
    const y = tile[1] + ((clientY - box.top) * tile[3]) / box.height;
    const reach = 0.85 * (lens.scene[2] || 40);
    return lens.grabs.some(([a, b]) => Math.hypot(a - x, b - y) < reach);
  }

  // The counter that is carried, under the pointer.
  function ghostOf(board, { clientX, clientY }) {
    const lens = lensOf(board), box = board.getBoundingClientRect();
    const grain = board.width / box.width, wide = 1.5 * (lens.scene[2] || 40) * (box.width / (lens.tile?.[2] ?? lens.scene[0]));
    const ghost = document.createElement("canvas");
    ghost.className = "sr-ghost";
    ghost.width = ghost.height = wide * grain;
    Object.assign(ghost.style, { width: `${wide}px`, height: `${wide}px`, translate: `${clientX}px ${clientY}px` });
    const from = [(clientX - box.left - wide / 2) * grain, (clientY - box.top - wide / 2) * grain];
    ghost.getContext("2d").drawImage(board, ...from, wide * grain, wide * grain, 0, 0, wide * grain, wide * grain);
    document.body.append(ghost);
    return ghost;
  }

  // What stands on a board that does not show the whole: buttons, and the small map.
  function furnish(lens) {
    const { frame } = lens;
    if (frame.querySelector(":scope > .sr-zoom")) return;
    const bar = document.createElement("div");
    bar.className = "sr-zoom";
    bar.role = "group";
    bar.ariaLabel = "Map";
    const tools = [
      ["+", "Zoom in (+)", () => zoomBy(lens, 1.35)],
      ["−", "Zoom out (-)", () => zoomBy(lens, 1 / 1.35)],
      ["◎", "Go to the unit", () => goTo(lens)],
      ["⤢", "Whole map (0)", () => zoomBy(lens, 0)],
    ];
    for (const [sign, title, act] of tools) {
      const tool = document.createElement("button");
      Object.assign(tool, { type: "button", textContent: sign, title, ariaLabel: title });
      tool.addEventListener("click", () => {
        act();
        lens.board.focus();
      });
      bar.append(tool);
    }
    frame.append(bar);
  }

  document.addEventListener("click", ({ target }) => {
    const button = target.closest?.(".sr-zoom-in");
    const board = button?.closest(".sr-columns")?.querySelector(BOARDS);
    if (board) zoomBy(lensOf(board), 1.5);
  });
  let leading = null; // the small map on which the pointer is down
  function lead(event) {
    const box = leading.getBoundingClientRect();
    const board = leading.closest(".staffride-board-frame").querySelector(BOARDS);
    const { scene } = lensOf(board);
    centre(lensOf(board), [
      ((event.clientX - box.left) / box.width) * scene[0], ((event.clientY - box.top) / box.height) * scene[1],
    ]);
  }
  document.addEventListener("pointerdown", (event) => {
    leading = event.target.closest?.(".sr-mini") ?? null;
    if (leading) lead(event);
  });
  document.addEventListener("pointermove", (event) => leading && lead(event), { passive: true });
  document.addEventListener("pointerup", () => (leading = null));

  // What the kernel says of its picture: how large it is, which part it shows, where things are.
  const numbers = (text) => (text ? text.split(" ").map(Number) : null);
  function sync(board) {
    const lens = lensOf(board);
    const told = lens.frame?.querySelector(".staffride-board-text p")?.dataset;
    if (!told || lens.told === told.scene + "|" + told.tile + "|" + told.at + "|" + told.grab) return;
    lens.told = told.scene + "|" + told.tile + "|" + told.at + "|" + told.grab;
    const scene = numbers(told.scene), other = lens.scene && scene[0] !== lens.scene[0];
    lens.scene = scene;
    lens.home = numbers(told.home);
    const grabs = numbers(told.grab) ?? [];
    lens.grabs = grabs.flatMap((x, place) => (place % 2 ? [] : [[x, grabs[place + 1]]]));
    const tile = numbers(told.tile);
    if (tile && String(tile) !== String(lens.tile)) {
      lens.coming = tile;
    }
    if (!tile || other) {
      lens.asked = "";
      lens.tile = null;
      settle(lens, 0);
    }
    if (told.at !== lens.followed) {
      lens.followed = told.at;
      lens.at = numbers(told.at);
      if (lens.at) follow(lens);
    }
  }

  // What was clicked meanwhile is a click on what is seen now.
  function goOn(lens) {
    clearTimeout(lens.late);
    delete lens.frame.dataset.waits;
    for (const act of lens.waiting.splice(0)) act();
  }

  // A picture has come: it is laid where it belongs in the same moment.
  function painted(lens) {
    if (!lens.coming) return;
    lens.tile = lens.coming;
    lens.coming = null;
    lens.frame.dataset.painted = lens.tile.join(" ");
    lay(lens);
    goOn(lens);
    if (!lens.begun && lens.scene[2] && lens.tile[4] > 0 && filled(lens.board)) {
      lens.begun = true;
      // a board that says where to look is seen from nearer
      if (lens.scene[2] * lens.tile[4] < (lens.at ? NEAR : SMALL)) goTo(lens);
      else if (lens.at) follow(lens);
    }
  }

  // A cursor that has gone out of sight is gone after.
  function follow(lens) {
    const { wide, high } = room(lens), [x, y] = lens.at, edge = 0.08;
    if (!lens.zoomed) {
      // upright a frame may be lower than its board, and scrolls
      const { frame } = lens, down = y * fitting(lens), seen = (down - frame.scrollTop) / high;
      if (seen < edge || seen > 1 - edge) frame.scrollTop = down - high / 2;
      return;
    }
    const [px, py] = [((x - lens.x) * lens.z) / wide, ((y - lens.y) * lens.z) / high];
    if (px < edge || px > 1 - edge || py < edge || py > 1 - edge) centre(lens, lens.at);
  }

  // What was drawn is taken back, and done again, by the keys that do so everywhere.
  document.addEventListener("keydown", (event) => {
    const { key, ctrlKey, metaKey, shiftKey, target } = event;
    const bench = document.querySelector(".sr-bench");
    if (!bench || !(ctrlKey || metaKey) || target.matches?.("input, textarea, select")) return;
    const again = key === "y" || (shiftKey && key.toLowerCase() === "z");
    if (!again && key !== "z") return;
    event.preventDefault();
    bench.querySelector(again ? ".sr-bench-redo" : ".sr-bench-undo")?.click();
  });

  // What was typed is told before Enter is.
  document.addEventListener("keydown", ({ key, target }) => {
    if (key === "Enter" && target.matches?.(".sr-ask input")) {
      target.dispatchEvent(new Event("change", { bubbles: true }));
    }
  }, true);

  const sizes = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const board = target.matches(BOARDS) ? target : target.querySelector(BOARDS);
      if (!board) continue;
      const lens = lensOf(board);
      lay(lens);
      // A frame that has grown may show what has not been painted.
      if (board === target || (lens.zoomed && bare(lens))) settle(lens);
    }
  });

  // ---- where the keys go ---------------------------------------------------------------------

  // A button that is pressed may be gone a moment later, and the focus with it: then the new
  // button of the same words has it, or else the board, so that one goes straight on by keys. A
  // question that is answered leads to the next one, and that to its answers.
  // What ends a turn is done once: the same words are somebody else's turn by then.
  const SETTLED = 120;
  const TABLE = ".sr-columns";
  const SETUP = ".sr-setup"; // where a set of questions is begun, and stands again when it is over
  let held = null;
  document.addEventListener("focusin", ({ target }) => {
    const table = target.closest?.("button") && target.closest(`${TABLE}, ${SETUP}`);
    const once = target.classList.contains("sr-once");
    held = table ? { table, button: target, once, words: target.textContent.trim() } : null;
  });

  function holdOn() {
    if (!held || held.button.isConnected || held.waiting) return;
    const lost = held;
    lost.waiting = true;
    setTimeout(() => {
      // the next question has a table of its own
      const stays = lost.table.isConnected && lost.table.matches(TABLE);
      const over = document.querySelector(".sr-practice") && document.querySelector(SETUP);
      const table = stays ? lost.table : document.querySelector(`.sr-asking ${TABLE}`) ?? over;
      if (held !== lost || !table) return;
      if (document.activeElement && document.activeElement !== document.body) return;
      const onward = table.querySelector(table === lost.table ? ".sr-next" : ".sr-answer");
      const buttons = [...table.querySelectorAll("button:enabled")];
      const same = lost.once
        ? null
        : buttons.find((button) => button.textContent.trim() === lost.words);
      const at = onward ?? same ?? table.querySelector(BOARDS) ?? buttons[0];
      at?.focus({ preventScroll: true });
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
    // The library puts its picture on the page in one stroke.
    const pen = board.getContext("2d"), draw = pen.drawImage;
    pen.drawImage = (...image) => {
      draw.apply(pen, image);
      painted(lensOf(board));
    };
    sizes.observe(board);
    if (lensOf(board).frame) sizes.observe(lensOf(board).frame);
    tellTheme(board);
  }

  // The kernel paints, so it must know whether it is day or night: told as a key of our own.
  function tellTheme(board) {
    const night = document.body.dataset.jpThemeLight === "false";
    tellKernel(board, `theme-${document.documentElement.dataset.theme ?? (night ? "dark" : "light")}`);
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
  const tell = (board, label) => tellKernel(board, `hex-${label}`);
  function caretAt(x, y) {
    const spot = document.caretPositionFromPoint?.(x, y);
    if (spot) return [spot.offsetNode, spot.offset];
    const range = document.caretRangeFromPoint?.(x, y); // Safari before 18.4
    return [range?.startContainer, range?.startOffset];
  }
  function wordAt({ clientX, clientY }) {
    const [node, offset] = caretAt(clientX, clientY);
    if (node?.nodeType !== Node.TEXT_NODE) return "";
    const [before, after] = [node.data.slice(0, offset), node.data.slice(offset)];
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

  const set = (node, name, value) =>
    node.getAttribute(name) === value || node.setAttribute(name, value);

  function refresh() {
    holdOn();
    for (const board of document.querySelectorAll(BOARDS)) {
      if (board.getAttribute("role") !== "application") adopt(board);
      set(board, "aria-label", textFor(board) || "Board");
      sync(board);
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

// A picture to trace a board from: it lies on the board like tracing paper, and stays in this page.
// It is read by the browser alone, and goes with the page; nobody is sent it, and nothing saves it.
function tracing() {
  const TOOLS = ".sr-tracing", FRAME = ".staffride-board-frame";
  const start = () => ({ url: "", share: 50, size: 100, right: 0, down: 0, move: false });
  let now = start();
  const frame = () => document.querySelector(`.sr-bench ${FRAME}`);

  // It is as wide as the scene where its size is 100, and moved by hundredths of that width.
  function lay() {
    const on = frame();
    let img = on?.querySelector(":scope > .sr-traced");
    if (!on || !now.url) return img?.remove();
    img ??= on.appendChild(Object.assign(document.createElement("img"), { className: "sr-traced", alt: "" }));
    const canvas = on.querySelector("canvas"), told = on.querySelector(".staffride-board-text p")?.dataset.scene;
    if (!canvas || !told) return;
    const wide = Number(told.split(" ")[0]), box = canvas.getBoundingClientRect(), at = on.getBoundingClientRect();
    const [left, top, width] = (on.dataset.painted ?? `0 0 ${wide}`).split(" ").map(Number);
    const zoom = box.width / width, far = (share) => (share / 100) * wide;
    if (img.src !== now.url) img.src = now.url;
    Object.assign(img.style, {
      left: `${box.x - at.x + (far(now.right) - left) * zoom}px`, top: `${box.y - at.y + (far(now.down) - top) * zoom}px`,
      width: `${far(now.size) * zoom}px`, opacity: now.share / 100, pointerEvents: now.move ? "auto" : "none",
    });
    now.wide = wide * zoom;
  }

  const show = () => {
    for (const field of document.querySelectorAll(`${TOOLS} [name]`)) {
      if (field.type === "checkbox") field.checked = now[field.name];
      else if (field.type !== "file") field.value = now[field.name].toFixed(1).replace(/\.0$/, "");
    }
  };

  document.addEventListener("input", ({ target }) => {
    if (!target.matches?.(`${TOOLS} [name]`) || target.type === "file") return;
    now[target.name] = target.type === "checkbox" ? target.checked : Number(target.value);
    lay();
  });
  document.addEventListener("change", ({ target }) => {
    if (!target.matches?.(`${TOOLS} input[type=file]`)) return;
    if (now.url) URL.revokeObjectURL(now.url);
    now.url = target.files[0] ? URL.createObjectURL(target.files[0]) : "";
    lay();
  });
  document.addEventListener("click", ({ target }) => {
    if (!target.matches?.(`${TOOLS} button`)) return;
    if (now.url) URL.revokeObjectURL(now.url);
    now = start();
    for (const field of document.querySelectorAll(`${TOOLS} input[type=file]`)) field.value = "";
    show();
    lay();
  });
  // What is opened anew shows how the picture lies.
  document.addEventListener("toggle", ({ target }) => target.matches?.(TOOLS) && show(), true);
  document.addEventListener("sr-laid", lay);

  let held = null; // where the picture was taken hold of
  document.addEventListener("pointerdown", (event) => {
    if (!event.target.matches?.(".sr-traced")) return;
    event.preventDefault();
    held = [event.clientX, event.clientY];
  });
  document.addEventListener("pointermove", (event) => {
    if (!held) return;
    now.right += (100 * (event.clientX - held[0])) / now.wide;
    now.down += (100 * (event.clientY - held[1])) / now.wide;
    held = [event.clientX, event.clientY];
    lay();
  });
  document.addEventListener("pointerup", () => {
    if (held) show();
    held = null;
  });
  document.addEventListener("wheel", (event) => {
    if (!event.target.matches?.(".sr-traced")) return;
    event.preventDefault();
    const before = now.size, size = Math.min(1000, Math.max(5, before * 1.05 ** -Math.sign(event.deltaY)));
    const box = event.target.getBoundingClientRect(), part = size / before - 1;
    now.right -= (100 * (event.clientX - box.x) * part) / now.wide;
    now.down -= (100 * (event.clientY - box.y) * part) / now.wide;
    now.size = size;
    show();
    lay();
  }, { passive: false });
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
    tracing();
    panels();
  },
};
