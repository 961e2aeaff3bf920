"""What pages are made of today, shown once, is done with another value."""

from collections.abc import Callable
from typing import Any

import pytest

from kgmem import Memory, record_page
from kgmem.browser import replay

pytestmark = [pytest.mark.live, pytest.mark.slow]

CITIES = "['Boston', 'Chicago', 'New York', 'Oslo']"
OUT = "<p id=o>none</p>"
UNDER = f"""<style>ul ul {{display:none}} li:hover ul {{display:block}}</style><ul>
<li><button>Trips</button><ul><li><a href='#' onclick="o.textContent='New'">New trip</a>
</ul></li><li><a href='#'>Help</a></li></ul>{OUT}"""
FLYOUT = f"""<div style='position:relative'><nav style='width:120px;overflow:hidden'>
<button onclick="m.hidden=!m.hidden">More</button>
<div id=m hidden style='position:absolute;left:140px;top:0'></div></nav></div>{OUT}
<script>for (const c of {CITIES}) {{ const a=document.createElement('a'); a.href='#';
a.textContent=c; a.onclick=()=>o.textContent=c; m.append(a,' ') }}</script>"""
DRAWER = f"""<div style='overflow:hidden;transform:none;height:40px'>
<button onclick="d.style.right=0">Choose</button>
<aside id=d style='position:fixed;top:0;right:-400px;width:300px;transition:right .2s'>
</aside></div>{OUT}<script>for (const c of {CITIES}) {{
const b=document.createElement('button'); b.textContent=c;
b.onclick=()=>o.textContent=c; d.append(b) }}</script>"""
MODAL = f"""<div style='transform:scale(1);overflow:hidden;height:40px'>
<button onclick="d.showModal()">Choose</button><dialog id=d><label>City <input id=c>
</label><button onclick="o.textContent=c.value;d.close()">Save</button></dialog></div>
{OUT}"""
LISTED = f"""<label>City <input id=c autocomplete=off></label><ul id=l></ul>{OUT}
<script>let at=-1; const shown=()=>{CITIES}.filter(x=>c.value&&
x.toLowerCase().replace(' ','').startsWith(c.value.toLowerCase().replace(' ','')));
const draw=()=>{{l.innerHTML=shown().map((x,n)=>`<li role=option
 aria-selected=${{n==at}}>${{x}}</li>`).join('');
 for(const one of l.children)one.onclick=()=>take(one.textContent)}};
const take=x=>{{c.value=x;o.textContent=x;l.innerHTML=''}};
c.oninput=()=>{{at=-1;LATER(draw)}};
c.onkeydown=e=>{{if(e.key=='ArrowDown'){{at++;draw();e.preventDefault()}}
 if(e.key=='Enter'&&at>=0)take(shown()[at])}}</script>"""
AT_ONCE = LISTED.replace("LATER(draw)", "draw()")
LATE = LISTED.replace("LATER(draw)", "setTimeout(draw,250)")
COMBOBOX = f"""<div role=combobox tabindex=0 aria-expanded=false aria-controls=l id=b
 aria-label=City onclick="l.hidden=!l.hidden;
 b.setAttribute('aria-expanded',!l.hidden)">Choose</div>
<ul role=listbox id=l hidden></ul>{OUT}<script>for (const c of {CITIES}) {{
const i=document.createElement('li'); i.setAttribute('role','option'); i.textContent=c;
i.onclick=()=>{{o.textContent=b.textContent=c;l.hidden=true;
b.setAttribute('aria-expanded',false)}}; l.append(i) }}</script>"""
REDRAWN = f"""<ul id=l></ul>{OUT}<script>let turned=false; const draw=()=>{{
l.innerHTML=''; for (const c of %s) {{ const i=document.createElement('li');
i.innerHTML=`<b>${{c}}</b> <button>Open</button>`;
i.querySelector('button').onclick=()=>o.textContent=c; l.append(i) }} }}; draw();
l.onmouseover=()=>{{ if(!turned&&%s){{turned=true;draw()}} }};</script>"""


def pressed(*names: str) -> Callable[[Any, str], None]:
    def show(page: Any, value: str) -> None:
        for name in names:
            page.get_by_text(name.format(value), exact=True).click()

    return show


def entered(page: Any, value: str) -> None:
    page.get_by_role("button", name="Choose").click()
    page.get_by_label("City").fill(value)
    page.get_by_role("button", name="Save").click()


def begun(page: Any, value: str) -> None:
    page.get_by_label("City").press_sequentially(value.replace(" ", "")[:4].lower())
    page.get_by_role("option", name=value).click()


def by_keys(page: Any, value: str) -> None:
    page.get_by_label("City").press_sequentially(value.replace(" ", "")[:4].lower())
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")


WAYS = {
    "flyout": (FLYOUT, pressed("More", "{}")),
    "drawer": (DRAWER, pressed("Choose", "{}")),
    "modal": (MODAL, entered),
    "list by what is typed": (AT_ONCE, begun),
    "list that comes late": (LATE, begun),
    "list by keys": (AT_ONCE, by_keys),
    "combobox": (COMBOBOX, pressed("Choose", "{}")),
}


@pytest.mark.parametrize(("html", "show"), WAYS.values(), ids=WAYS)
def test_it_is_done_with_another_value(
    site: Any, memory: Memory, html: str, show: Callable[[Any, str], None]
) -> None:
    site.show(html)
    with record_page(site.page, memory, "Go to New York", app="shop") as run:
        show(site.page, "New York")
    assert (site.said(), run.missed) == ("New York", ())

    site.show(html)
    plan = memory.recall("Go to Boston", app="shop").plan
    assert plan is not None
    done = replay(site.page, plan, memory, confirm=lambda _: True, patience=2)

    assert (done.outcome, site.said()) == ("success", "Boston"), done.reason


@pytest.mark.parametrize("later", [[], ["Paris"]], ids=["alike", "shifted"])
def test_a_list_that_is_drawn_anew_under_the_pointer(
    site: Any, memory: Memory, later: list[str]
) -> None:
    cities = ["Oslo", "Boston"]
    site.show(REDRAWN % (cities, "false"))
    with record_page(site.page, memory, "Open Oslo", app="shop"):
        site.page.locator("li", has_text="Oslo").get_by_role("button").click()

    site.show(REDRAWN % (f"turned?{[*later, *cities]}:{cities}", "true"))
    plan = memory.recall("Open Boston", app="shop").plan
    assert plan is not None
    done = replay(site.page, plan, memory, confirm=lambda _: True, patience=2)

    assert (done.outcome, site.said()) == ("success", "Boston"), done.reason


def test_a_menu_that_opens_under_the_pointer_covers_nothing(
    site: Any, memory: Memory
) -> None:
    site.show(UNDER)
    with record_page(site.page, memory, "Begin a trip", app="shop"):
        site.page.get_by_role("button", name="Trips").click()
        site.page.get_by_role("link", name="New trip").click()

    site.page.mouse.move(600, 500)
    site.show(UNDER)
    plan = memory.recall("Begin a trip", app="shop").plan
    assert plan is not None
    done = replay(site.page, plan, memory, patience=2)

    assert (done.outcome, site.said()) == ("success", "New"), done.reason


LABELLED_DAYS = """<button id=n aria-label='Next month'>→</button><div id=g></div>
<button onclick="o.textContent=day">Go</button><p id=o>none</p><script>
let y=2026, m=11, day=''; const draw=()=>{ g.innerHTML='';
for(let d=1; d<=28; d++){ const b=document.createElement('button');
b.setAttribute('aria-label', new Date(y,m,d).toLocaleDateString('en-US',
{weekday:'long',year:'numeric',month:'long',day:'numeric'}));
b.style='width:20px;height:20px'; b.onclick=()=>{day=`${y}-${m+1}-${d}`};
g.append(b) } }; n.onclick=()=>{ m++; if(m>11){m=0;y++} draw() }; draw()</script>"""


def test_days_that_their_labels_alone_tell_are_turned_to(
    site: Any, memory: Memory
) -> None:
    site.show(LABELLED_DAYS)
    with record_page(site.page, memory, "Go on 7 January 2027", app="shop") as run:
        site.page.get_by_label("Next month").click()
        site.page.get_by_label("Thursday, January 7, 2027").click()
        site.page.get_by_text("Go", exact=True).click()
    assert (site.said(), run.missed) == ("2027-1-7", ())

    site.show(LABELLED_DAYS)
    plan = memory.recall("Go on 19 March 2027", app="shop").plan
    assert plan is not None
    done = replay(site.page, plan, memory, confirm=lambda _: True, patience=2)

    assert (done.outcome, site.said()) == ("success", "2027-3-19"), done.reason
