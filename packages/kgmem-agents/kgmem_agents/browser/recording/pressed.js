// Clicks, drags, and what is known by its place alone.
(() => {
  "use strict";
  const { recorder: rec, its } = window.pageWatch;
  const { tell, tellDone, targetOf, plain, innermost, listen, later } = rec;

  const PLACED = "canvas, embed, object, body, html, input[type=image]";
  const SUBMIT_MS = 50; // a form that Enter submits clicks its own button
  const DRAG = 8; // pixels of a pointer that is down
  const HELD = { ctrlKey: "Control", altKey: "Alt", shiftKey: "Shift", metaKey: "Meta" };

  const heldIn = (event) => Object.keys(HELD).filter((key) => event[key])
    .map((key) => HELD[key]);
  const spotIn = (node, { clientX, clientY }) => {
    const box = node[its.getBoundingClientRect]();
    return { x: Math.round(clientX - box.left), y: Math.round(clientY - box.top) };
  };
  const under = (x, y, skipped) => {
    let root = document;
    for (;;) {
      const all = root.elementsFromPoint(x, y);
      const node = all.find((one) => !skipped?.[its.contains](one) && one !== skipped);
      if (!node?.[its.shadowRoot] || node[its.shadowRoot] === root) return node || null;
      root = node[its.shadowRoot];
    }
  };

  // --- closed shadow roots: that something was done there is all that is seen ----------

  const closed = new WeakSet();
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function (how) {
    if (how?.mode === "closed") closed.add(this);
    return attach.call(this, how);
  };
  const isClosed = (node) => closed.has(node) || (node[its.tagName].includes("-")
    && !node[its.shadowRoot] && node[its.childElementCount] === 0 && !targetOf(node));

  // --- clicks --------------------------------------------------------------------------

  let wasDragged = false;
  // What is pressed is told as it stood before: it may go, or move, by that.
  let press = null;
  const isPlaced = (node) => node[its.matches](PLACED) && !node[its.isContentEditable];
  const pressOf = (node, event) => ({
    node, event, at: rec.now(), target: isPlaced(node) ? null : targetOf(node),
  });
  const tellClick = ({ node, event, at, target }, { times = event.detail, ...more }) => {
    rec.tellAppeared(node);
    const modifiers = heldIn(event);
    const params = {
      ...(modifiers.length ? { modifiers } : {}),
      ...(isPlaced(node) ? { position: spotIn(node, event) } : {}),
      ...more,
    };
    const isPage = isPlaced(node) && node[its.matches]("body, html");
    rec.clicked = target || plain(node);
    tell({
      ...at, action: "click", target: rec.clicked, times,
      ...(Object.keys(params).length ? { params } : {}),
      // Where nothing can be clicked, it is a step if something came of it.
      ...(isPage || !target && !isPlaced(node) ? { maybe: true } : {}),
    });
    if (target) rec.notePressed(target);
  };
  const isToldOtherwise = (node) => {
    const label = node[its.closest]("label");
    return label?.control && !label.control[its.contains](node)
      || rec.isToggle(node) || node[its.tagName] === "SELECT"
      || node[its.tagName] === "OPTION" || node.type === "file";
  };
  const onClick = (event) => {
    const node = innermost(event);
    const isSubmitted = event.detail === 0
      && performance.now() - (rec.enteredAt ?? -SUBMIT_MS) < SUBMIT_MS;
    const pressed = press;
    press = null;
    if (!rec.isOwn(event) || isSubmitted || isToldOtherwise(node)) return;
    if (wasDragged && event.detail > 0) {
      wasDragged = false;
      return;
    }
    rec.closeOthers(node);
    if (isClosed(node)) rec.miss("closed shadow root", rec.words(node));
    else if (event.detail > 0 && pressed && (pressed.node === node || isGone(pressed)))
      tellClick(pressed, { times: event.detail });
    else tellClick(pressOf(node, event), {});
  };
  const isGone = ({ node }) => !node[its.isConnected] || !node[its.checkVisibility]();
  // A list that goes by a press never comes to be clicked.
  const onRelease = () => {
    const pressed = press;
    if (pressed && !isToldOtherwise(pressed.node)) rec.hold(() => {
      if (press === pressed && isGone(pressed)) {
        press = null;
        tellClick(pressed, { times: 1 });
      }
    });
  };
  const onOther = (button) => (event) => {
    const node = innermost(event);
    if (button === "middle" && event.button !== 1) return;
    if (isClosed(node)) rec.miss("closed shadow root", rec.words(node));
    else tellClick(pressOf(node, event), { button });
  };

  // --- drags as HTML has them ----------------------------------------------------------

  let drag = null;
  const onDragStart = (event) => {
    down = null;
    rec.flush();
    const node = innermost(event);
    const target = targetOf(node) || plain(node);
    drag = { node, target: node[its.draggable] ? plain(node) : target, at: rec.now() };
  };
  const onDragOver = (event) => {
    if (drag) drag.over = innermost(event);
  };
  const tellDrag = (node, more) => {
    if (drag) tell({
      ...drag.at, action: "drag", target: drag.target, destination: plain(node), ...more,
    });
    drag = null;
  };
  const onDrop = (event) => {
    const node = innermost(event);
    if (drag) tellDrag(dropZone(node), { effect: true });
    else if ([...event.dataTransfer.types].includes("Files"))
      rec.miss("files were dropped", rec.words(node));
    else rec.miss("dropped from elsewhere", rec.words(node));
  };
  // A word or picture within the zone may be another one next time.
  const dropZone = (node) => {
    const { takes, isZone, parentOf } = window.pageWatch;
    for (let at = node; at && at !== document.body; at = parentOf(at))
      if (takes(at) || isZone(at)) return at;
    return node;
  };
  const onDragEnd = () => {
    if (drag?.over) tellDrag(dropZone(drag.over), { maybe: true });
    drag = null;
  };

  // --- drags of the pointer ------------------------------------------------------------

  let down = null;
  let hasChanged = false;
  const watching = new MutationObserver(() => { hasChanged = true; });
  const onDown = (event) => {
    wasDragged = false;
    down = null;
    const node = innermost(event);
    press = null;
    if (event.button !== 0 || node[its.tagName] === "SELECT") return;
    rec.closeOthers(node);
    press = pressOf(node, event);
    if (rec.isEntry(node)) return;
    down = { node, event, x: event.clientX, y: event.clientY };
  };
  const isFar = (event) =>
    Math.hypot(event.clientX - down.x, event.clientY - down.y) > DRAG;
  const onMove = (event) => {
    if (!down || down.start || !isFar(event)) return;
    const { node } = down;
    down.start = {
      target: press?.target || plain(node), at: rec.now(), spot: spotIn(node, down.event),
    };
    hasChanged = false;
    watching.observe(document, {
      attributes: true, characterData: true, childList: true, subtree: true,
    });
  };
  const onUp = (event) => {
    const begun = down;
    down = null;
    if (!begun?.start) {
      onRelease();
      return;
    }
    const end = under(event.clientX, event.clientY, begun.node);
    const over = end && (end[its.contains](begun.node) ? null : end);
    const destination = over ? targetOf(over) || plain(over) : null;
    const isCanvas = begun.node[its.tagName] === "CANVAS";
    hasChanged = hasChanged || watching.takeRecords().length > 0;
    rec.hold(() => {
      const isDrag = isCanvas || hasChanged || watching.takeRecords().length > 0;
      watching.disconnect();
      if (isDrag) tellPointerDrag(begun, event, over, destination);
    });
    wasDragged = isCanvas || hasChanged;
  };
  // Where it ends on nothing of its own, only the place tells where.
  const tellPointerDrag = ({ node, start }, event, over, destination) => {
    rec.flush();
    const around = node[its.tagName] === "CANVAS" ? node : node[its.parentElement] || node;
    const placed = {
      destination: plain(around),
      params: { position: start.spot, target_position: spotIn(around, event) },
    };
    tellDone({
      ...start.at, action: "drag", target: start.target,
      ...(destination && node[its.tagName] !== "CANVAS" ? { destination } : placed),
    });
  };

  // --- a wheel that the page takes for itself: a map, a plan ---------------------------

  let turned = null;
  const tellTurned = () => {
    const wheel = turned;
    turned = null;
    if (!wheel) return;
    const isUpright = Math.abs(wheel.y) >= Math.abs(wheel.x);
    const direction = isUpright ? (wheel.y < 0 ? "up" : "down")
      : wheel.x < 0 ? "left" : "right";
    const by = Math.round(Math.abs(isUpright ? wheel.y : wheel.x));
    tell({
      ...wheel.at, action: "scroll", target: wheel.target, params: { direction, by },
      ...(wheel.node[its.tagName] === "CANVAS" ? { effect: true } : { maybe: true }),
    });
  };
  rec.closing.push(tellTurned);
  for (const type of ["pointerdown", "keydown"]) listen(type, tellTurned);
  listen("wheel", (event) => {
    const node = innermost(event);
    if (turned && turned.node !== node) tellTurned();
    later(() => {
      if (!event.defaultPrevented) return;
      turned = turned || {
        node, x: 0, y: 0, target: targetOf(node) || plain(node), at: rec.now(),
      };
      turned.x += event.deltaX;
      turned.y += event.deltaY;
    }, 0);
  });

  listen("click", onClick);
  listen("contextmenu", onOther("right"));
  listen("auxclick", onOther("middle"));
  listen("dragstart", onDragStart);
  listen("dragover", onDragOver);
  listen("drop", onDrop);
  listen("dragend", onDragEnd);
  listen("pointerdown", onDown);
  listen("pointermove", onMove);
  listen("pointerup", onUp);
  // What gets the focus then is in another frame, or another window.
  listen("blur", ({ target }) => {
    if (target !== window) return;
    rec.close();
    later(() => {
      let node = document.activeElement;
      while (node?.[its.shadowRoot]) node = node[its.shadowRoot].activeElement;
      if (node && /^I?FRAME$/.test(node[its.tagName]) && !rec.isHeard(node))
        rec.miss("frame that is not heard", node.name || node.title || node.src);
    }, 0);
  });
  Object.assign(rec, { heldIn });
})();
