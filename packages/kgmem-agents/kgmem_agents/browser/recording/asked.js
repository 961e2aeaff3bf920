// Dialogs: what was asked, and what was answered. They are answered by others.
(() => {
  "use strict";
  const rec = window.pageWatch.recorder;

  const tellDialog = (kind, message, accept, text) => rec.send({
    dialog: { kind, accept, message: String(message ?? ""),
      ...(text === undefined ? {} : { text }) },
  });
  const heard = (kind, own, read) => function (...given) {
    rec.flush();
    const answer = own.apply(window, given);
    const { accept, text } = read(answer);
    tellDialog(kind, given[0], accept, text);
    return answer;
  };
  const READ = {
    alert: () => ({ accept: true }),
    confirm: (answer) => ({ accept: answer }),
    prompt: (answer) => answer === null ? { accept: false }
      : { accept: true, text: answer },
  };
  for (const [kind, read] of Object.entries(READ))
    window[kind] = heard(kind, window[kind], read);

  // Whether the page was left then shows by the one that comes. It is told before the
  // browser asks, by a listener that each step puts behind the page's own: what a page
  // tells while it goes may not arrive.
  let leaving = null;
  const answered = () => {
    const event = leaving;
    leaving = null;
    const isPrevented = event?.defaultPrevented || (event?.returnValue ?? "") !== "";
    if (event && isPrevented && navigator.userActivation?.hasBeenActive !== false)
      tellDialog("beforeunload", "", false);
  };
  rec.listen("beforeunload", (event) => {
    rec.flush();
    leaving = event;
    rec.later(answered, 0); // where one of the page's own was put behind it
  });
  rec.steps.push(() => {
    window.removeEventListener("beforeunload", answered);
    window.addEventListener("beforeunload", answered);
  });
  rec.listen("pagehide", answered);
})();
