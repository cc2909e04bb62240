// A lesson's page: puts each output in its place as it arrives, says how far it is, notices when
// its session has ended, and ends the session when the page is left. Loaded in <head>, so that it
// watches the page from its first byte.
(() => {
  "use strict";
  const PULSE_EVERY = 15000;
  const TOO_LONG = 60000;
  const OUTPUT = 'script[type="application/vnd.voila.cell-output+json"]';
  const root = document.documentElement;
  const byId = (id) => document.getElementById(id);
  const base = JSON.parse(byId("jupyter-config-data").textContent).baseUrl;
  let kernel = null;
  let done = 0;
  root.dataset.state = "starting";

  // ---- arrival -------------------------------------------------------------------------------

  function progress(text, share) {
    byId("sr-starting-text").textContent = text;
    byId("sr-starting-bar").style.setProperty("--sr-share", String(share));
  }

  function arrive(mark) {
    const cells = Number(byId("sr-starting-bar").dataset.cells);
    if (mark.dataset.kernel) {
      kernel = mark.dataset.kernel;
      // Voila's script has read its configuration by now; what is missing there it looks for here.
      document.body.dataset.kernelId = kernel;
      progress("Preparing the page …", 1 / (cells + 3));
    } else if (mark.dataset.cell) {
      const place = byId(`sr-out-${mark.dataset.cell}`);
      place.append(...byId(`sr-parked-${mark.dataset.cell}`).childNodes);
      if (place.querySelector(":scope > .sr-preview")) place.dataset.covered = "";
      done += 1;
      progress("Preparing the page …", (done + 1) / (cells + 3));
    } else if ("end" in mark.dataset) {
      arrivals.disconnect();
      progress("Drawing …", (cells + 2) / (cells + 3));
      settle();
    } else if ("broken" in mark.dataset) {
      arrivals.disconnect();
      settle();
      banner("broken");
    }
  }

  const arrivals = new MutationObserver((records) => {
    for (const record of records) {
      for (const node of record.addedNodes) {
        if (node.localName !== "i") continue;
        if (node.parentNode?.id === "sr-parked" || "broken" in node.dataset) arrive(node);
      }
    }
  });
  arrivals.observe(root, { childList: true, subtree: true });

  // ---- drawing -------------------------------------------------------------------------------

  const words = (live) => live.firstElementChild?.textContent ?? "";

  function settle() {
    const live = [...document.querySelectorAll(".sr-live")];
    for (const place of document.querySelectorAll(".sr-out")) {
      if (!place.querySelector(".sr-live")) uncover(place);
    }
    const check = () => {
      let open = 0;
      for (const one of live) {
        if (one.querySelector(OUTPUT) || words(one) === "Loading widget...") open += 1;
        else uncover(one.closest(".sr-out"));
      }
      if (open === 0) {
        watch.disconnect();
        clearTimeout(late);
        if (live.some((one) => words(one).startsWith("Error displaying widget"))) banner("broken");
        ready();
      }
    };
    const watch = new MutationObserver(check);
    const late = setTimeout(() => banner("broken"), TOO_LONG);
    watch.observe(byId("sr-main"), { childList: true, subtree: true, characterData: true });
    check();
  }

  function uncover(place) {
    delete place.dataset.covered;
    place.querySelectorAll(":scope > .sr-preview, :scope > .sr-waiting").forEach((n) => n.remove());
  }

  function ready() {
    byId("sr-starting").hidden = true;
    if (root.dataset.state === "starting") root.dataset.state = "ready";
    document.dispatchEvent(new CustomEvent("staffride:ready"));
    setInterval(() => document.visibilityState === "visible" && pulse(), PULSE_EVERY);
  }

  // ---- the end of a session ------------------------------------------------------------------

  const SAYINGS = {
    dead:
      "This page's session has ended, perhaps after a long pause, and the page no longer " +
      "answers. Reload it to go on.",
    silent:
      "Staffride does not answer. Look whether it is still running; this page keeps trying.",
    large:
      "This file is too large: nothing that Staffride saves is. It was not sent, and the page goes " +
      "on as before.",
    broken:
      "A part of this page could not be shown. Reload it to try again; the details are in the " +
      "terminal where Staffride is running.",
  };

  function banner(kind) {
    if (kind !== "large") root.dataset.state = kind;
    byId("sr-starting").hidden = true;
    byId("sr-banner-text").textContent = SAYINGS[kind];
    const button = byId("sr-banner-button");
    button.textContent = kind === "large" ? "Go on" : "Reload the page";
    button.dataset.goesOn = kind === "large" ? "yes" : "";
    byId("sr-banner").hidden = false;
  }

  async function pulse() {
    if (!kernel || root.dataset.state === "dead") return;
    let alive;
    try {
      const answer = await fetch(`${base}staffride/pulse/${kernel}`, { cache: "no-store" });
      alive = answer.ok && (await answer.json()).alive;
    } catch {
      banner("silent");
      return;
    }
    if (!alive) {
      banner("dead");
    } else if (root.dataset.state === "silent") {
      root.dataset.state = "ready";
      byId("sr-banner").hidden = true;
    }
  }

  for (const name of ["focus", "online", "pageshow"]) window.addEventListener(name, pulse);
  document.addEventListener("visibilitychange", () => !document.hidden && pulse());
  document.addEventListener("click", (event) => {
    if (event.target.id !== "sr-banner-button") return;
    if (event.target.dataset.goesOn) byId("sr-banner").hidden = true;
    else window.location.reload();
  });

  // ---- what is too large ---------------------------------------------------------------------

  // A file is sent at once, and the server closes the wire on what is larger than it takes.
  const ROOM = 100000; // bytes for what is said of the file
  const read = FileReader.prototype.readAsArrayBuffer;
  FileReader.prototype.readAsArrayBuffer = function readIfItFits(file) {
    if (file.size + ROOM > Number(document.body.dataset.most)) banner("large");
    else read.call(this, file);
  };

  // ---- what is saved -------------------------------------------------------------------------

  // One press saves: the link to a file that has just been made follows itself.
  new MutationObserver((records) => {
    for (const { target } of records) {
      for (const link of target.querySelectorAll?.("a[download][data-now]") ?? []) {
        link.removeAttribute("data-now");
        link.click();
        link.textContent += " again";
      }
    }
  }).observe(root, { childList: true, subtree: true });

  // ---- a shared table ------------------------------------------------------------------------

  // Whose turn it is stands in the title; where to come back to, in the address.
  const title = document.title;
  new MutationObserver(() => {
    const mark = document.querySelector("[data-title]");
    if (!mark) return;
    const told = mark.dataset.title ? `${mark.dataset.title} · ${title}` : title;
    if (document.title !== told) document.title = told;
    const here = new URL(window.location);
    for (const [key, value] of new URLSearchParams(mark.dataset.query)) {
      here.searchParams.set(key, value);
    }
    if (here.href !== window.location.href) window.history.replaceState(null, "", here);
  }).observe(root, { childList: true, subtree: true });

  // ---- leaving -------------------------------------------------------------------------------

  // A game that could not be kept ends with its page, and so does what lies on a workbench: whoever
  // has not saved it is asked first.
  function unsaved() {
    const undo = document.querySelector(".sr-sandbox:not(.sr-kept) :is(.sr-undo, .sr-bench-undo)");
    const saved = document.querySelector(".sr-sandbox a[download]");
    return Boolean(undo) && !undo.disabled && !saved && root.dataset.state !== "dead";
  }

  // Voila ends the kernel when the page may be left; it may also stay, and would be dead. So its
  // listener is kept from hearing of it, and the kernel ends when the page is really gone. The
  // cookie tells a full server that the next page takes the place of this one.
  window.addEventListener(
    "beforeunload",
    (event) => {
      event.stopImmediatePropagation();
      if (unsaved()) event.preventDefault();
      if (kernel) {
        document.cookie = `staffride_leaving=${kernel}; max-age=10; path=${base}; samesite=strict`;
      }
    },
    true,
  );
  window.addEventListener("pagehide", () => {
    if (!kernel || root.dataset.state === "dead") return;
    const form = new FormData();
    form.append("_xsrf", document.cookie.match(/(?:^|;\s*)_xsrf=([^;]*)/)?.[1] ?? "");
    navigator.sendBeacon(`${base}staffride/farewell/${kernel}`, form);
  });
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) window.location.reload();
  });

  // ---- links ---------------------------------------------------------------------------------

  const learner = new URLSearchParams(window.location.search).get("learner");

  // Just before a link is used it learns who is learning, and stays in this tab: JupyterLab's
  // renderer opens every link of an HTML output in a new one.
  function dress(event) {
    const link = event.target.closest?.("a[href]");
    if (!link || link.origin !== window.location.origin || link.hasAttribute("download")) return;
    if (link.pathname !== base && !link.pathname.endsWith(".ipynb")) return;
    if (link.closest(".jp-RenderedHTMLCommon")) link.target = "_self";
    if (!learner) return;
    const address = new URL(link.href);
    if (address.searchParams.has("learner")) return;
    address.searchParams.set("learner", learner);
    link.href = address.href;
  }
  for (const name of ["pointerover", "focusin", "click", "auxclick"]) {
    document.addEventListener(name, dress, true);
  }
  document.addEventListener("DOMContentLoaded", () => {
    for (const link of document.querySelectorAll(".sr-nav a")) {
      const home = window.location.pathname.endsWith("/render/index.ipynb");
      if (link.pathname === window.location.pathname || ("home" in link.dataset && home)) {
        link.setAttribute("aria-current", "page");
      }
    }
  });
})();
