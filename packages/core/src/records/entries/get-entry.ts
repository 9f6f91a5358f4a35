import { z } from 'zod';
import { leavesLine } from '../access/used-access.ts';
import {
  entryNotFound,
  entryVersionNotFound,
  recordsPurposeNotAllowed,
  recordsPurposeRequired,
} from '../errors.ts';
import { openedKey } from '../keys/scope-key.ts';
import { slowQuery } from '../ports.ts';
import { purposeOfUse } from '../subjects/subject-fields.ts';
import { entrySeal } from './content.ts';
import { artifactId } from './entry-fields.ts';
import { readEntry, shownEntry } from './entry-reading.ts';
import { aboutEntry, entryRead } from './events.ts';
import { deniedEntry, seenEntry } from './seen-entry.ts';
import { EntryView } from './views.ts';

export const getEntry = slowQuery({
  summary: 'Read an entry',
  description:
    'Shows the version that was signed last, or else the one that is being written, unless you name another.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  input: z.strictObject({
    artifactId: artifactId(),
    version: z.int().min(1).max(100_000).optional().describe('Shows the content of this version.'),
    submission: z
      .int()
      .min(1)
      .max(100_000)
      .optional()
      .describe('Shows what was submitted of the version at this time, whatever became of it.'),
    purposeOfUse: purposeOfUse(),
  }),
  output: z.object({ entry: EntryView }),
  errors: [entryNotFound, entryVersionNotFound, recordsPurposeRequired, recordsPurposeNotAllowed],
  denial: deniedEntry,

  find: (input, context) => seenEntry(input, context),

  async run({ version, submission }, context) {
    const { entry, reader, used } = context.found;
    const reading = await readEntry(entry, { version, submission }, context);
    if (leavesLine(entry.effectiveMask, used, reader)) {
      context.accessedBy(used);
      context.emit(entryRead, { ...aboutEntry(entry), versionNumber: reading.chosen.number });
    }
    return { reading, keyId: await context.recordKeys.find({ kind: 'case', id: entry.caseId }) };
  },

  async compose({ reading, keyId }, _, context) {
    const key = keyId === null ? null : await openedKey(keyId, context);
    return { entry: shownEntry(reading, entrySeal(context.workspaceId, key, context.recordCipher)) };
  },
});
