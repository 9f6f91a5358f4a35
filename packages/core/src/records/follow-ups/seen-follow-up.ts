import type { HandlerContext } from '../../kernel/handler-context.ts';
import { permissionsOn } from '../../kernel/thing-permission.ts';
import { accessToCase } from '../access/decision.ts';
import type { LabelMask, Purpose } from '../access/labels.ts';
import { readerOf } from '../access/reader.ts';
import { openedCase } from '../access/used-access.ts';
import { type SeenCase, standingsOnCase } from '../cases/seen-case.ts';
import { accessDenied } from '../events.ts';
import { denied, type RecordsPorts } from '../ports.ts';
import { followUpNotFound } from './errors.ts';
import { recordOfFollowUp } from './events.ts';
import type { StoredFollowUp } from './follow-up.ts';
import { followedEntry, followUpMask } from './followed-entry.ts';

/** A follow-up with its case, and what the caller is to that. */
export interface SeenFollowUp extends SeenCase {
  /** What is written about it is still sealed. */
  readonly followUp: StoredFollowUp;
  /** The labels of its case, and those of the entry that it is about. */
  readonly effectiveMask: LabelMask;
}

interface Asked {
  readonly followUpId: string;
  readonly purposeOfUse?: Purpose | undefined;
}
type Context = Pick<RecordsPorts, 'followUps' | 'cases' | 'entries' | 'recordStandings'> &
  Pick<HandlerContext, 'user' | 'now'>;

/** The follow-up that is asked for; for whoever does not pass its labels and those of its case there is none (REC-1). */
export async function followUpToChange(
  { followUpId, purposeOfUse }: Asked,
  context: Context,
): Promise<SeenFollowUp> {
  const known = await context.followUps.find(followUpId);
  if (known === null) throw followUpNotFound();
  const reader = await readerOf(context);
  // The case is locked before what is in it, by everybody.
  const found = await context.cases.findSeen(known.caseId, { reader, now: context.now }, 'for update');
  const followUp = await context.followUps.find(followUpId, 'for update');
  if (found === null || followUp === null) throw followUpNotFound();
  const entry = await followedEntry(followUp, context);
  const effectiveMask = found.case.effectiveMask | (entry?.effectiveMask ?? 0);
  const standing = { ...found.standing, isAuthor: entry?.authorUserId === context.user.userId };
  const asked = { mask: effectiveMask, purpose: purposeOfUse ?? null, standing };
  const opened = openedCase(asked, (counted) => accessToCase(effectiveMask, reader, counted));
  if (opened === null) throw followUpNotFound();
  return { ...found, reader, followUp, effectiveMask, ...opened };
}

type Standing = 'owner' | 'contributor' | 'lead' | 'onlooker';

/** Who works on a follow-up: its owner, and whoever writes in the case (records 5.8). */
export const onFollowUp = permissionsOn(
  'follow-up',
  { change: ['owner', 'contributor', 'lead'] } satisfies Readonly<Record<string, readonly Standing[]>>,
  {
    ofRoles: {
      owner: { always: ['onlooker'], perhaps: ['owner', 'contributor', 'lead'] },
      admin: { always: ['onlooker'], perhaps: ['owner', 'contributor', 'lead'] },
      member: { always: ['onlooker'], perhaps: ['owner', 'contributor', 'lead'] },
      guest: { always: ['onlooker'], perhaps: [] },
    },
    standingsOf: (
      { followUp, ...found }: Pick<SeenFollowUp, 'followUp' | 'reader' | 'standing'>,
      _input: unknown,
      { user },
    ): readonly Standing[] => {
      const held = standingsOnCase(found);
      return [
        ...(followUp.ownerUserId === user.userId ? (['owner'] as const) : []),
        ...(held.includes('contributor') ? (['contributor'] as const) : []),
        ...(held.includes('lead') ? (['lead'] as const) : []),
        'onlooker',
      ];
    },
    words: {
      owner: 'is the one who is to do it',
      contributor: 'is a contributor of the case',
      lead: 'leads the case',
      onlooker: 'sees the follow-up',
    },
  },
);

/** A refusal about a follow-up that there is stands in the ledger (REC-7). */
export const deniedFollowUp = denied(
  accessDenied,
  async ({ followUpId }: Asked, { followUps, cases, entries }, { code }) => {
    const followUp = await followUps.find(followUpId);
    const recordCase = followUp && (await cases.find(followUp.caseId));
    if (followUp === null || recordCase === null) return null;
    const effectiveMask = await followUpMask(followUp, recordCase, { entries });
    return { ...recordOfFollowUp(followUp, { ...recordCase, effectiveMask }), code };
  },
);
