import { type Download, downloadOf, isDownload } from './download.ts';
import { crossOriginHint, uncopied, userAgent } from './environment.ts';
import { AuthenticationError, ChanceryError, ConnectionError, errorOf, TimeoutError } from './errors.ts';
import { type FileContent, multipartOf } from './multipart.ts';
import { type PreparedRequest, prepareRequest } from './request.ts';
import type { Session, SessionStore } from './session.ts';

export interface ClientOptions {
  /** Root of the service, such as `https://chancery.example.org`. */
  readonly baseUrl: string;
  /** A workspace API key, for applications. */
  readonly apiKey?: string | undefined;
  /** A person's access token, or a function that gives the present one. */
  readonly accessToken?: string | (() => string | Promise<string>) | undefined;
  /** A person's tokens, refreshed by the client; see `memorySession`. */
  readonly session?: SessionStore | undefined;
  /** For each attempt. Default 30,000. */
  readonly timeoutMs?: number | undefined;
  /** Repetitions after the first attempt, of reads and of calls with an idempotency key. Default 2. */
  readonly maxRetries?: number | undefined;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly fetch?: typeof fetch | undefined;
  /** How to wait between attempts; tests give their own. */
  readonly wait?: ((delayMs: number, signal?: AbortSignal) => Promise<void>) | undefined;
}

export interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  readonly maxRetries?: number | undefined;
  /** Makes a change safe to repeat. Every POST gets one of its own if this is not given; null for one that is safe without. */
  readonly idempotencyKey?: string | null | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Called with the facts of the answer, before the call returns or throws. */
  readonly onResponse?: ((response: ResponseFacts) => void) | undefined;
}

export interface ResponseFacts {
  readonly status: number;
  readonly requestId: string | null;
  readonly headers: Headers;
  /** The service had already done this: the answer is the stored one of the first attempt. */
  readonly replayed: boolean;
  readonly attempts: number;
}

const refreshRoute = 'POST /api/v1/auth/refresh';
const transient = new Set([408, 425, 429, 500, 502, 503, 504]);
const longestWaitSeconds = 60;

/** Sends requests: credentials, retries, timeouts, typed errors. The generated contexts are thin methods over it. */
export class Client {
  readonly #options: ClientOptions;
  readonly #baseUrl: string;
  #refreshing: Promise<string | undefined> | undefined;
  #refreshed: string | undefined;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#baseUrl = options.baseUrl.replace(/(?<!\/)\/+$/, '');
  }

  /** Calls a route such as `GET /api/v1/projects/{projectId}` with one flat input and returns `data`. */
  async call<Data>(route: string, input?: object, options?: RequestOptions): Promise<Data> {
    // The route's declared shape; the service, not the client, checks it.
    return (await this.#send(prepareRequest(route, input), options, readJson)) as Data;
  }

  /**
   * As `call`, for routes that answer bytes. `headers: { range: 'bytes=1000-' }` goes on where an earlier answer broke off;
   * `if-range` with its `etag` makes sure that it is still the same file.
   */
  download(route: string, input?: object, options?: RequestOptions): Promise<Download> {
    return this.#send(prepareRequest(route, input), options, async (response) => downloadOf(response));
  }

  /** As `call`, for routes that take a file in the field `file`. A stream is sent once; everything else is repeated as ever. */
  async sendFile<Data>(
    route: string,
    { file, ...fields }: { readonly file: FileContent },
    options: RequestOptions = {},
  ): Promise<Data> {
    const request = prepareRequest(route, fields);
    const { body, contentType, isRepeatable } = multipartOf(
      JSON.parse(request.body?.toString() ?? '{}'),
      file,
    );
    const headers =
      contentType === null ? options.headers : { ...options.headers, 'content-type': contentType };
    const once = isRepeatable ? {} : { maxRetries: 0 };
    const patient = { timeoutMs: 600_000, ...options, headers, ...once };
    return (await this.#send({ ...request, body }, patient, readJson)) as Data;
  }

  /** As `call`, for routes that take bytes; `headers` say what they are. */
  async send<Data>(
    route: string,
    input: object,
    body: Uint8Array<ArrayBuffer>,
    options: RequestOptions = {},
  ): Promise<Data> {
    return (await this.#send({ ...prepareRequest(route, input), body }, options, readJson)) as Data;
  }

  async #send<Result>(
    request: PreparedRequest,
    options: RequestOptions = {},
    read: (response: Response) => Promise<Result>,
  ): Promise<Result> {
    const headers = new Headers({
      accept: 'application/json, */*;q=0.5',
      ...this.#options.headers,
      ...options.headers,
      ...request.headers,
    });
    const agent = userAgent();
    if (agent !== null && !headers.has('user-agent')) headers.set('user-agent', agent);
    if (typeof request.body === 'string') headers.set('content-type', 'application/json');
    const { idempotencyKey: key = request.method === 'POST' ? freshKey() : null } = options;
    if (key !== null && !headers.has('x-idempotency-key')) headers.set('x-idempotency-key', key);

    const token = headers.has('authorization') ? undefined : await this.#token(request);
    if (token) headers.set('authorization', `Bearer ${token}`);

    const repeatable =
      request.method === 'GET' || options.idempotencyKey === null || headers.has('x-idempotency-key');
    const maxRetries = repeatable ? (options.maxRetries ?? this.#options.maxRetries ?? 2) : 0;
    let renewed = false;
    for (let attempt = 1, retries = 0; ; attempt++) {
      try {
        return await this.#attempt(request, headers, options, attempt, read);
      } catch (error) {
        if (!renewed && token && this.#options.session && isStale(error)) {
          // The refusal had no effect, so that even what is not repeatable may be sent again with a fresh token.
          renewed = true;
          const fresh = await this.#token(request, token);
          if (!fresh || fresh === token) throw error;
          headers.set('authorization', `Bearer ${fresh}`);
          continue;
        }
        const delayMs = retries < maxRetries ? delayBefore(error, retries++) : null;
        if (delayMs === null) throw error;
        await (this.#options.wait ?? sleep)(delayMs, options.signal);
      }
    }
  }

  async #attempt<Result>(
    { method, target, body }: PreparedRequest,
    headers: Headers,
    { signal, timeoutMs = this.#options.timeoutMs ?? 30_000, onResponse }: RequestOptions,
    attempts: number,
    read: (response: Response) => Promise<Result>,
  ): Promise<Result> {
    signal?.throwIfAborted();
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), timeoutMs);
    const abort = () => deadline.abort();
    signal?.addEventListener('abort', abort);
    let delivered = false;
    try {
      // Node sends a stream only if it is told that the answer may come first.
      const streaming = body instanceof ReadableStream ? { duplex: 'half' as const } : {};
      const isOurs = body instanceof Uint8Array && this.#options.fetch === undefined;
      const bytes = isOurs ? uncopied(body, headers) : null;
      const init: RequestInit = { method, headers, body, signal: deadline.signal, ...streaming, ...bytes };
      const response = await (this.#options.fetch ?? fetch)(this.#baseUrl + target, init);
      const failed = !response.ok;
      const result = failed ? await readJson(response, true) : await read(response);
      const error = failed ? errorOf(response.status, response.headers, result) : null;
      onResponse?.({
        status: response.status,
        requestId: error?.requestId ?? response.headers.get('x-request-id'),
        headers: response.headers,
        replayed: response.headers.get('idempotency-replayed') === 'true',
        attempts,
      });
      if (error) throw error;
      delivered = isDownload(result);
      return result as Result; // a failure's body has been thrown above
    } catch (cause) {
      if (cause instanceof ChanceryError) throw cause;
      signal?.throwIfAborted();
      if (deadline.signal.aborted) {
        throw new TimeoutError({ code: 'timeout', message: `No answer within ${timeoutMs} ms.`, cause });
      }
      const message = `No answer from ${this.#baseUrl}.${crossOriginHint(this.#baseUrl)}`;
      throw new ConnectionError({ code: 'connection', message, cause });
    } finally {
      clearTimeout(timer);
      // A body that the caller still reads stays under the caller's signal.
      if (!delivered) signal?.removeEventListener('abort', abort);
    }
  }

  /** The token to send. With `refused`, one that is newer than that. */
  async #token(request: PreparedRequest, refused?: string): Promise<string | undefined> {
    const { apiKey, accessToken, session } = this.#options;
    if (apiKey) return apiKey;
    if (accessToken) return typeof accessToken === 'function' ? accessToken() : accessToken;
    if (!session || request.target === refreshRoute.slice(5)) return undefined;

    const present = await session.load();
    if (!present) return undefined;
    // A token from our own refresh is used until it is refused, so that a wrong clock refreshes no more than once.
    const fresh =
      this.#refreshed === present.accessToken ||
      Date.parse(present.accessTokenExpiresAt) > Date.now() + 10_000;
    if (fresh && present.accessToken !== refused) return present.accessToken;
    this.#refreshing ??= this.#refresh(session, present).finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  async #refresh(store: SessionStore, { refreshToken }: Session): Promise<string | undefined> {
    try {
      const next = store.renew
        ? await store.renew()
        : await this.call<Session>(refreshRoute, { refreshToken });
      await store.save(next);
      this.#refreshed = next.accessToken;
      return next.accessToken;
    } catch (error) {
      if (!(error instanceof AuthenticationError)) throw error;
      // The session is over. The call goes on without credential: public ones still work, others answer 401.
      await store.save(null);
      return undefined;
    }
  }
}

/** Browsers have no `randomUUID` on a page that came without HTTPS, as in many a local network. */
const freshKey = () =>
  crypto.randomUUID?.() ??
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const isStale = (error: unknown) =>
  error instanceof AuthenticationError && error.code.startsWith('auth.token_');

/** `data` of the envelope, or the whole body if a route answers without one. */
async function readJson(response: Response, failed = false): Promise<unknown> {
  const text = await response.text();
  try {
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    const enveloped =
      !failed && typeof body === 'object' && body !== null && 'success' in body && 'data' in body;
    return enveloped ? body.data : body;
  } catch (cause) {
    if (failed) return undefined;
    throw new ChanceryError({
      code: 'response.malformed',
      message: 'The answer is not JSON; check the base URL.',
      cause,
    });
  }
}

/** Milliseconds to wait before repeating, or null when this failure is not to be repeated. */
function delayBefore(error: unknown, retries: number): number | null {
  if (!(error instanceof ChanceryError)) return null;
  const unanswered = error instanceof ConnectionError || error instanceof TimeoutError;
  if (!unanswered && !transient.has(error.status ?? 0) && error.code !== 'idempotency.in_flight') return null;
  const after = error.retryAfterSeconds ?? 0;
  if (after > longestWaitSeconds) return null;
  return after * 1000 + Math.random() * Math.min(8000, 500 * 2 ** retries);
}

const sleep = (delayMs: number, signal?: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const done = (settle: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', aborted);
      settle();
    };
    const aborted = () => done(() => reject(signal?.reason));
    const timer = setTimeout(() => done(resolve), delayMs);
    signal?.addEventListener('abort', aborted);
  });
