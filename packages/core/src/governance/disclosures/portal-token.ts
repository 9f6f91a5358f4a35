import { linkGone } from '../../kernel/links.ts';
import { machine } from '../../kernel/machine.ts';
import type { Instant } from '../../kernel/time.ts';

/** The life of a link to a package (governance 5.4). One that is locked is live: a new link is the way out. */
export const portalTokenStates = machine(linkGone, ['live'], {
  live: { replace: 'replaced', revoke: 'revoked', expire: 'expired' },
  replaced: {},
  revoked: {},
  expired: {},
});
export type PortalTokenStatus = (typeof portalTokenStates.states)[number];

/** A link to one package for its recipient. At most one of a package is live. */
export interface PortalToken {
  readonly tokenHash: string;
  readonly packageId: string;
  readonly recipientKey: string;
  readonly status: PortalTokenStatus;
  /** The secret under the key ring, as long as a mail may have to carry it. */
  readonly sealedToken: Uint8Array | null;
  readonly createdAt: Instant;
  readonly endedAt: Instant | null;
}

/** What the right access code of a package opens, for half an hour. */
export interface PortalSession {
  readonly tokenHash: string;
  readonly packageId: string;
  /** The link for whose code it was given; it ends with it. */
  readonly portalTokenHash: string;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
}

/** What a recipient did with a package. */
export interface RecipientActivity {
  readonly packageId: string;
  readonly opens: number;
  readonly firstOpenedAt: Instant | null;
  readonly lastOpenedAt: Instant | null;
  readonly consentedAt: Instant | null;
  readonly declinedAt: Instant | null;
  readonly exportedAt: Instant | null;
  readonly questions: number;
  /** Wrong access codes in a row since the last right one, or since the link was made. */
  readonly wrongCodes: number;
  /** When too many wrong access codes locked it; null unless it is locked. */
  readonly lockedAt: Instant | null;
}

export const noActivity = (packageId: string): RecipientActivity => ({
  packageId,
  opens: 0,
  firstOpenedAt: null,
  lastOpenedAt: null,
  consentedAt: null,
  declinedAt: null,
  exportedAt: null,
  questions: 0,
  wrongCodes: 0,
  lockedAt: null,
});

/** What the key ring binds the secret of a link to. */
export const sealOfPortalToken = (tokenHash: string): string => `portal-token:${tokenHash}`;

/** Where a recipient opens a package. */
export const portalAddress = (webUrl: string, token: string): string => `${webUrl}/portal#token=${token}`;
