/** What a webhook says: ids and state only. Read the rest by the API. */
export interface WebhookEvent {
  readonly type: string;
  readonly timestamp: string;
  readonly workspaceId: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Rises with each event of one resource, so that a receiver can drop the stale. */
  readonly sequence: number;
}

export interface VerifyWebhookOptions {
  /** How far the sender's clock and yours may differ. Default 300. */
  readonly toleranceSeconds?: number;
  readonly now?: Date;
}

export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The message is not to be trusted: answer 400 and do nothing. */
export class WebhookVerificationError extends Error {
  override name = 'WebhookVerificationError';
  readonly code: 'header_missing' | 'timestamp_out_of_tolerance' | 'signature_mismatch' | 'body_malformed';

  constructor(code: WebhookVerificationError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Checks a webhook's signature (Standard Webhooks, v1) and its age, then gives the event. `body` is the raw body:
 * JSON that was parsed and written again has another signature. During a rotation give both secrets.
 */
export async function verifyWebhook(
  secret: string | readonly string[],
  headers: WebhookHeaders,
  body: string | Uint8Array,
  { toleranceSeconds = 300, now = new Date() }: VerifyWebhookOptions = {},
): Promise<WebhookEvent> {
  const id = header(headers, 'webhook-id');
  const timestamp = header(headers, 'webhook-timestamp');
  const signatures = header(headers, 'webhook-signature')
    .split(' ')
    .filter((entry) => entry.startsWith('v1,'))
    .flatMap((entry) => base64(entry.slice(3)) ?? []);

  const ageSeconds = Math.abs(now.getTime() / 1000 - Number(timestamp));
  if (!/^\d+$/.test(timestamp) || ageSeconds > toleranceSeconds) {
    const message = `The timestamp differs from the clock by more than ${toleranceSeconds} seconds.`;
    throw new WebhookVerificationError('timestamp_out_of_tolerance', message);
  }

  const text = typeof body === 'string' ? body : new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);
  const head = new TextEncoder().encode(`${id}.${timestamp}.`);
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const signed = new Uint8Array(head.length + bytes.length);
  signed.set(head);
  signed.set(bytes, head.length);

  for (const each of [secret].flat()) {
    const raw = base64(each.replace(/^whsec_/, ''));
    if (!raw?.length) throw new TypeError('A webhook secret is whsec_ and base64.');
    const key = await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, [
      'verify',
    ]);
    for (const signature of signatures) {
      // WebCrypto compares in constant time.
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) return parse(text);
    }
  }
  throw new WebhookVerificationError('signature_mismatch', 'No signature fits the secret and this body.');
}

function header(headers: WebhookHeaders, name: string): string {
  const given = headers instanceof Headers ? headers.get(name) : new Map(lowerCased(headers)).get(name);
  if (!given) throw new WebhookVerificationError('header_missing', `The header ${name} is missing.`);
  return typeof given === 'string' ? given : given.join(' ');
}

const lowerCased = (headers: Exclude<WebhookHeaders, Headers>) =>
  Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);

function base64(text: string) {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function parse(text: string): WebhookEvent {
  try {
    return JSON.parse(text) as WebhookEvent; // signed by the service, whose promise this shape is
  } catch {
    throw new WebhookVerificationError('body_malformed', 'The body is signed but is no JSON.');
  }
}
