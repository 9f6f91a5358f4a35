import { workspace } from '@chancery/core';
import { routes } from '../contract/routes.ts';

export const workspaceRoutes = routes(workspace, {
  listWorkspaces: 'GET /api/v1/workspaces 200',
  getWorkspace: 'GET /api/v1/workspace 200',
  listMembers: 'GET /api/v1/workspace/members 200',
  getMember: 'GET /api/v1/workspace/members/{userId} 200',
  updateMember: 'PATCH /api/v1/workspace/members/{userId} 200',
  suspendMember: 'POST /api/v1/workspace/members/{userId}/suspend 200',
  reactivateMember: 'POST /api/v1/workspace/members/{userId}/reactivate 200',
  removeMember: 'DELETE /api/v1/workspace/members/{userId} 200',
  listProjects: 'GET /api/v1/projects 200',
  createProject: 'POST /api/v1/projects 201',
  getProject: 'GET /api/v1/projects/{projectId} 200',
  updateProject: 'PATCH /api/v1/projects/{projectId} 200',
  archiveProject: 'POST /api/v1/projects/{projectId}/archive 200',
  restoreProject: 'POST /api/v1/projects/{projectId}/restore 200',
  setProjectMember: 'PUT /api/v1/projects/{projectId}/members/{userId} 200',
  removeProjectMember: 'DELETE /api/v1/projects/{projectId}/members/{userId} 200',
  listIntegrationMembers: 'GET /api/v1/integrations/workspace/members 200',
  listIntegrationProjects: 'GET /api/v1/integrations/workspace/projects 200',
});
