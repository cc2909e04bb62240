// A lesson as a stage: each step is one window, the prose between steps pages of its own. What
// belongs together is shown together and the rest hidden; the address names it. Loaded right
// behind <main>, when all of it is there and no kernel yet.
(() => {
  "use strict";
  const main = document.getElementById("sr-main");
  if (!main.querySelector("[data-step]")) return;
  const root = document.documentElement;
  const READING = "reading", STAGE = "stage";

  // ---- the sequence --------------------------------------------------------------------------

  const stages = []; // { id, parts: elements shown together, step: its section or null, part }
  (() => {
    let headings = [], part = "";
    for (const section of main.children) {
      const last = stages.at(-1);
      if (section.dataset.step) {
        stages.push({ id: `step-${section.dataset.step}`, parts: [...headings, section], step: section, part });
        headings = [];
      } else if (section.matches(".sr-prose") && [...section.children].every((one) => /^H[2-6]$/.test(one.tagName))) {
        headings.push(section);
        part = section.textContent.replace("¶", "").trim();
      } else if (last && !last.step && headings.length === 0) {
        last.parts.push(section);
      } else {
        stages.push({ id: `page-${stages.length + 1}`, parts: [...headings, section], step: null, part });
        headings = [];
      }
    }
    stages.at(-1).parts.push(...headings);
  })();
  const steps = stages.filter((stage) => stage.step);
  let here = 0;

  // ---- the bar in the header -----------------------------------------------------------------

  function make(tag, attributes, ...children) {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    node.append(...children);
    return node;
  }
  const back = make("button", { type: "button", class: "sr-stage-back", title: "Previous (Page Up)" }, "Previous");
  const on = make("button", { type: "button", class: "sr-stage-next", title: "Next (Page Down)" }, "Next");
  const name = make("summary", {});
  const list = make("ol", { class: "sr-stage-list" });
  const contents = make("details", { class: "sr-contents" }, name, list);
  const bar = make("nav", { class: "sr-stages", "aria-label": "This lesson" }, back, contents, on);
  const reading = make("button", {
    type: "button", class: "sr-tool sr-reading", "aria-pressed": "false",
    "aria-label": "Read the lesson as one document", title: "Read as one document",
  });
  const meter = make("span", {});
  const progress = make("div", {
    class: "sr-stage-meter", role: "progressbar", "aria-label": "Steps done", "aria-valuemin": "0",
    "aria-valuemax": String(steps.length),
  }, meter);
  const onward = make("a", { class: "sr-button sr-button-primary" });
  const foot = make("p", { class: "sr-stage-foot" }, onward);
  main.append(foot);
  const header = document.querySelector(".sr-header");
  const projector = document.getElementById("sr-projector");
  projector.before(bar, reading);
  header.append(progress);

  const text = (node) => (node?.textContent ?? "").replace("¶", "").replace(/\s+/g, " ").trim();
  const finished = (stage) => Boolean(stage.step?.querySelector(".sr-step-finished"));

  function titleOf(stage) {
    const shown = (what) => stage.parts.map((one) => one.querySelector(what)).find(Boolean);
    if (stage.step) return text(stage.step.querySelector(".sr-step-head .sr-title")) || "Step";
    const heading = text(shown("h1, h2, h3, h4")), example = text(shown(".sr-example .sr-kicker")?.firstChild);
    return heading || example || (shown("table") ? "Table" : "To read");
  }

  // Shown alone, the title of a step or a page is the first of its window; in the document it stands
  // below the part that it belongs to, or else below the lesson's own.
  function rank() {
    const alone = root.dataset.view === STAGE;
    for (const stage of alone ? [stages[here]] : stages) {
      const title = stage.step ? stage.step.querySelector(".sr-step-head .sr-title")
        : stage.parts.map((one) => one.querySelector("h1, h2, h3")).find(Boolean);
      const level = alone ? "1" : stage.step && !stage.part ? "2" : "";
      if (level) title?.setAttribute("aria-level", level);
      else title?.removeAttribute("aria-level");
    }
  }

  function numberOf(stage) {
    return stage.step ? `Step ${steps.indexOf(stage) + 1} of ${steps.length}` : "";
  }

  function tell() {
    const stage = stages[here];
    const number = numberOf(stage), title = titleOf(stage);
    name.replaceChildren(
      make("span", { class: "sr-stage-part" }, [stage.step && stage.part, number].filter(Boolean).join(" · ")),
      make("span", { class: "sr-stage-title" }, title),
    );
    const next = stages[here + 1];
    foot.hidden = Boolean(stage.step) || !next || root.dataset.view === READING;
    if (next) {
      onward.href = `#${next.id}`;
      const label = `${next.step ? `Step ${steps.indexOf(next) + 1}` : "Next"}: ${titleOf(next)}`;
      // What is in <main> is watched: it changes only when there is something new.
      if (onward.textContent !== label) onward.textContent = label;
    }
    back.disabled = here === 0;
    on.disabled = here === stages.length - 1;
    on.classList.toggle("sr-stage-ready", !stage.step || finished(stage));
    const done = steps.filter(finished).length;
    meter.style.width = `${(100 * done) / steps.length}%`;
    progress.setAttribute("aria-valuenow", String(done));
    rank();
    if (contents.open) tellList();
  }

  function tellList() {
    let part = "";
    const lines = [];
    for (const stage of stages) {
      if (stage.step && stage.part !== part) lines.push(make("li", { class: "sr-stage-group" }, stage.part));
      if (stage.step) part = stage.part;
      const link = make("a", { href: `#${stage.id}` }, titleOf(stage));
      if (stage === stages[here]) link.setAttribute("aria-current", "step");
      const line = make("li", { class: stage.step ? "sr-stage-step" : "sr-stage-page" }, link);
      if (finished(stage)) line.append(make("span", { class: "sr-badge sr-ok" }, "done"));
      lines.push(line);
    }
    list.replaceChildren(...lines);
    list.querySelector("[aria-current]")?.scrollIntoView({ block: "center" });
  }

  // ---- going ---------------------------------------------------------------------------------

  function show() {
    const all = root.dataset.view === READING;
    for (const [place, stage] of stages.entries()) {
      for (const one of stage.parts) one.hidden = !all && place !== here;
    }
    root.dataset.stage = stages[here].step ? "step" : "page";
  }

  let wanted = false; // whether the focus goes to the board as soon as it is there
  function go(place, { push = true, focus = true } = {}) {
    if (place < 0 || place >= stages.length) return;
    here = place;
    contents.open = false;
    show();
    if (push && window.location.hash !== `#${stages[here].id}`) {
      window.history.pushState(null, "", `#${stages[here].id}`);
    }
    if (root.dataset.view === READING) stages[here].parts[0].scrollIntoView();
    else window.scrollTo(0, 0);
    wanted = focus;
    arrive();
  }

  // A step that comes up is opened, and has the focus as soon as its board is there.
  function arrive() {
    const { step } = stages[here];
    tell();
    if (root.dataset.state !== "ready" || root.dataset.view !== STAGE) return;
    if (!step) {
      if (wanted) main.focus({ preventScroll: true });
      wanted = false;
      return;
    }
    const closed = step.querySelector(".sr-step-open:enabled");
    if (closed && !closed.dataset.pressed) {
      closed.dataset.pressed = "yes";
      closed.click();
    }
    const place = step.querySelector(".sr-ask input") ?? step.querySelector("canvas");
    if (wanted && place) {
      place.focus({ preventScroll: true });
      wanted = false;
    }
    // Done: Enter goes on, wherever the last button has gone.
    const onward = step.querySelector(".sr-onward:not([data-met])");
    if (onward) {
      onward.dataset.met = "yes";
      if (step.contains(document.activeElement) || document.activeElement === document.body) {
        onward.focus({ preventScroll: true });
      }
    }
  }

  function at(hash) {
    const id = decodeURIComponent(hash.slice(1));
    const found = stages.findIndex((stage) => stage.id === id);
    if (found >= 0 || !id) return found;
    const place = document.getElementById(id);
    return stages.findIndex((stage) => stage.parts.some((one) => one.contains(place)));
  }

  back.addEventListener("click", () => go(here - 1));
  on.addEventListener("click", () => go(here + 1));
  contents.addEventListener("toggle", () => contents.open && tellList());
  window.addEventListener("popstate", () => go(Math.max(0, at(window.location.hash)), { push: false }));
  document.addEventListener("click", (event) => {
    if (!contents.contains(event.target)) contents.open = false;
    const link = event.target.closest?.("a[href^='#']");
    const place = link ? at(link.hash) : -1;
    if (place < 0) return;
    event.preventDefault();
    // What a step that is done leads to is the next stage, be it a page or a step.
    go(link.matches(".sr-onward") && root.dataset.view === STAGE ? here + 1 : place);
  });

  // Before a board hears of it, and what it does not need it would keep to itself.
  const SCROLLS = "textarea, select, input[type=number], input[type=range]";
  window.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && contents.open) {
      contents.open = false;
      name.focus();
    }
    if (root.dataset.view !== STAGE || event.target.matches?.(SCROLLS)) return;
    const end = window.innerHeight + window.scrollY >= root.scrollHeight - 2;
    if (event.key === "PageDown" && end) go(here + 1);
    else if (event.key === "PageUp" && window.scrollY <= 2) go(here - 1);
    else return;
    event.preventDefault();
  }, true);

  // ---- reading -------------------------------------------------------------------------------

  function nearest() {
    const top = (stage) => Math.abs(stage.parts[0].getBoundingClientRect().top - header.offsetHeight);
    return stages.reduce((best, stage, place) => (top(stage) < top(stages[best]) ? place : best), 0);
  }
  reading.addEventListener("click", () => {
    const reads = root.dataset.view === STAGE;
    const place = reads ? here : nearest();
    root.dataset.view = reads ? READING : STAGE;
    reading.setAttribute("aria-pressed", String(reads));
    go(place);
  });

  // ---- beginning -----------------------------------------------------------------------------

  root.dataset.view = STAGE;
  new MutationObserver(() => arrive()).observe(main, {
    childList: true, subtree: true, attributes: true, attributeFilter: ["class", "disabled"],
  });
  document.addEventListener("staffride:ready", arrive);
  go(Math.max(0, at(window.location.hash)), { push: false, focus: false });
})();
