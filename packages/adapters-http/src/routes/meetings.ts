import { meetings } from '@chancery/core';
import { routes } from '../contract/routes.ts';

export const meetingsRoutes = routes(meetings, {
  listIntegrationMeetings: 'GET /api/v1/integrations/workspace/meetings 200',
  resolveJoinCode: 'GET /api/v1/meetings/resolve/{joinCode} 200',
  createIntegrationMeeting: 'POST /api/v1/integrations/workspace/meetings 201',
});
