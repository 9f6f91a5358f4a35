import { chancery, refusal } from './api.js';
import { fromLink } from './link.js';
import { sha256 } from './sha256.js';

/** @typedef {import('./chancery-sdk.js').PortalConsentRequest} ConsentRequest */
/** @typedef {import('./chancery-sdk.js').DecidePortalConsentInput} Decision */
/** @typedef {import('./chancery-sdk.js').DecidePortalConsentResult} Outcome */

export const token = fromLink('token') ?? '';
// In a header: what stands in an address would be written into logs.
const authorization = `Bearer ${token}`;

/** What the link asks for, or what was agreed to by it. */
export async function askedConsent() {
  const { consentRequest } = await chancery.governance.getPortal({ authorization });
  // The link of a package has a page of its own.
  if (consentRequest === null) throw refusal('portal.token_invalid');
  return consentRequest;
}

/**
 * Decides on the text that is on the page: its SHA-256 is computed here, from what was shown.
 * @param {ConsentRequest} request
 * @param {Omit<Decision, 'authorization' | 'kind' | 'statementSha256'>} said
 * @returns {Promise<Outcome>}
 */
export async function decideOn({ statementText, statementSha256 }, said) {
  const shown = await sha256(new TextEncoder().encode(statementText));
  if (shown !== statementSha256) throw refusal('page.statement_differs');
  return chancery.governance.decidePortalConsent({
    ...said,
    authorization,
    kind: 'record_consent',
    statementSha256: shown,
  });
}
