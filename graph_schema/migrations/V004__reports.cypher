// What agents report of the plans that they followed.
CREATE CONSTRAINT report_key IF NOT EXISTS FOR (n:Report) REQUIRE n.report_id IS UNIQUE;
CREATE INDEX report_space IF NOT EXISTS FOR (n:Report) ON (n.space);
CREATE INDEX report_task IF NOT EXISTS FOR (n:Report) ON (n.task_id);
