import { z } from 'zod';
import { leavesLine } from '../access/used-access.ts';
import { encounterNotFound, recordsPurposeNotAllowed, recordsPurposeRequired } from '../errors.ts';
import { query } from '../ports.ts';
import { purposeOfUse } from '../subjects/subject-fields.ts';
import { encounterId } from './encounter-fields.ts';
import { aboutEncounter, encounterRead } from './events.ts';
import { deniedEncounter, seenEncounter } from './seen-encounter.ts';
import { shownEncounter } from './shown-encounter.ts';
import { EncounterView } from './views.ts';

export const getEncounter = query({
  summary: 'Read an encounter',
  description: 'Whoever passes its labels and those of its case reads it.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  input: z.strictObject({ encounterId: encounterId(), purposeOfUse: purposeOfUse() }),
  output: z.object({ encounter: EncounterView }),
  errors: [encounterNotFound, recordsPurposeRequired, recordsPurposeNotAllowed],
  denial: deniedEncounter,

  find: seenEncounter,

  async run(_, context) {
    const { encounter, effectiveMask, case: of, reader, used } = context.found;
    if (leavesLine(effectiveMask, used, reader)) {
      context.accessedBy(used);
      context.emit(encounterRead, aboutEncounter(encounter, of));
    }
    return { encounter: await shownEncounter(encounter, effectiveMask, context) };
  },
});
