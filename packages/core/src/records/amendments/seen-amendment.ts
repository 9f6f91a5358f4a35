import { permissionsOn } from '../../kernel/thing-permission.ts';
import type { Purpose } from '../access/labels.ts';
import { standingsOnCase } from '../cases/seen-case.ts';
import { changedEntry, type SeenEntry } from '../entries/seen-entry.ts';
import { amendmentNotFound, entryNotFound } from '../errors.ts';
import { accessDenied } from '../events.ts';
import { denied, type RecordsPorts } from '../ports.ts';
import type { Amendment } from './amendment.ts';
import { recordOfAmendment } from './events.ts';

/** A request with its entry, and what the caller is to that. */
export interface SeenAmendment extends SeenEntry {
  readonly amendment: Amendment;
}

interface Asked {
  readonly amendmentId: string;
  readonly purposeOfUse?: Purpose | undefined;
}
type Context = Parameters<typeof changedEntry>[1] & Pick<RecordsPorts, 'amendments'>;

/** The request that is asked for; for whoever does not pass its entry there is none (REC-1). The entry is locked before it. */
export async function amendmentToChange(
  { amendmentId, purposeOfUse }: Asked,
  context: Context,
): Promise<SeenAmendment> {
  const known = await context.amendments.find(amendmentId);
  if (known === null) throw amendmentNotFound();
  try {
    const found = await changedEntry({ artifactId: known.entryId, purposeOfUse }, context);
    const amendment = await context.amendments.find(amendmentId, 'for update');
    if (amendment === null) throw amendmentNotFound();
    return { ...found, amendment };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === entryNotFound.code)
      throw amendmentNotFound();
    throw error;
  }
}

const standings = ['requester', 'reviewer', 'contributor', 'lead', 'reader'] as const;
type Standing = (typeof standings)[number];

/** The roles on a case that decide about requests (records 5.7). */
export const decidingRoles = ['reviewer', 'lead'] as const;

/** Who does what to a request (records 5.7). */
const amendmentPermissions = {
  decide: decidingRoles,
  disagree: ['reviewer', 'contributor', 'lead'],
  withdraw: ['requester', 'lead'],
  takeBack: ['lead'],
} as const satisfies Readonly<Record<string, readonly Standing[]>>;

const onCaseAsMember = ['requester', 'reviewer', 'contributor', 'lead'] as const;

/** The permission on the request that was found: `may: onAmendment('decide')`. */
export const onAmendment = permissionsOn('amendment', amendmentPermissions, {
  ofRoles: {
    owner: { always: ['reader'], perhaps: onCaseAsMember },
    admin: { always: ['reader'], perhaps: onCaseAsMember },
    member: { always: ['reader'], perhaps: onCaseAsMember },
    guest: { always: ['reader'], perhaps: ['requester', 'reviewer'] },
  },
  standingsOf: (
    { amendment, reader, standing }: SeenAmendment,
    _input: unknown,
    { user },
  ): readonly Standing[] => {
    const onCase = standingsOnCase({ reader, standing }).filter((each) =>
      (standings as readonly string[]).includes(each),
    ) as readonly Standing[]; // the line above leaves these alone
    return amendment.requestedByUserId === user.userId ? [...onCase, 'requester'] : onCase;
  },
  words: {
    requester: 'recorded the request',
    reviewer: 'is a reviewer of the case',
    contributor: 'is a contributor of the case',
    lead: 'leads the case',
    reader: 'sees the entry',
  },
});

/** A refusal about a request that there is stands in the ledger (REC-7). */
export const deniedAmendment = denied(
  accessDenied,
  async ({ amendmentId }: Asked, { amendments, entries }, { code }) => {
    const amendment = await amendments.find(amendmentId);
    const entry = amendment && (await entries.find(amendment.entryId));
    return amendment && entry && { ...recordOfAmendment(amendment, entry), code };
  },
);
