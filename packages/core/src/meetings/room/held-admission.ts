import { z } from 'zod';
import type { WritingContext } from '../../kernel/handler-context.ts';
import { goneBecause, linkGone, nobody } from '../../kernel/links.ts';
import { secretToken } from '../../kernel/shapes.ts';
import { misses } from '../../kernel/throttling.ts';
import { admissionNotFound } from '../errors.ts';
import type { MeetingsPorts } from '../ports.ts';
import type { CurrentAdmission } from './presence-ports.ts';

/** The input that every endpoint for the holder of an admission token shares (meetings 9.4). */
export const admissionTokenInput = z.strictObject({
  token: secretToken().describe('The admissionToken that this device got when it asked to enter.'),
});

/** Everybody polls on when a session has ended, and learns by `link.gone` that it has. */
export const admissionThrottle = misses('meeting_admission_refused', 30, { passes: [linkGone] });

/** Poll and heartbeat together. Whoever waits polls every four seconds, to see within five what became of it (MTG-107). */
export const admissionThrottles = [
  {
    bucket: 'meeting_admission',
    limit: 20,
    windowSeconds: 60,
    by: ({ token }: { readonly token: string }) => token,
  },
];

export type HolderContext = WritingContext & MeetingsPorts;

/** What comes before the sign of life. Its first statement travels with the look at the workspace. */
export interface BeforeSignOfLife<T> {
  ask(tokenHash: string, context: HolderContext): Promise<T>;
  answered(asked: T, context: HolderContext): Promise<void>;
}

export interface HeldAdmission extends CurrentAdmission {
  readonly workspaceId: string;
  readonly tokenHash: string;
}

/**
 * The admission of a token; the call is a sign of life of its holder. `before` runs first, in the workspace of the token.
 * Throws `admission.not_found`, or `link.gone` once the session is over.
 */
export async function heldAdmission<T>(
  token: string,
  context: HolderContext,
  before: BeforeSignOfLife<T>,
): Promise<HeldAdmission> {
  const { linkTokens, now } = context;
  const tokenHash = linkTokens.hash(token);
  const workspaceId = (await context.presences.workspaceOfToken(tokenHash)) ?? nobody.workspaceId;
  const [, asked] = await Promise.all([context.enterByLink(workspaceId), before.ask(tokenHash, context)]);
  await before.answered(asked, context);
  const held = await context.presences.recordSignOfLife(tokenHash, now);
  if (held === null) throw admissionNotFound();
  if (held.session.status !== 'live' && held.session.status !== 'scheduled') throw goneBecause('over');
  return { ...held, workspaceId, tokenHash };
}
