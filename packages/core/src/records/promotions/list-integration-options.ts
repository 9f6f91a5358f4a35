import { z } from 'zod';
import { shown, text } from '../../kernel/shapes.ts';
import { accessToCase } from '../access/decision.ts';
import type { LabelMask } from '../access/labels.ts';
import { purposeVerdict } from '../access/purposes.ts';
import { leavesLine } from '../access/used-access.ts';
import { caseId } from '../cases/case-fields.ts';
import { aboutCase, caseRead } from '../cases/events.ts';
import { deniedCase, onCase, type SeenCase, seenCase } from '../cases/seen-case.ts';
import { caseNotFound, recordsPurposeNotAllowed, recordsPurposeRequired } from '../errors.ts';
import { query } from '../ports.ts';
import { searchedWords } from '../subjects/searched-words.ts';
import { purposeOfUse } from '../subjects/subject-fields.ts';
import { type IntegrationOption, integrationOptions, templateOptions } from './integration-options.ts';
import type { PromotedTarget } from './ports.ts';
import { type PromotionTarget, promotionTargets } from './promotion.ts';

const IntegrationOptionView = z
  .object({
    id: shown.ownId(),
    title: z.string().describe('What people call it.'),
    status: z.string().describe('Its state, in the words of its own part of the product.'),
    occurredAt: shown
      .instant()
      .describe(
        'When a meeting was over, or begins if it is to come; when a file was sent; when anything else was changed last.',
      ),
    promotedTargets: z
      .array(z.enum(promotionTargets))
      .describe('What was made of any version of it in this case already, as far as you see that.'),
  })
  .meta({
    id: 'RecordIntegrationOption',
    description: 'Something of the workspace that a part of a case can be made of.',
  });

export const listIntegrationOptions = query({
  summary: 'List what a part of a case can be made of',
  description:
    'Meetings, documents, files that clients sent and somebody accepted, projects, and the templates that an entry can take: of each kind what you see yourself in its own place, the latest first, and nothing of its content. A private meeting that you are not in is missing even if you are an owner or admin, and so is a document that is out for signing.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  cli: {
    lists: ['meetings', 'documents', 'fileRequestUploads', 'projects', 'templates'],
    columns: ['title', 'status', 'occurredAt', 'promotedTargets', 'id'],
  },
  input: z.strictObject({
    caseId: caseId(),
    search: text(200).optional().describe('Words that must all be found in what it is called.'),
    limit: z.number().int().min(1).max(50).default(20).describe('How many of each kind are shown at most.'),
    purposeOfUse: purposeOfUse(),
  }),
  output: z.object({
    count: shown.count(),
    meetings: z
      .array(IntegrationOptionView)
      .describe('Meetings that are over, the latest first, then those to come, the next first.'),
    documents: z.array(IntegrationOptionView).describe('Documents of the library.'),
    fileRequestUploads: z.array(IntegrationOptionView).describe('Accepted files of clients.'),
    projects: z.array(IntegrationOptionView).describe('Projects that are not archived.'),
    templates: z
      .array(IntegrationOptionView)
      .describe('Templates of entries for the type of the case, by name; nothing is made of them alone.'),
  }),
  errors: [caseNotFound, recordsPurposeRequired, recordsPurposeNotAllowed],
  denial: deniedCase,

  find: seenCase,
  may: onCase('write'),

  async run({ caseId: of, search, limit: most, purposeOfUse: purpose }, context) {
    const { case: recordCase, reader, used } = context.found;
    const asked = { words: [...new Set(searchedWords(search ?? ''))], most };
    const [found, templates] = await Promise.all([
      integrationOptions(asked, context),
      templateOptions({ ...asked, caseType: recordCase.caseType }, context),
    ]);
    const { meeting, document, file_request_upload: upload, project } = found;
    const made = await context.promotions.madeOf(of, {
      ...{ meeting: idsOf(meeting), document: idsOf(document) },
      ...{ file_request_upload: idsOf(upload), project: idsOf(project) },
    });
    const seen = made.filter((target) => isSeen(target, context.found, purpose ?? null));
    const mask = seen.reduce<LabelMask>((all, each) => all | each.effectiveMask, recordCase.effectiveMask);
    if (leavesLine(mask, used, reader)) {
      context.accessedBy(used);
      context.emit(caseRead, aboutCase({ ...recordCase, effectiveMask: mask }));
    }
    const shownOf = (options: readonly IntegrationOption[]) =>
      options.map((option) => ({ ...option, promotedTargets: targetsOf(option.id, seen) }));
    const all = [meeting, document, upload, project, templates];
    return {
      count: all.reduce((sum, { length }) => sum + length, 0),
      ...{ meetings: shownOf(meeting), documents: shownOf(document), fileRequestUploads: shownOf(upload) },
      ...{ projects: shownOf(project), templates: shownOf(templates) },
    };
  },
});

const idsOf = (options: readonly IntegrationOption[]): readonly string[] => options.map(({ id }) => id);

/** Whether the caller passes what was made, for the purpose of the call: what they do not see was not made (REC-4). */
function isSeen(
  { effectiveMask, authorUserId }: PromotedTarget,
  { reader, standing }: SeenCase,
  purpose: Parameters<typeof purposeVerdict>[1],
): boolean {
  const own = { ...standing, isAuthor: authorUserId === reader.userId };
  return (
    purposeVerdict(effectiveMask, purpose) === 'passes' && accessToCase(effectiveMask, reader, own) !== null
  );
}

const targetsOf = (id: string, made: readonly PromotedTarget[]): PromotionTarget[] =>
  promotionTargets.filter((target) => made.some((each) => each.sourceId === id && each.target === target));
