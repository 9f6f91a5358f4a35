import { chancery } from './api.js';
import { fromLink, keepLink } from './link.js';
import { ofFrame } from './sign-frame.js';

/**
 * What the API says about a signing link.
 * @typedef {import('./chancery-sdk.js').SigningLink} SigningView
 * @typedef {SigningView['verification']} Verification
 * @typedef {SigningView['fields'][number]} SigningField
 * @typedef {SigningField['kind']} FieldKind
 * @typedef {SigningView['recipients'][number]} Recipient
 * @typedef {NonNullable<SigningView['consent']>} Consent
 * @typedef {SigningView['signatureMethods'][number]} SignatureMethod
 * @typedef {import('./chancery-sdk.js').CompleteSigningInput} ToComplete
 * @typedef {import('./chancery-sdk.js').CompleteSigningResult} Completed
 * @typedef {NonNullable<ToComplete['signature']>} SignatureToSend
 */

const token = fromLink('token');
// The address bar has lost it by now; this tab keeps it, so that the page can be loaded again.
if (token !== null) keepLink();
export const hasToken = token !== null;

/** What a code has unlocked, by the link it belongs to: another link in this tab begins anew. */
const shelf = 'chancery.signing';
/** @type {string | null} */
let session = (() => {
  const { of, value } = JSON.parse(sessionStorage.getItem(shelf) ?? '{}');
  return of === token ? (value ?? null) : null;
})();

const link = { token: token ?? '', ...ofFrame };
/** The link, and what a code has unlocked. */
const unlocked = () => ({ ...link, ...(session !== null && { signingSession: session }) });

/** How far the clock of the server is ahead of this one, in milliseconds. */
let ahead = 0;
/** @param {{ headers: Headers }} answer */
const onResponse = ({ headers: received }) => {
  const date = Date.parse(received.get('date') ?? '');
  if (!Number.isNaN(date)) ahead = date - Date.now();
};
/** Whole seconds until an instant of the server; 0 if it has passed. @param {string | null} instant */
export const secondsUntil = (instant) =>
  instant === null ? 0 : Math.max(0, Math.ceil((Date.parse(instant) - Date.now() - ahead) / 1000));

export const signingView = () => chancery.signing.getSigningLink(unlocked(), { onResponse });

/**
 * The bytes that the link leads to. Whoever is sent them has seen the document.
 * @param {'plain' | 'stamped'} render
 * @param {AbortSignal} [signal]
 */
export async function signingContent(render, signal) {
  const { response } = await chancery.signing.getSigningContent(
    { ...unlocked(), render },
    { ...(signal && { signal }) },
  );
  return new Uint8Array(await response.arrayBuffer());
}

export const sendCode = () => chancery.signing.sendSigningCode(link, { onResponse });

/** @param {string} code */
export async function verifyCode(code) {
  const { sessionToken } = await chancery.signing.verifySigningCode({ ...link, code });
  session = sessionToken;
  sessionStorage.setItem(shelf, JSON.stringify({ of: token, value: session }));
}

/**
 * The key by which the server knows a repetition, as long as no answer has come: a signature that did arrive is then not made
 * a second time. After a refusal nothing was stored, so the next attempt is a new one.
 * @type {string | null}
 */
let key = null;

/** @param {Omit<ToComplete, keyof ReturnType<typeof unlocked>>} body */
export async function completeSigning(body) {
  key ??= [...crypto.getRandomValues(new Uint8Array(16))].join('-');
  try {
    return await chancery.signing.completeSigning(
      { ...unlocked(), ...body },
      { idempotencyKey: key, timeoutMs: 60_000 },
    );
  } catch (error) {
    if (isRefusal(error)) key = null;
    throw error;
  }
}

/** Whether the server has decided: neither silence, nor a fault of its own, nor that it is still at it. @param {unknown} error */
function isRefusal(error) {
  if (!(error instanceof Error && 'status' in error && 'code' in error)) return false;
  return Number(error.status) >= 400 && Number(error.status) < 500 && error.code !== 'idempotency.in_flight';
}

/** @param {string} reason */
export const declineSigning = (reason) => chancery.signing.declineSigning({ ...unlocked(), reason });
