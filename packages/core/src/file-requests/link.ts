import { type LinkGoneReason, linkGone } from '../kernel/links.ts';
import { machine } from '../kernel/machine.ts';
import type { Instant } from '../kernel/time.ts';

/** The life of the link of a client. A fresh one ends the one before it (CFR-2). */
export const fileRequestLinkStates = machine(linkGone, ['live'], {
  live: { supersede: 'superseded', end: 'ended' },
  superseded: {},
  ended: {},
});
export type FileRequestLinkStatus = (typeof fileRequestLinkStates.states)[number];

/** Who or what made the link. */
export const fileRequestLinkCauses = ['send', 'remind', 'reminder', 'reject', 'items'] as const;
export type FileRequestLinkCause = (typeof fileRequestLinkCauses)[number];
/** By mail, or handed over by whoever asked for it. */
export const fileRequestDeliveries = ['email', 'link'] as const;

/** Why a link opens nothing any more. */
export type FileRequestLinkEnd = Extract<LinkGoneReason, 'superseded' | 'cancelled' | 'expired'>;

/** The secret address of the client of one request; the secret itself is in the mail alone. */
export interface FileRequestLink {
  readonly id: string;
  readonly requestId: string;
  readonly tokenHash: string;
  /** Counts from 1 in each request. */
  readonly linkVersion: number;
  readonly cause: FileRequestLinkCause;
  readonly delivery: (typeof fileRequestDeliveries)[number];
  /** Words for the client that the mail with this link quotes. */
  readonly message: string | null;
  readonly status: FileRequestLinkStatus;
  readonly endedReason: FileRequestLinkEnd | null;
  readonly expiresAt: Instant;
  /** The secret under the key ring, until the mail that carries it has left. */
  readonly sealedSecret: Uint8Array | null;
  readonly createdAt: Instant;
  readonly endedAt: Instant | null;
}

/** What the key ring binds the secret of a link to. */
export const sealOfFileRequestLink = (linkId: string): string => `file-request-link:${linkId}`;

/** Where the client opens it. */
export const fileRequestAddress = (webUrl: string, token: string): string =>
  `${webUrl}/upload#token=${token}`;

/** Why this link opens nothing at this time (CFR-2); null if it does. What ended later than this does not end it yet (CFR-9). */
export function goneReasonAt(
  { endedAt, endedReason, expiresAt }: Pick<FileRequestLink, 'endedAt' | 'endedReason' | 'expiresAt'>,
  now: Instant,
): FileRequestLinkEnd | null {
  if (endedAt !== null && endedAt <= now) return endedReason ?? 'cancelled';
  return expiresAt <= now ? 'expired' : null;
}
