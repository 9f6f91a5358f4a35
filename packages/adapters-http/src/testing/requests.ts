import type { Person, World } from '@chancery/adapters-persistence/testing';
import { isScopeAccess } from '@chancery/core';
import type { Route } from '../contract/routes.ts';

/** Things of one workspace that requests can be about: what stands for each path field. */
export interface Things {
  readonly [pathField: string]: string;
}

/** One thing of each kind, made through the use cases. */
export async function thingsOf({
  chancery,
  owner,
  person,
}: World): Promise<Things & { readonly member: Person['id'] }> {
  const { project } = await chancery.workspace.createProject({ name: 'Things' }, owner.session);
  const { apiKey } = await chancery.integrations.createApiKey(
    { name: 'Things', scopes: ['workspace.read'] },
    owner.session,
  );
  const member = await person('member', 'Bob');
  return { projectId: project.id, apiKeyId: apiKey.id, userId: member.id, member: member.id };
}

/** A body that each writing route accepts; routes that need none are left out. */
export const validBodies: Readonly<Record<string, (things: Things) => object>> = {
  registerAccount: () => ({
    email: `fuzz-${Math.random().toString(36).slice(2)}@example.com`,
    password: 'correct horse battery staple',
    displayName: 'Fuzz',
  }),
  login: () => ({ email: 'nobody@example.com', password: 'correct horse battery staple' }),
  refreshSession: () => ({ refreshToken: 'chr_none' }),
  verifyEmail: () => ({ token: 'A'.repeat(43) }),
  reauthenticate: () => ({ password: 'correct horse battery staple' }),
  createProject: () => ({ name: 'Annual report', startDate: '2026-12-01', targetDate: '2026-12-24' }),
  updateProject: () => ({ name: 'Renamed' }),
  setProjectMember: () => ({ role: 'viewer' }),
  updateMember: () => ({ role: 'member' }),
  suspendMember: () => ({ reason: 'On leave' }),
  createApiKey: () => ({ name: 'Application', scopes: ['members.read'] }),
  updateApiKey: () => ({ name: 'Application 2' }),
  rotateApiKey: () => ({ overlapSeconds: 60 }),
  revokeApiKey: () => ({ reason: 'No longer used' }),
  createIntegrationMeeting: () => ({
    title: 'Kick-off',
    scheduledStartAt: '2026-12-01T09:00:00Z',
    invitees: [{ email: 'guest@example.com', displayName: 'Guest' }],
  }),
};

export const pathOf = (route: Route, things: Things): string =>
  route.path.replace(/\{(\w+)\}/g, (_, field: string) => encodeURIComponent(things[field] ?? `no-${field}`));

/** The credential that a route takes: a session's token or an API key's secret. */
export const credentialFor = (
  route: Route,
  tokens: { readonly session: string; readonly key: string },
): string | null =>
  route.useCase.access === 'anyone'
    ? null
    : isScopeAccess(route.useCase.access)
      ? tokens.key
      : tokens.session;
