import type { linkDeliveries } from '../documents/index.ts';
import { type LinkGoneReason, linkGone } from '../kernel/links.ts';
import { machine } from '../kernel/machine.ts';
import type { Instant } from '../kernel/time.ts';

/** The life of a signing link (documents 2.5). A fresh link of the same person ends the one before it (SIG-11). */
export const signingLinkStates = machine(linkGone, ['live'], {
  live: { supersede: 'superseded', end: 'ended' },
  superseded: {},
  ended: {},
});
export type SigningLinkStatus = (typeof signingLinkStates.states)[number];

export const linkPurposes = ['sign', 'copy'] as const;
/** Who or what made the link; limits and evidence count by it. */
export const linkCauses = [
  'send',
  'turn',
  'remind',
  'reminder',
  'link',
  'correct',
  'reopen',
  'sealed',
] as const;
/** The causes whose links are mailed at once. */
export const mailedCauses = ['send', 'turn', 'remind', 'reminder', 'correct', 'reopen'] as const;
export type MailedCause = (typeof mailedCauses)[number];
export type LinkCause = (typeof linkCauses)[number];

/** Why a link opens nothing any more. */
export type LinkEnd = Extract<
  LinkGoneReason,
  'superseded' | 'completed' | 'declined' | 'voided' | 'expired' | 'cancelled' | 'quarantined'
>;

/** A secret address of one person; the secret itself is in the mail alone. */
export interface SigningLink {
  readonly id: string;
  readonly documentId: string;
  readonly roundId: string;
  readonly signerId: string;
  readonly purpose: (typeof linkPurposes)[number];
  readonly tokenHash: string;
  /** Counts from 1 for each signer. */
  readonly linkVersion: number;
  readonly cause: LinkCause;
  readonly delivery: (typeof linkDeliveries)[number];
  readonly status: SigningLinkStatus;
  readonly endedReason: LinkEnd | null;
  readonly expiresAt: Instant;
  /** The secret under the key ring, until the mail that carries it has left. */
  readonly sealedSecret: Uint8Array | null;
  readonly createdAt: Instant;
  readonly endedAt: Instant | null;
}

/** Who made the link is a manager, so it lifts a lock of codes (SIG-30). */
export const isByManager = (cause: LinkCause): boolean =>
  ['send', 'remind', 'link', 'correct', 'reopen'].includes(cause);

/** What the key ring binds the secret of a link to. */
export const sealOfLink = (linkId: string): string => `signing-link:${linkId}`;

/** Why this link opens nothing at this time; null if it does. */
export const goneReasonAt = (
  { status, endedReason, expiresAt }: Pick<SigningLink, 'status' | 'endedReason' | 'expiresAt'>,
  now: Instant,
): LinkEnd | null => {
  if (status === 'superseded') return 'superseded';
  if (status === 'ended') return endedReason ?? 'cancelled';
  return expiresAt <= now ? 'expired' : null;
};
