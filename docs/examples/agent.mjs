// An agent in JavaScript or TypeScript: ask before a task, tell what was done.
// Runs as it is with node 18 or newer:
//   KGMEM_SERVER_URL=http://127.0.0.1:8700 node agent.mjs "search for tea"

const server = process.env.KGMEM_SERVER_URL ?? "http://127.0.0.1:8700";
const key = process.env.KGMEM_SERVER_API_KEY;

/** One call of the memory: a method of the SDK by its name. */
async function memory(name, given) {
  const answer = await fetch(`${server}/v1/${name}`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      ...(key ? { Authorization: `Bearer ${key}` } : {}),
    },
    body: JSON.stringify(given),
  });
  const told = await answer.json();
  if (!answer.ok) throw new Error(`${told.error.code}: ${told.error.message}`);
  return told;
}

const task = process.argv[2] ?? "search for tea";
const before = await memory("recall", { task });
console.log(before.route, (before.plan?.steps ?? []).map((step) => step.action));

if (before.plan) {
  // … the steps are done on the page; then:
  await memory("report", { plan: before.plan, outcome: "success" });
} else {
  // … the task is done without a plan; then:
  await memory("learn", {
    trajectory: {
      task,
      outcome: "success",
      source_task_id: `agent-${Date.now()}`,
      steps: [{ action: "click", target: { role: "button", name: "Search" } }],
    },
  });
}
console.log((await memory("stats", {})).experiences, "runs are known");
