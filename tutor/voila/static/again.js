// A page that had no room tries again by itself after so many seconds.
setTimeout(() => window.location.reload(), 1000 * Number(document.currentScript.dataset.seconds));
