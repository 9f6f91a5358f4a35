import { z } from 'zod';
import type { WritingContext } from '../../kernel/handler-context.ts';
import { sameJson } from '../../kernel/same-json.ts';
import { userId, version } from '../../kernel/shapes.ts';
import { onlyWhen } from '../../kernel/thing-permission.ts';
import { givenLabels } from '../access/given-labels.ts';
import { requirePurpose } from '../access/purposes.ts';
import { sayRelabelled } from '../access/say-relabelled.ts';
import {
  caseInvalidState,
  caseLastLead,
  caseNotFound,
  caseReferenceTaken,
  recordsLabelLoweringNotAllowed,
  recordsLabelNotCleared,
  recordsPurposeNotAllowed,
  recordsPurposeRequired,
} from '../errors.ts';
import { recordOfCase } from '../events.ts';
import { command, type RecordsPorts } from '../ports.ts';
import { writesOfRecords } from '../rates.ts';
import { purposeOfUse, reason } from '../subjects/subject-fields.ts';
import { type RecordCase, requireNotArchived } from './case.ts';
import { caseFields, caseId } from './case-fields.ts';
import { labellerOf, savedCase } from './changed-case.ts';
import { aboutCase, caseUpdated } from './events.ts';
import { requireFreeCaseReference, requireStillSeen } from './new-case.ts';
import { deniedCase, onCase, seenCase } from './seen-case.ts';
import { shownCase } from './shown-case.ts';
import { CaseView } from './views.ts';
import { buildWall } from './wall.ts';

const { confidentiality, additionalLabels, ...content } = z.object(caseFields).partial().shape;

export const updateCase = command({
  summary: 'Change a case',
  description:
    'A list replaces the stored one, null empties a field, and what is left out stays. For whom is in blockedUserIds the case does not exist any more: they leave it, and what was granted to them on it ends.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  throttles: writesOfRecords,
  cli: { example: { priority: 'high' } },
  input: z.strictObject({
    caseId: caseId(),
    ...content,
    blockedUserIds: z
      .array(userId())
      .max(100)
      .overwrite((ids) => [...new Set(ids)])
      .optional()
      .describe('Members of the workspace for whom the case shall not exist; only a lead says so.'),
    confidentiality,
    additionalLabels,
    confidentialityReason: reason().optional().describe('Why a label is removed; needed if one is.'),
    purposeOfUse: purposeOfUse(),
    expectedVersion: version().optional(),
  }),
  output: z.object({ case: CaseView }),
  errors: [
    caseNotFound,
    caseInvalidState,
    caseReferenceTaken,
    caseLastLead,
    recordsPurposeRequired,
    recordsPurposeNotAllowed,
    recordsLabelNotCleared,
    recordsLabelLoweringNotAllowed,
  ],
  denial: deniedCase,

  find: (input, context) => seenCase(input, context, 'for update'),
  may: [
    onCase('update'),
    onlyWhen(
      'blockedUserIds is given',
      (_, input: { readonly blockedUserIds?: readonly string[] | undefined }) =>
        input.blockedUserIds !== undefined,
      onCase('wall'),
    ),
  ],
  version: ({ case: { version: current } }) => current,

  async run(input, context) {
    const { found } = context;
    const before = found.case;
    requireNotArchived(before);
    const subject = await context.subjects.find(before.primarySubjectId);
    const ownMask = givenLabels(before.ownMask, input, labellerOf(found));
    const after: RecordCase = {
      ...before,
      ...given(input),
      ...(input.blockedUserIds === undefined ? {} : { blockedUserIds: input.blockedUserIds }),
      ...{ ownMask, effectiveMask: ownMask | (subject?.effectiveMask ?? before.effectiveMask) },
    };
    requirePurpose(after.effectiveMask, input.purposeOfUse ?? null);
    requireStillSeen(after, found.reader, found.standing);
    if (sameJson(after, before)) return shown(before, input, context);
    if (after.externalReference !== before.externalReference) {
      await context.cases.lockUniqueness();
      await requireFreeCaseReference(after, context);
    }

    await buildWall(before, after, context);
    const saved = await savedCase(after, context);
    context.accessedBy(found.used);
    sayChanged(before, saved, context);
    sayRelabelled(recordOfCase(saved), before.ownMask, saved.ownMask, {
      reason: input.confidentialityReason ?? '',
      emit: context.emit,
    });
    return shown(saved, input, context);
  },
});

type Context = RecordsPorts & WritingContext;
type Given = { readonly [F in keyof typeof content]?: z.output<(typeof content)[F]> };

/** The fields of which a line in the ledger tells that they changed; labels and the wall have lines of their own. */
const toldFields = Object.keys(content) as readonly (keyof typeof content)[];

const given = (input: Given): Partial<RecordCase> =>
  Object.fromEntries(
    toldFields.flatMap((field) => (input[field] === undefined ? [] : [[field, input[field]]])),
  );

const shown = async (
  saved: RecordCase,
  input: Parameters<typeof seenCase>[0],
  context: Context & { readonly found: Awaited<ReturnType<typeof seenCase>> },
) => ({ case: await shownCase({ ...context.found, case: saved }, input.purposeOfUse ?? null, context) });

function sayChanged(before: RecordCase, after: RecordCase, { emit }: Pick<Context, 'emit'>): void {
  const fields = toldFields.filter((field) => !sameJson(before[field], after[field]));
  const only = (recordCase: RecordCase) =>
    JSON.parse(JSON.stringify(Object.fromEntries(fields.map((field) => [field, recordCase[field]]))));
  if (fields.length > 0) emit(caseUpdated, { ...aboutCase(after), before: only(before), after: only(after) });
}
