import { chancery } from './api.js';
import { fromLink, keepLink } from './link.js';
import { frameHeaders } from './sign-frame.js';

/**
 * What the API says about a signing link.
 * @typedef {'locked' | 'ready' | 'completed' | 'copy'} Status
 * @typedef {{ method: string, state: string, destination: string | null, codeExpiresAt: string | null, resendAvailableAt: string | null, lockedUntil: string | null }} Verification
 * @typedef {{ name: string, pageCount: number, pages: readonly { width: number, height: number }[], sizeBytes: number, sha256: string, message: string | null, deadlineAt: string | null }} SigningDocument
 * @typedef {'signature' | 'initials' | 'date' | 'text' | 'checkbox' | 'name' | 'email'} FieldKind
 * @typedef {object} SigningField
 * @property {string} id
 * @property {FieldKind} kind
 * @property {boolean} mine
 * @property {number} page
 * @property {number} x
 * @property {number} y
 * @property {number} width
 * @property {number} height
 * @property {string | null} label
 * @property {boolean} required
 * @property {boolean} readOnly
 * @property {string | boolean | null} defaultValue
 * @property {number | null} maxLength
 * @property {boolean} multiline
 * @property {'signed_on' | 'entered' | null} dateMode
 * @property {'iso' | 'dmy' | 'mdy' | 'long' | null} dateFormat
 * @property {number | null} fontSize
 * @property {string | boolean | { filled: true } | null} value
 * @typedef {{ name: string, role: string, order: number, status: string, completedAt: string | null }} Recipient
 * @typedef {{ required: boolean, accepted: boolean, version: string, language: string, text: string, textSha256: string }} Consent
 * @typedef {'drawn' | 'typed' | 'uploaded'} SignatureMethod
 * @typedef {object} SigningView
 * @property {Status} status
 * @property {{ name: string, logoUrl: string | null }} workspace
 * @property {{ displayName: string }} sender
 * @property {{ id: string, name: string, email: string, role: string, order: number, status: string, language: string | null }} signer
 * @property {Verification} verification
 * @property {SigningDocument | null} document
 * @property {readonly SigningField[]} fields
 * @property {readonly Recipient[]} recipients
 * @property {Consent | null} consent
 * @property {readonly SignatureMethod[]} signatureMethods
 * @property {string | null} redirectUrl
 * @property {{ available: boolean, sha256: string | null } | null} sealed
 * @typedef {{ signer: { id: string, status: string, completedAt: string | null }, documentStatus: string, remaining: number, redirectUrl: string | null }} Completed
 * @typedef {{ method: SignatureMethod, image?: string, text?: string }} SignatureToSend
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

/** @returns {Record<string, string>} */
const headers = () => ({ ...frameHeaders, ...(session !== null && { 'x-signing-session': session }) });
const path = '/api/v1/document-signing/{token}';

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

/** @returns {Promise<SigningView>} */
export const signingView = () => chancery.call(`GET ${path}`, { token }, { headers: headers(), onResponse });

/**
 * The bytes that the link leads to. Whoever is sent them has seen the document.
 * @param {'plain' | 'stamped'} render
 */
export async function signingContent(render) {
  const { response } = await chancery.download(
    `GET ${path}/content`,
    { token, render },
    { headers: headers() },
  );
  return new Uint8Array(await response.arrayBuffer());
}

/** @returns {Promise<{ channel: string, destination: string, expiresAt: string, resendAvailableAt: string, sendsRemaining: number }>} */
export const sendCode = () =>
  chancery.call(`POST ${path}/otp/send`, { token }, { headers: headers(), onResponse });

/** @param {string} code */
export async function verifyCode(code) {
  /** @type {{ sessionToken: string }} */
  const { sessionToken } = await chancery.call(
    `POST ${path}/otp/verify`,
    { token, code },
    { headers: headers() },
  );
  session = sessionToken;
  sessionStorage.setItem(shelf, JSON.stringify({ of: token, value: session }));
}

/**
 * The key by which the server knows a repetition, as long as no answer has come: a signature that did arrive is then not made
 * a second time. After a refusal nothing was stored, so the next attempt is a new one.
 * @type {string | null}
 */
let key = null;

/**
 * @param {object} body
 * @returns {Promise<Completed>}
 */
export async function completeSigning(body) {
  key ??= [...crypto.getRandomValues(new Uint8Array(16))].join('-');
  try {
    return await chancery.call(
      `POST ${path}/complete`,
      { token, ...body },
      { headers: headers(), idempotencyKey: key, timeoutMs: 60_000 },
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
export const declineSigning = (reason) =>
  chancery.call(`POST ${path}/decline`, { token, reason }, { headers: headers() });
