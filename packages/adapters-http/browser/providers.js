import { call, signInBy } from './api.js';
import { fromLink, keepLink } from './link.js';

/** Which providers this installation has; the server says so. */
export const providers = /** @type {readonly ('google' | 'apple')[]} */ (
  (document.documentElement.dataset.providers ?? '').split(' ').filter(Boolean)
);
export const providerNames = { google: 'Google', apple: 'Apple' };

const shelf = 'chancery.handoff';
/** @param {Uint8Array} bytes */
const base64url = (bytes) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/(?<!=)=+$/, '');

/**
 * Goes to the provider. The verifier stays in this tab, so the code that comes back is of no use elsewhere (OID-3).
 * @param {'google' | 'apple'} provider
 * @param {string | null} invitationToken
 */
export async function goTo(provider, invitationToken) {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)));
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  const query = new URLSearchParams({
    redirectTo: location.pathname,
    handoffChallenge: base64url(new Uint8Array(digest)),
    ...(invitationToken === null ? {} : { invitationToken }),
  });
  const { authorizationUrl } = await call(`GET /auth/${provider}/start?${query}`);
  sessionStorage.setItem(shelf, verifier);
  keepLink();
  location.assign(authorizationUrl);
}

/** The answer to a sign-in that a provider finished and sent back here, or null if there is none. */
export async function finishedSignIn() {
  const handoffCode = fromLink('handoff');
  const handoffVerifier = sessionStorage.getItem(shelf);
  if (handoffCode === null) return null;
  sessionStorage.removeItem(shelf);
  return signInBy('handoff', { handoffCode, handoffVerifier: handoffVerifier ?? '0'.repeat(43) });
}
