// What belongs to one tenant, so that none looks through the nodes of all: counting,
// exporting, clearing, warming up.
CREATE INDEX experience_recorded IF NOT EXISTS FOR (n:Experience) ON (n.space, n.recorded_at);
CREATE INDEX experience_used IF NOT EXISTS FOR (n:Experience) ON (n.space, n.uses);
CREATE INDEX ui_element_space IF NOT EXISTS FOR (n:UIElement) ON (n.space);
CREATE INDEX page_space IF NOT EXISTS FOR (n:Page) ON (n.space);
CREATE INDEX app_space IF NOT EXISTS FOR (n:App) ON (n.space);
CREATE INDEX locator_space IF NOT EXISTS FOR (n:Locator) ON (n.space);
CREATE INDEX alias_space IF NOT EXISTS FOR (n:Alias) ON (n.space);
CREATE INDEX draft_space IF NOT EXISTS FOR (n:Draft) ON (n.space);
CREATE INDEX outbox_space IF NOT EXISTS FOR (n:Outbox) ON (n.space);
