/**
 * @typedef {{ readonly path: string, readonly code: string, readonly message: string }} Detail
 * @typedef {{ readonly id: string, readonly displayName: string, readonly email: string | null, readonly emailVerified: boolean, readonly emailSupersededAt: string | null, readonly hasPassword: boolean }} User
 * @typedef {{ readonly tokenType: 'Bearer', readonly accessToken: string, readonly refreshToken: string, readonly deviceToken: string | null, readonly user: User, readonly workspace: { readonly id: string, readonly name: string } | null }} AuthSession
 */

/** What the API refused, or that it could not be reached. */
export class ApiError extends Error {
  /**
   * @param {string} code
   * @param {string} message
   * @param {readonly Detail[]} [details]
   * @param {number | null} [retryAfterSeconds]
   */
  constructor(code, message, details = [], retryAfterSeconds = null) {
    super(message);
    this.code = code;
    this.details = details;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Who is signed in: in memory only, and gone with the page. @type {AuthSession | null} */
let session = null;
export const signedIn = () => session;

/**
 * A call of the public API.
 * @param {`${string} /${string}`} line method and path below /api/v1
 * @param {object} [body]
 * @returns {Promise<any>} its `data`
 */
export async function call(line, body) {
  try {
    return await send(line, body, session?.accessToken);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'auth.token_expired' && session !== null)) throw error;
    session = { ...session, ...(await send('POST /auth/refresh', { refreshToken: session.refreshToken })) };
    return send(line, body, session?.accessToken);
  }
}

/**
 * @param {`${string} /${string}`} line
 * @param {object} [body]
 * @param {string} [token]
 * @param {boolean} [keepalive]
 */
async function send(line, body, token, keepalive = false) {
  const [method = 'GET', path = ''] = line.split(' ');
  /** @type {Response} */
  let response;
  try {
    response = await fetch(`/api/v1${path}`, {
      method,
      headers: {
        Accept: 'application/json',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      credentials: 'omit',
      redirect: 'error',
      cache: 'no-store',
      keepalive,
    });
  } catch {
    throw new ApiError('network', '');
  }
  const answer = await response.json().catch(() => null);
  if (answer?.success === true) return answer.data;
  const { code = 'unexpected', message = '', details = [], retryAfterSeconds = null } = answer?.error ?? {};
  throw new ApiError(code, message, details, retryAfterSeconds);
}

/**
 * A last word on the way out, which nobody waits for.
 * @param {`POST /${string}`} line
 */
export const callLast = (line) => void send(line, {}, undefined, true).catch(() => undefined);

const deviceKey = 'chancery.device';
/** What makes this browser a known device; it opens nothing by itself. */
export const deviceToken = () => {
  const token = localStorage.getItem(deviceKey);
  return token === null ? {} : { deviceToken: token };
};

/** @param {AuthSession} answer */
export function begin(answer) {
  session = answer;
  if (answer.deviceToken !== null) localStorage.setItem(deviceKey, answer.deviceToken);
}

/**
 * Goes on in another workspace of the same person.
 * @param {string} workspaceId
 */
export async function switchTo(workspaceId) {
  const { accessToken, workspace } = await call(
    `POST /workspaces/${encodeURIComponent(workspaceId)}/switch`,
    {},
  );
  if (session !== null) session = { ...session, accessToken, workspace };
}

/** Ends the session that this page began; nothing can go wrong here that the reader could mend. */
export async function signOut() {
  const ending = session;
  session = null;
  if (ending !== null) await send('POST /auth/logout', {}, ending.accessToken, true).catch(() => undefined);
}

/** The page is without its session once something else has ended that. */
export function forget() {
  session = null;
}

// A session that nobody can reach any more would only stand in the list of sessions.
addEventListener('pagehide', () => void signOut());
addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});
