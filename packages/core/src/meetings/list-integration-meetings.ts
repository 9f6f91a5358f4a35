import { z } from 'zod';
import { shown } from '../kernel/shapes.ts';
import { query } from './ports.ts';
import { IntegrationMeetingView } from './views.ts';

const most = 250;

export const listIntegrationMeetings = query({
  summary: 'List meetings of the workspace, newest first',
  description:
    'Returns at most 250 meetings, cancelled and ended ones included; personal rooms are left out. The list has no further pages.',
  access: { scope: 'meetings.read' },
  input: z.strictObject({}),
  output: z.object({
    meetings: z.array(IntegrationMeetingView),
    count: z.int().describe('How many are in this answer.'),
    workspaceId: shown.workspaceId(),
  }),

  async run(_, { meetings, workspaceId }) {
    const newest = await meetings.newestForIntegration(most);
    return { meetings: [...newest], count: newest.length, workspaceId };
  },
});
