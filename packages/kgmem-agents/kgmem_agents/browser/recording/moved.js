// Which pages came of what was done on one, and which were asked for by their address.
(() => {
  "use strict";
  const rec = window.pageWatch.recorder;
  if (window !== window.top) return;

  const loaded = performance.getEntriesByType("navigation")[0];
  const referred = Boolean(document.referrer || window.opener);
  const tellArrived = (by) =>
    rec.send({ arrived: by, url: location.href, referred });
  tellArrived(loaded?.type || "navigate");
  rec.listen("pageshow", (event) => {
    if (event.persisted) tellArrived("back_forward");
  });
  window.navigation?.addEventListener("navigate", (event) => {
    const { destination, navigationType, userInitiated, downloadRequest } = event;
    const isAsked = navigationType === "traverse" && userInitiated;
    if (event.hashChange || destination.sameDocument) {
      const isBack = destination.index < window.navigation.currentEntry.index;
      if (isAsked) rec.tell(isBack ? { action: "back" } : { missed: "forward" });
    } else if (!isAsked && downloadRequest === null) rec.send({ leaving: true });
  });
})();
