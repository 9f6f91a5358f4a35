import { z } from 'zod';
import { pageFields, pageOf } from '../../kernel/pages.ts';
import { localDate } from '../../kernel/plain-dates.ts';
import { id, shown } from '../../kernel/shapes.ts';
import { isRestricted, labelsOf, maskOf, purposeOfUse, recordsListRead } from '../../records/index.ts';
import { query } from '../ports.ts';
import { authorizationStates } from './authorization.ts';
import { ReleasePackageSummaryView } from './package-views.ts';
import { authorizationCursor } from './ports.ts';
import { shownAuthorizations, shownPackages } from './shown-disclosure.ts';
import { AuthorizationView } from './views.ts';

export const listDisclosures = query({
  summary: 'List authorizations of disclosures, and the packages on them',
  description:
    'Those of cases that you pass; a privacy officer sees all but those of cases whose wall keeps them out. What was asked for last comes first.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  cli: {
    command: 'governance disclosures list',
    columns: ['authorizationNumber', 'basis', 'status', 'dueOn', 'id'],
  },
  input: z.strictObject({
    status: z.enum(authorizationStates.states).optional().describe('Only authorizations of this status.'),
    caseId: id().optional().describe('Only those of this case.'),
    subjectId: id().optional().describe('Only those about this subject.'),
    overdue: z.boolean().optional().describe('Only those that are late, or only those that are not.'),
    purposeOfUse: purposeOfUse(),
    ...pageFields(authorizationCursor, { most: 100, usual: 50 }),
  }),
  output: z.object({
    authorizations: z.array(AuthorizationView),
    packages: z.array(ReleasePackageSummaryView),
    count: shown.count(),
    nextCursor: shown.nextCursor(),
    withheldForPurpose: z
      .int()
      .nullable()
      .describe(
        'How many more you would see for another purpose, counted on the first page; null on others.',
      ),
  }),
  errors: [],

  async run({ limit, cursor, purposeOfUse: purpose, ...asked }, context) {
    const { disclosureAuthorizations, releasePackages, recordReaders, recordSubjects } = context;
    const { workspaceIdentity, now, timeZones } = context;
    const reach = await recordReaders.reach(purpose ?? null, context);
    const { defaultTimeZone } = await workspaceIdentity.profile();
    const filter = {
      status: asked.status ?? null,
      caseId: asked.caseId ?? null,
      subjectIds: asked.subjectId === undefined ? null : await recordSubjects.sameAs(asked.subjectId),
      overdue: asked.overdue ?? null,
      today: localDate(now, defaultTimeZone, timeZones),
    };
    const page = await disclosureAuthorizations.list(filter, reach, cursor ?? null, limit);
    const { rows, count, nextCursor } = pageOf(
      page.authorizations,
      limit,
      ({ authorization: { requestedAt, id: of } }) => [requestedAt, of],
    );
    const authorizations = rows.map(({ authorization }) => authorization);
    const packages = await releasePackages.ofAuthorizations(authorizations.map(({ id: of }) => of));
    const mask = rows.reduce(
      (all, { authorization, caseMask }) => all | caseMask | maskOf(authorization.scope.labels),
      0,
    );
    if (isRestricted(mask))
      context.emit(recordsListRead, {
        resource: 'disclosures',
        workspaceId: context.workspaceId,
        ids: authorizations.map(({ id: of }) => of),
        labels: [...labelsOf(mask)],
      });
    return {
      authorizations: await shownAuthorizations(authorizations, context),
      packages: await shownPackages(packages, context),
      ...{ count, nextCursor },
      withheldForPurpose: page.withheld,
    };
  },
});
