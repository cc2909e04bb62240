// Light or dark, decided before anything is painted. Loaded in <head>, on every page.
(() => {
  "use strict";
  const KEY = "staffride-theme";
  const root = document.documentElement;
  const dark = window.matchMedia("(prefers-color-scheme: dark)");

  // Storage may be refused (private windows, blocked cookies); the toggle then lasts one page.
  let chosen = null;
  try {
    chosen = window.localStorage.getItem(KEY);
  } catch {}

  const apply = () => {
    const theme = chosen === "light" || chosen === "dark" ? chosen : dark.matches ? "dark" : "light";
    root.dataset.theme = theme;
    document.getElementById("sr-theme")?.setAttribute("aria-pressed", String(theme === "dark"));
  };

  apply();
  dark.addEventListener("change", apply);
  document.addEventListener("DOMContentLoaded", apply);
  window.addEventListener("storage", (event) => {
    if (event.key === KEY) {
      chosen = event.newValue;
      apply();
    }
  });
  document.addEventListener("click", (event) => {
    if (!event.target.closest?.("#sr-theme")) return;
    chosen = root.dataset.theme === "dark" ? "light" : "dark";
    apply();
    try {
      window.localStorage.setItem(KEY, chosen);
    } catch {}
  });
})();
