// Calls of the server: in the chosen space, with the key of this tab.

import { language } from "./texts.js";

const KEY = "kgmem.key";

export class Failure extends Error {
  constructor(status, code, message) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

let askKey = async () => null;
let keyChanged = () => {};
let asking = null;
let space = null;

/** Who asks the user for a key: `async (refused) => key or null`; and who is told when another one was given. */
export function onKeyNeeded(ask, changed) { askKey = ask; keyChanged = changed; }

/** The space that all calls mean from now on; null: the key's own. */
export function useSpace(name) { space = name || null; }

export function forgetKey() { sessionStorage.removeItem(KEY); }

export const hasKey = () => sessionStorage.getItem(KEY) !== null;

function headers() {
  const key = sessionStorage.getItem(KEY);
  return {
    accept: "application/json",
    "accept-language": language(),
    // Header values are Latin-1: a space may be named in any script, so it goes percent-encoded.
    ...(space ? { "kgmem-space": encodeURIComponent(space) } : {}),
    ...(key ? { authorization: `Bearer ${key}` } : {}),
  };
}

async function newKey() {
  asking ??= askKey(hasKey()).then((given) => {
    if (given) { sessionStorage.setItem(KEY, given); keyChanged(); }
    return Boolean(given);
  }).finally(() => { asking = null; });
  return asking;
}

/** A request with the headers of this tab; asks for a key where one is needed. */
export async function request(path, options = {}) {
  let answer;
  try {
    answer = await fetch(path, { ...options, headers: { ...headers(), ...options.headers } });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Failure(0, "Unreachable", "");
  }
  if (answer.status === 401 && (await newKey())) return request(path, options);
  if (answer.ok) return answer;
  const told = await answer.json().catch(() => ({}));
  throw new Failure(answer.status, told.error?.code ?? "Failure", told.error?.message ?? answer.statusText);
}

const json = async (answer) => (answer.status === 204 ? null : answer.json());

export const api = {
  /** A method of the SDK by its name: `call("recall", {task})`. */
  call: async (name, args = {}, options = {}) =>
    json(await request(`/v1/${name}`, {
      ...options,
      method: "POST",
      body: JSON.stringify(args),
      headers: { "content-type": "application/json" },
    })),

  /** A read of a view: `get("/v1/views/runs", {limit: 50, after})`; what is empty is left out. */
  get: async (path, params = {}, options = {}) => {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(params)) {
      if (value !== undefined && value !== null && value !== "") query.set(name, value);
    }
    const asked = query.toString();
    return json(await request(asked ? `${path}?${asked}` : path, options));
  },
};
