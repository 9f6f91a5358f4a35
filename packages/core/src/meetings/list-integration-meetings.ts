import { z } from 'zod';
import { shown, text } from '../kernel/shapes.ts';
import { query } from './ports.ts';
import { IntegrationMeetingView } from './views.ts';

const most = 250;

export const listIntegrationMeetings = query({
  summary: 'List meetings of the workspace, newest first',
  description:
    'Returns at most 250 meetings, cancelled and ended ones included; personal rooms are left out. The list has no further pages.',
  access: { scope: 'meetings.read' },
  mayBeASecondOld: true,
  cli: { columns: ['title', 'scheduledStartAt', 'status', 'scheduledDurationMinutes', 'id'] },
  input: z.strictObject({
    externalReference: text(255)
      .optional()
      .describe(
        'Only the newest meeting that carries this reference of yours: the list has one meeting or none.',
      ),
  }),
  output: z.object({
    meetings: z.array(IntegrationMeetingView),
    count: z.int().describe('How many are in this answer.'),
    workspaceId: shown.workspaceId(),
  }),

  async run({ externalReference = null }, { meetings, workspaceId }) {
    const newest = await meetings.newestForIntegration(
      externalReference === null ? most : 1,
      externalReference,
    );
    return { meetings: newest, count: newest.count, workspaceId };
  },
});
