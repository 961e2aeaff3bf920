"""What the console's views read: lists in pages, and what is behind one thing."""

from fastapi import APIRouter

from kgmem.interfaces.http.views.activity import add_activity
from kgmem.interfaces.http.views.app_maps import add_app_maps
from kgmem.interfaces.http.views.documents import add_documents
from kgmem.interfaces.http.views.facts import add_facts
from kgmem.interfaces.http.views.patterns import add_patterns
from kgmem.interfaces.http.views.people import add_people
from kgmem.interfaces.http.views.questions import add_questions
from kgmem.interfaces.http.views.recalls import add_recalls
from kgmem.interfaces.http.views.runs import add_runs
from kgmem.interfaces.http.views.search import add_search
from kgmem.interfaces.http.views.session import add_session

ASKING = (add_session, add_activity, add_search, add_recalls, add_questions)
DOING = (add_runs, add_patterns, add_app_maps)
KNOWING = (add_facts, add_people, add_documents)


def views() -> APIRouter:
    """`GET /v1/views/…`."""
    router = APIRouter(prefix="/v1/views", tags=["views"])
    for add in (*ASKING, *DOING, *KNOWING):
        add(router)
    return router
