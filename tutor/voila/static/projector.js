// For a class: large type, strong contrast, a pointer that is seen from the last row. One key turns
// it on and off, on every page, and it stays on until it is turned off.
(() => {
  "use strict";
  const KEY = "staffride-projector";
  const root = document.documentElement;
  const button = () => document.getElementById("sr-projector");
  const spot = document.createElement("div");
  spot.className = "sr-spot";

  let on = false;
  try {
    on = window.sessionStorage.getItem(KEY) === "on";
  } catch {}

  function apply() {
    root.toggleAttribute("data-projector", on);
    button()?.setAttribute("aria-pressed", String(on));
    if (on) document.body?.append(spot);
    else spot.remove();
  }

  function turn() {
    on = !on;
    apply();
    try {
      window.sessionStorage.setItem(KEY, on ? "on" : "off");
    } catch {}
  }

  apply();
  document.addEventListener("DOMContentLoaded", apply);
  document.addEventListener("click", (event) => event.target.closest?.("#sr-projector") && turn());
  window.addEventListener("pointermove", (event) => {
    if (on) spot.style.transform = `translate(${event.clientX}px, ${event.clientY}px)`;
  }, { capture: true, passive: true });
  window.addEventListener("keydown", (event) => {
    const typing = event.target.matches?.("input, textarea, select");
    if (event.key !== "P" || event.ctrlKey || event.metaKey || event.altKey || typing) return;
    event.stopImmediatePropagation();
    turn();
  }, true);
})();
