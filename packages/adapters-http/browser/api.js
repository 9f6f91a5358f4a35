import { AuthenticationError, Chancery, ChanceryError, Client, ValidationError } from './chancery-sdk.js';
import { earlyAnswer } from './early-answers.js';
import { host } from './words.js';

/**
 * What a sign-in gives a page: the refresh token stays in a cookie that no script can read.
 * @typedef {Omit<import('./chancery-sdk.js').AuthSession, 'refreshToken'>} AuthSession
 * @typedef {{ readonly path: string, readonly code: string, readonly message: string }} Detail
 */

/** What the API refused, or that it could not be reached. */
export { ChanceryError as ApiError };

/**
 * A refusal that a page words itself.
 * @param {string} code
 * @param {{ message?: string, details?: readonly Detail[], retryAfterSeconds?: number | null }} [more]
 */
export const refusal = (code, { message = '', ...more } = {}) =>
  new ChanceryError({ code, message, ...more });

/** @param {RequestInit} more @returns {typeof fetch} */
const sending = (more) => (address, init) =>
  fetch(address, { ...init, redirect: 'error', cache: 'no-store', ...more });
const withoutCookie = sending({ credentials: 'omit' });
const common = { baseUrl: location.origin, maxRetries: 0 };

/** Who is signed in on this page. @type {AuthSession | null} */
let session = null;
export const signedIn = () => session;

/** @type {import('./chancery-sdk.js').SessionStore} */
const store = {
  load: () => session && { ...session, refreshToken: '' },
  save: (next) => (next === null ? forget() : undefined),
  async renew() {
    const present = session;
    // In the workspace that this page shows, even if another tab has gone on to another one.
    const next = await renewed(present?.workspace?.id);
    // Somebody has signed in anew in another tab: this page shows what is no longer theirs.
    if (next.sessionId !== present?.sessionId) {
      location.reload();
      return new Promise(() => undefined);
    }
    keep(next);
    return { ...next, refreshToken: '' };
  },
};

/** The public API, in the name of whoever is signed in. */
export const chancery = new Chancery({
  ...common,
  fetch: (address, init) => earlyAnswer(String(address), init) ?? withoutCookie(address, init),
  session: store,
});

/** The pages' own addresses: only what goes there carries the cookie, and is finished even if the page is left. */
const withCookie = { ...common, fetch: sending({ credentials: 'same-origin', keepalive: true }) };
const ownPages = new Client(withCookie);
const ownPagesSignedIn = new Client({ ...withCookie, session: store });

/**
 * A call of the public API by its method and path.
 * @param {`${string} /${string}`} line method, and path below /api/v1 with its query
 * @param {object} [body]
 * @returns {Promise<any>} its `data`
 */
export function call(line, body) {
  const [route = '', query] = line.replace(' ', ' /api/v1').split('?');
  return chancery.call(route, query === undefined ? body : fieldsOf(new URLSearchParams(query)));
}

/** What stands in a query several times is a list. @param {URLSearchParams} query */
const fieldsOf = (query) =>
  Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const values = query.getAll(name);
      return [name, values.length > 1 ? values : values[0]];
    }),
  );

/**
 * A last word on the way out, which nobody waits for.
 * @param {`POST /${string}`} line
 */
export const callLast = (line) =>
  void fetch(`/api/v1${line.slice('POST '.length)}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
    credentials: 'omit',
    keepalive: true,
  }).catch(() => undefined);

const deviceKey = 'chancery.device';
/** What makes this browser a known device; it opens nothing by itself. */
const deviceToken = () => {
  const token = localStorage.getItem(deviceKey);
  return token === null ? {} : { deviceToken: token };
};

/** Names the session of this browser, so that a page without one need not ask; it opens nothing by itself. */
const sessionKey = 'chancery.session';

/**
 * A step of signing in: the answer is a session, which the page then has, or a challenge.
 * @param {'register' | 'login' | 'challenge' | 'passkey' | 'handoff'} step
 * @param {object} values
 * @returns {Promise<AuthSession | import('./chancery-sdk.js').SecondFactorChallenge>}
 */
export async function signInBy(step, values) {
  // The server would refuse it, since the cookie would be of another host.
  if (host !== location.host) throw refusal('page.elsewhere');
  const known = step === 'login' ? deviceToken() : {};
  const answer = await inTurn(() => ownPages.call(`POST /session/${step}`, { ...values, ...known }));
  if (answer.tokenType === 'Bearer') keep(answer);
  return answer;
}

/** @param {AuthSession} answer */
function keep(answer) {
  session = answer;
  if (answer.deviceToken !== null) localStorage.setItem(deviceKey, answer.deviceToken);
  localStorage.setItem(sessionKey, answer.sessionId);
}

/**
 * Goes on with the session that this browser has, if it has one, in the workspace in which the person acted last.
 * @returns {Promise<AuthSession | null>}
 */
export async function resume() {
  if (session !== null || localStorage.getItem(sessionKey) === null) return session;
  try {
    keep(await renewed());
  } catch (error) {
    // The session has ended, or the cookie is gone; anything else may be over in a moment.
    if (!(error instanceof AuthenticationError || error instanceof ValidationError)) throw error;
    localStorage.removeItem(sessionKey);
  }
  return session;
}

/** @param {string} [workspaceId] @returns {Promise<any>} */
const renewed = (workspaceId) =>
  inTurn(() => ownPages.call('POST /session/refresh', workspaceId === undefined ? {} : { workspaceId }));

/**
 * One tab after the other: two that renew at once could put an older refresh token into the cookie over a newer one,
 * which would end the session (SES-3). Pages without HTTPS know no locks.
 * @param {() => Promise<any>} act
 * @returns {Promise<any>}
 */
const inTurn = (act) =>
  navigator.locks === undefined ? act() : navigator.locks.request('chancery.session', act);

/**
 * Goes on in another workspace of the same person.
 * @param {string} workspaceId
 */
export async function switchTo(workspaceId) {
  const answer = await chancery.identity.switchWorkspace({ workspaceId });
  if (session !== null) session = { ...session, ...answer };
}

/**
 * The API acts in one workspace at a time, which need not be the one that a thing on this page belongs to.
 * @param {string} workspaceId
 */
export async function actIn(workspaceId) {
  if (session !== null && session.workspace?.id !== workspaceId) await switchTo(workspaceId);
}

/**
 * Ends the session of this browser, or every session of the person.
 * @param {'logout' | 'logout-all'} [step]
 */
export async function signOut(step = 'logout') {
  try {
    await ownPagesSignedIn.call(`POST /session/${step}`);
  } catch (error) {
    // It has ended already.
    if (!(error instanceof AuthenticationError)) throw error;
  }
  forget();
}

/** The page is without its session once something else has ended that. */
export function forget() {
  session = null;
  localStorage.removeItem(sessionKey);
}

// Signed out in another tab, or signed in anew: nothing of the earlier session stays on the screen here.
addEventListener('storage', ({ key, newValue }) => {
  if (key === sessionKey && session !== null && newValue !== session.sessionId) location.reload();
});
addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});
