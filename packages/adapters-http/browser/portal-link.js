import { ApiError, chancery, refusal } from './api.js';
import { fromLink } from './link.js';
import { sha256 } from './sha256.js';

/** @typedef {import('./chancery-sdk.js').PortalPackage} Package */
/** @typedef {import('./chancery-sdk.js').PortalItem} Item */
/** @typedef {import('./chancery-sdk.js').DecidePortalConsentInput} Decision */
/** @typedef {import('./chancery-sdk.js').AddPortalInteractionInput} Interaction */

export const token = fromLink('token') ?? '';

const shelf = 'chancery.portal-session';
/** What the right access code has opened, for half an hour and this tab. */
let session = sessionStorage.getItem(shelf);

// In a header: what stands in an address would be written into logs.
const authorization = () => `Bearer ${session ?? token}`;

/**
 * A call in the session, or by the link alone once the session is over.
 * @template Answer
 * @param {(authorization: string) => Promise<Answer>} call
 * @returns {Promise<Answer>}
 */
async function asked(call) {
  if (session === null) return call(authorization());
  try {
    return await call(authorization());
  } catch (error) {
    const isOver =
      error instanceof ApiError && (error.code === 'link.gone' || error.code === 'portal.token_invalid');
    if (!isOver) throw error;
    session = null;
    sessionStorage.removeItem(shelf);
    return call(authorization());
  }
}

const { governance } = chancery;

export const portal = () => asked((by) => governance.getPortal({ authorization: by }));

/** @param {string} packageId @returns {Promise<Package>} */
export const packageOf = async (packageId) =>
  (await asked((by) => governance.getPortalPackage({ authorization: by, packageId }))).package;

export const packages = async () =>
  (await asked((by) => governance.listPortalPackages({ authorization: by }))).packages;

/**
 * The export of a package, byte by byte as the ledger has its SHA-256.
 * @param {string} packageId
 */
export const releaseText = (packageId) =>
  asked(async (by) => (await fetched(`export?download=true&packageId=${packageId}`, by)).text());

/** @param {Omit<Interaction, 'authorization'>} said */
export async function say(said) {
  const answer = await asked((by) => governance.addPortalInteraction({ ...said, authorization: by }));
  if (answer.session !== null) {
    session = answer.session.token;
    sessionStorage.setItem(shelf, session);
  }
  return answer;
}

/**
 * Decides on the terms that are on the page: their SHA-256 is computed here, from what was shown.
 * @param {Package} shown
 * @param {Omit<Decision, 'authorization' | 'kind' | 'statementSha256' | 'packageId'>} said
 */
export async function decideOnTerms({ id, terms }, said) {
  const digest = await sha256(new TextEncoder().encode(terms?.text ?? ''));
  if (digest !== terms?.sha256) throw refusal('page.statement_differs');
  return asked((by) =>
    governance.decidePortalConsent({
      ...said,
      authorization: by,
      kind: 'release_terms',
      packageId: id,
      statementSha256: digest,
    }),
  );
}

/**
 * The bytes of a file, asked for by a header and not by an address that would be kept in a history.
 * @param {string} packageId @param {string} itemId @param {string} attachmentId
 */
export const fileOf = (packageId, itemId, attachmentId) =>
  asked(async (by) =>
    (await fetched(`packages/${packageId}/items/${itemId}/attachments/${attachmentId}/content`, by)).blob(),
  );

/** @param {string} place @param {string} by */
async function fetched(place, by) {
  const response = await fetch(`/api/v1/public/records/portal/${place}`, {
    headers: { Authorization: by },
    credentials: 'omit',
    cache: 'no-store',
  });
  if (response.ok) return response;
  const { error } = await response.json();
  throw refusal(error.code, { message: error.message, details: error.details });
}
