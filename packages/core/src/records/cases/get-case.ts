import { z } from 'zod';
import { leavesLine } from '../access/used-access.ts';
import { caseNotFound, recordsPurposeNotAllowed, recordsPurposeRequired } from '../errors.ts';
import { slowQuery } from '../ports.ts';
import { purposeOfUse } from '../subjects/subject-fields.ts';
import { sealOfCase } from '../texts/case-seals.ts';
import { caseId } from './case-fields.ts';
import { aboutCase, caseRead } from './events.ts';
import { deniedCase, mayOnCase, seenCase } from './seen-case.ts';
import { shownCase } from './shown-case.ts';
import { timelineOf } from './timeline.ts';
import { pendingTransferOf } from './transfers/pending-transfer.ts';
import { CaseView } from './views.ts';

export const getCase = slowQuery({
  summary: 'Read a case',
  description:
    'With what happened in it of late, and what is to be done in it. Subjects of the case that you do not see are there without a name.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  input: z.strictObject({ caseId: caseId(), purposeOfUse: purposeOfUse() }),
  output: z.object({ case: CaseView }),
  errors: [caseNotFound, recordsPurposeRequired, recordsPurposeNotAllowed],
  denial: deniedCase,

  find: seenCase,

  async run({ purposeOfUse: purpose }, context) {
    const { case: recordCase, reader, used } = context.found;
    const { mask, show, keyIds } = await timelineOf(context.found, purpose ?? null, context);
    if (leavesLine(mask, used, reader)) {
      context.accessedBy(used);
      // With the labels of all that is shown, not of the case alone.
      context.emit(caseRead, aboutCase({ ...recordCase, effectiveMask: mask }));
    }
    const waiting = await pendingTransferOf(recordCase, context);
    const activeHolds = mayOnCase('seeHolds', context.found)
      ? await context.caseRetention.holdsOn(recordCase.id)
      : [];
    const shown = await shownCase(context.found, purpose ?? null, context);
    return { shown: { ...shown, pendingTransfer: waiting, activeHolds: [...activeHolds] }, show, keyIds };
  },

  async compose({ shown, show, keyIds }, _, context) {
    return { case: { ...shown, ...show(await sealOfCase(keyIds, context)) } };
  },
});
