import type { HandlerContext } from '../../kernel/handler-context.ts';
import { permissionsOn } from '../../kernel/thing-permission.ts';
import { accessToCase } from '../access/decision.ts';
import type { LabelMask, Purpose } from '../access/labels.ts';
import { readerOf } from '../access/reader.ts';
import { openedCase } from '../access/used-access.ts';
import { type SeenCase, standingsOnCase } from '../cases/seen-case.ts';
import { accessDenied } from '../events.ts';
import { denied, type RecordsPorts } from '../ports.ts';
import type { StoredEncounter } from './encounter.ts';
import { encounterNotFound } from './errors.ts';
import { recordOfEncounter } from './events.ts';

/** An encounter with its case, and what the caller is to that. */
export interface SeenEncounter extends SeenCase {
  /** What is written about it is still sealed. */
  readonly encounter: StoredEncounter;
  readonly effectiveMask: LabelMask;
}

interface Asked {
  readonly encounterId: string;
  readonly purposeOfUse?: Purpose | undefined;
}
type Context = Pick<RecordsPorts, 'encounters' | 'cases' | 'recordStandings'> &
  Pick<HandlerContext, 'user' | 'now'>;

/** The encounter that is asked for; for whoever does not pass its labels and those of its case there is none (REC-1). */
export async function seenEncounter(
  { encounterId, purposeOfUse }: Asked,
  context: Context,
  lock?: 'for update',
): Promise<SeenEncounter> {
  const known = await context.encounters.find(encounterId);
  if (known === null) throw encounterNotFound();
  const reader = await readerOf(context);
  // The case is locked before what is in it, by everybody.
  const found = await context.cases.findSeen(known.caseId, { reader, now: context.now }, lock);
  const encounter = lock === undefined ? known : await context.encounters.find(encounterId, lock);
  if (found === null || encounter === null) throw encounterNotFound();
  const effectiveMask = found.case.effectiveMask | encounter.ownMask;
  const asked = { mask: effectiveMask, purpose: purposeOfUse ?? null, standing: found.standing };
  const opened = openedCase(asked, (standing) => accessToCase(effectiveMask, reader, standing));
  if (opened === null) throw encounterNotFound();
  return { ...found, reader, encounter, effectiveMask, ...opened };
}

type Standing = 'lead' | 'creator' | 'onlooker';

/** Who says that an encounter should not have been recorded: whoever recorded it, and leads (records 5.3). */
export const onEncounter = permissionsOn(
  'encounter',
  { void: ['lead', 'creator'] } satisfies Readonly<Record<string, readonly Standing[]>>,
  {
    ofRoles: {
      owner: { always: ['onlooker'], perhaps: ['lead', 'creator'] },
      admin: { always: ['onlooker'], perhaps: ['lead', 'creator'] },
      member: { always: ['onlooker'], perhaps: ['lead', 'creator'] },
      guest: { always: ['onlooker'], perhaps: [] },
    },
    standingsOf: (
      { encounter, ...found }: Pick<SeenEncounter, 'encounter' | 'reader' | 'standing'>,
      _input: unknown,
      { user },
    ): readonly Standing[] => [
      ...(standingsOnCase(found).includes('lead') ? (['lead'] as const) : []),
      ...(encounter.createdByUserId === user.userId ? (['creator'] as const) : []),
      'onlooker',
    ],
    words: {
      lead: 'leads the case',
      creator: 'recorded the encounter',
      onlooker: 'sees the encounter',
    },
  },
);

/** A refusal about an encounter that there is stands in the ledger (REC-7). */
export const deniedEncounter = denied(
  accessDenied,
  async ({ encounterId }: Asked, { encounters, cases }, { code }) => {
    const encounter = await encounters.find(encounterId);
    const recordCase = encounter && (await cases.find(encounter.caseId));
    return encounter && recordCase && { ...recordOfEncounter(encounter, recordCase), code };
  },
);
