import { z } from 'zod';
import { date, text, userId } from '../../kernel/shapes.ts';
import { purposeOfUse, purposeUsed } from '../../records/index.ts';
import { onGovernance } from '../access/access-permissions.ts';
import { query } from '../ports.ts';
import { reportRead } from './events.ts';
import { reportPeriod } from './period.ts';
import type { Reporting } from './ports.ts';
import { shownSections } from './sections.ts';
import type { Suppressing } from './shown-report.ts';
import { RecordReportView } from './views.ts';

const me = 'me';

export const getRecordReport = query({
  summary: 'Report on the records of the workspace',
  description:
    'How many cases there are, how long work on them takes, and what is late, over days on the calendar of the workspace. Auditors get numbers of what they see; owners, admins, records managers and privacy officers of everything, and a number in which one to four labelled cases are that they do not see is left out. Nothing of what is written in records is read for it.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  cli: { command: 'governance reports' },
  input: z.strictObject({
    from: date().optional().describe('The first day; by default 89 days before the last one.'),
    to: date().optional().describe('The last day, at most 366 days from the first; by default today.'),
    caseType: text(100)
      .optional()
      .describe('Only cases of this kind.')
      .meta({ examples: ['general'] }),
    memberUserId: z
      .union([z.literal(me), userId()])
      .optional()
      .describe(`Only cases that this person is on; ${me} for your own.`),
    purposeOfUse: purposeOfUse(),
  }),
  output: z.object({ report: RecordReportView }),

  find: async (_, context) => ({ reader: await context.recordReaders.of(context) }),
  may: onGovernance('reports'),

  async run({ purposeOfUse: purpose = null, caseType = null, memberUserId, ...asked }, context) {
    const { recordReaders, recordReports, workspaceIdentity, timeZones, now, found, workspaceId } = context;
    const { reader } = found;
    const { defaultTimeZone: timeZone } = await workspaceIdentity.profile();
    const period = reportPeriod(asked, { now, timeZone, timeZones });
    const reporting: Reporting = {
      reach: await recordReaders.reach(purpose, context),
      countsAll:
        reader.role === 'owner' ||
        reader.role === 'admin' ||
        reader.duties.some((duty) => duty !== 'auditor'),
      ...{ period, caseType },
      memberUserId: memberUserId === me ? reader.userId : (memberUserId ?? null),
    };
    const suppressing: Suppressing = { suppressed: 0, countsLabelled: false };
    const sections = await shownSections(reporting, suppressing, recordReports);
    // What somebody sees for a purpose may be labelled too (REC-6).
    if (suppressing.countsLabelled || purpose !== null) {
      context.accessedBy({ access: { basis: 'role', grantId: null }, purposeOfUse: purposeUsed(purpose) });
      context.emit(reportRead, { workspaceId, name: 'records' });
    }
    return {
      report: {
        ...{ from: period.from, to: period.to, timeZone },
        ...sections,
        suppressed: suppressing.suppressed,
        asOf: now,
      },
    };
  },
});
