import { z } from 'zod';
import { isManager } from '../../kernel/access.ts';
import { pageFields, pageOf } from '../../kernel/pages.ts';
import { shown } from '../../kernel/shapes.ts';
import { purposeOfUse } from '../../records/index.ts';
import { query } from '../ports.ts';
import { type MemberWorkload, workloadCursor } from './ports.ts';

const count = (what: string) => z.int().describe(what);

const MemberWorkloadView = z
  .object({
    userId: z.string().describe('The id of the person.'),
    displayName: z.string().describe('Their name.'),
    openCases: count('Open cases that they are on.'),
    leadCases: count('Open cases that they lead.'),
    entriesToSign: count('Entries that were approved and wait for their signature.'),
    entriesToReview: count('Entries of others that wait for a review, and that they may approve.'),
    coSignsPending: count('Entries that wait for their co-signature.'),
    followUpsOpen: count('Follow-ups that they are to do.'),
    followUpsOverdue: count('How many of these are late.'),
    nextDueAt: shown
      .instant()
      .nullable()
      .describe('When the next of these is due that is not late; null if none is.'),
  })
  .meta({ id: 'MemberWorkload', description: 'What one person has to do in open cases.' });

export const getRecordWorkload = query({
  summary: 'Show who has how much to do in records',
  description:
    'Owners and admins see everybody; others see themselves, and whoever works on the cases that they lead, with what is to be done there. Everything is counted in open cases, as far as you see it for the purpose that you name. Who is latest comes first.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  cli: {
    command: 'governance workload',
    columns: [
      'displayName',
      'openCases',
      'entriesToSign',
      'entriesToReview',
      'followUpsOverdue',
      'nextDueAt',
    ],
  },
  input: z.strictObject({ purposeOfUse: purposeOfUse(), ...pageFields(workloadCursor) }),
  output: z.object({
    members: z.array(MemberWorkloadView).describe('The people.'),
    unassigned: z
      .object({
        casesWithoutLead: count('Open cases that nobody leads at this moment.'),
        reviewsWithoutReviewer: count('Entries that wait for a review that nobody on their case may make.'),
      })
      .describe('What waits for nobody in particular.'),
    count: shown.count(),
    nextCursor: shown.nextCursor(),
  }),

  async run({ limit, cursor, purposeOfUse: purpose = null }, context) {
    const { recordReaders, recordWorkload } = context;
    const reach = await recordReaders.reach(purpose, context);
    const scope = isManager(reach.reader.role) ? 'everybody' : 'own';
    const [members, unassigned] = await Promise.all([
      recordWorkload.members(reach, scope, cursor ?? null, limit),
      recordWorkload.unassigned(reach, scope),
    ]);
    const { rows, ...page } = pageOf(members, limit, ({ followUpsOverdue, sortName, userId }) => [
      String(followUpsOverdue),
      sortName,
      userId,
    ]);
    return { members: rows.map(shownMember), unassigned: { ...unassigned }, ...page };
  },
});

const shownMember = ({ sortName: _, ...member }: MemberWorkload) => member;
