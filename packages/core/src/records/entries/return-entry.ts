import { z } from 'zod';
import {
  entryInvalidState,
  entryNotFound,
  recordsPurposeNotAllowed,
  recordsPurposeRequired,
} from '../errors.ts';
import { action } from '../ports.ts';
import { writesOfRecords } from '../rates.ts';
import { purposeOfUse, reason } from '../subjects/subject-fields.ts';
import { keyOfEntry, sealOf } from './case-key.ts';
import { stepped } from './entry.ts';
import { artifactId, expectedVersion } from './entry-fields.ts';
import { onEntry } from './entry-permissions.ts';
import { outcomeReasonPlace, readEntry, shownEntry } from './entry-reading.ts';
import { aboutEntry, entryReturned, entryWithdrawn } from './events.ts';
import { changedEntry, deniedEntry, workingVersion } from './seen-entry.ts';
import { EntryView } from './views.ts';

export const returnEntry = action({
  summary: 'Return an entry to its author',
  description:
    'A reviewer or lead asks for changes; the author withdraws what they submitted. What was submitted can still be read.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  always: true,
  throttles: writesOfRecords,
  input: z.strictObject({
    artifactId: artifactId(),
    reason: reason().describe('What is to be changed, or why it is withdrawn.'),
    purposeOfUse: purposeOfUse(),
    expectedVersion: expectedVersion(),
  }),
  output: z.object({ entry: EntryView }),
  errors: [entryNotFound, entryInvalidState, recordsPurposeRequired, recordsPurposeNotAllowed],
  denial: deniedEntry,

  find: changedEntry,
  may: onEntry('return'),
  version: ({ entry }) => entry.version,

  prepare: (input, context) => keyOfEntry(input, context),

  async run({ reason: why }, context) {
    const { found, prepared: key, entries, now, user, accessedBy, emit } = context;
    const seal = sealOf(key, context);
    const working = await workingVersion(found.entry, context);
    const isOwn = found.entry.authorUserId === user.userId;
    const { entry, version } = stepped(found.entry, working, isOwn ? 'withdraw' : 'return');

    const of = { entryId: entry.id, number: working.number, submission: working.submission };
    const outcome = isOwn ? 'withdrawn' : 'returned';
    await entries.settleSubmission(of, outcome, seal.sealText(outcomeReasonPlace(of), why));
    await entries.saveVersion({ ...version, contentHash: null, approvedByUserId: null, approvedAt: null });
    const saved = await entries.save({ ...entry, updatedByUserId: user.userId, updatedAt: now });
    accessedBy(found.used);
    const about = { ...aboutEntry(saved), versionNumber: working.number, reason: why };
    emit(isOwn ? entryWithdrawn : entryReturned, about);
    return { entry: shownEntry(await readEntry(saved, {}, context), seal) };
  },
});
