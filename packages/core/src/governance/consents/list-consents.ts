import { z } from 'zod';
import { pageFields, pageOf } from '../../kernel/pages.ts';
import { shown } from '../../kernel/shapes.ts';
import {
  purposeOfUse,
  recordsPurposeNotAllowed,
  recordsPurposeRequired,
  subjectId,
  subjectNotFound,
} from '../../records/index.ts';
import { query } from '../ports.ts';
import { consentCategories, consentStates } from './consent.ts';
import { deniedConsentsOf, onConsents, sayConsentsRead } from './found-consent.ts';
import { shownConsents } from './shown-consent.ts';
import { ConsentView } from './views.ts';

export const listRecordConsents = query({
  summary: 'List the consents about a subject',
  description: 'The one that took effect last comes first.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  always: true,
  cli: {
    command: 'governance consents list',
    columns: ['category', 'decision', 'status', 'expiresAt', 'id'],
  },
  input: z.strictObject({
    subjectId: subjectId(),
    status: z.enum(consentStates.states).optional().describe('Only consents of this status.'),
    category: z.enum(consentCategories).optional().describe('Only consents of this category.'),
    purposeOfUse: purposeOfUse(),
    ...pageFields(['instant', 'id'], { most: 100, usual: 50 }),
  }),
  output: z.object({
    consents: z.array(ConsentView),
    count: shown.count(),
    nextCursor: shown.nextCursor(),
  }),
  errors: [subjectNotFound, recordsPurposeRequired, recordsPurposeNotAllowed],
  denial: deniedConsentsOf,

  find: (asked, context) => context.recordSubjects.seen(asked, context),
  may: onConsents('read'),

  async run({ subjectId: of, status = null, category = null, limit, cursor }, context) {
    const { consents, recordSubjects, found, now } = context;
    const filter = { subjectIds: await recordSubjects.sameAs(of), status, category, now };
    const { rows, count, nextCursor } = pageOf(
      await consents.list(filter, cursor ?? null, limit),
      limit,
      ({ effectiveFrom, id }) => [effectiveFrom, id],
    );
    sayConsentsRead(rows, found, context);
    return { consents: await shownConsents(rows, context), count, nextCursor };
  },
});
