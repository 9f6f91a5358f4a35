import { z } from 'zod';
import { sayListRead } from '../access/list-read.ts';
import { reachOf } from '../access/reader.ts';
import { leavesLine } from '../access/used-access.ts';
import { entrySummaries } from '../entries/entry-summaries.ts';
import { EntrySummaryView } from '../entries/views.ts';
import { recordsPurposeNotAllowed, recordsPurposeRequired } from '../errors.ts';
import { slowQuery } from '../ports.ts';
import { purposeOfUse } from '../subjects/subject-fields.ts';
import { sealOfCase } from '../texts/case-seals.ts';
import { keyIdsOfTexts } from '../texts/case-text.ts';
import { encounterId } from './encounter-fields.ts';
import { encounterText } from './encounter-text.ts';
import { encounterNotFound } from './errors.ts';
import { aboutEncounter, encounterRead } from './events.ts';
import { deniedEncounter, seenEncounter } from './seen-encounter.ts';
import { showingEncounter } from './shown-encounter.ts';
import { EncounterView } from './views.ts';

const mostEntries = 100;

export const getEncounter = slowQuery({
  summary: 'Read an encounter',
  description: 'Whoever passes its labels and those of its case reads it.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  input: z.strictObject({ encounterId: encounterId(), purposeOfUse: purposeOfUse() }),
  output: z.object({
    encounter: EncounterView.extend({
      entries: z
        .array(EntrySummaryView)
        .describe(
          'The entries that belong to it and that you see for the purpose, the newest first; at most 100.',
        ),
    }).meta({ id: 'EncounterWithEntries', description: 'An encounter with what was written of it.' }),
  }),
  errors: [encounterNotFound, recordsPurposeRequired, recordsPurposeNotAllowed],
  denial: deniedEncounter,

  find: seenEncounter,

  async run({ purposeOfUse: purpose = null }, context) {
    const { encounter, effectiveMask, case: of, reader, used } = context.found;
    if (leavesLine(effectiveMask, used, reader)) {
      context.accessedBy(used);
      context.emit(encounterRead, aboutEncounter(encounter, of));
    }
    const filter = {
      ...{
        status: null,
        entryType: null,
        encounterId: encounter.id,
        authorUserId: null,
        from: null,
        to: null,
      },
    };
    const reach = await reachOf(purpose, context);
    const page = await context.entries.list(of.id, { filter, reach, after: null, limit: mostEntries });
    const listed = page.entries.slice(0, mostEntries);
    await sayListRead('entries', listed, { reader, purpose }, context);
    const entries = await entrySummaries(listed, context);
    const keyIds = await keyIdsOfTexts([encounter], context);
    return { encounter, keyIds, show: await showingEncounter(encounter, effectiveMask, context), entries };
  },

  async compose({ encounter, keyIds, show, entries }, _, context) {
    const sealOf = await sealOfCase(keyIds, context);
    return { encounter: { ...show(encounterText.opened(encounter, sealOf(encounter.caseId))), entries } };
  },
});
