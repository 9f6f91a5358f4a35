import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Chancery, isFailure } from '@chancery/core';
import type { Application } from '../application.ts';
import { demoCaller as caller, type DemoItem } from './office.ts';

/** What a newcomer needs to try Chancery. It is stored beside the data, because the secret of the key is shown only once. */
export interface Demo {
  readonly email: string;
  readonly password: string;
  readonly workspaceId: string;
  readonly apiKey: string;
  /** Who else signs in with the same password; absent in the demo of an earlier release. */
  readonly colleagues?: readonly { readonly email: string; readonly role: string }[];
  /** What there is to look at; absent until the workspace is filled. */
  readonly items?: readonly DemoItem[];
}

const owner = { email: 'ada@example.com', displayName: 'Ada Lovelace', password: 'quiet-harbour-lantern-42' };
const members = [
  { email: 'grace@example.com', displayName: 'Grace Hopper', role: 'admin' },
  { email: 'edsger@example.com', displayName: 'Edsger Dijkstra', role: 'member' },
  { email: 'barbara@example.com', displayName: 'Barbara Liskov', role: 'member' },
  { email: 'alan@example.com', displayName: 'Alan Turing', role: 'guest' },
] as const;
const projects = [
  { name: 'Annual report', description: 'Figures, text and layout until March.', priority: 'high' },
  { name: 'Client onboarding', description: 'What a new client signs, sends and reads.' },
  { name: 'Succession', description: 'For the partners only.', visibility: 'private' },
] as const;
const meetings = [
  { title: 'Kick-off of the annual report', inDays: 1, hour: 9, invitees: [0, 1] },
  { title: 'Weekly review', inDays: 2, hour: 14, invitees: [0, 1, 2] },
  { title: 'Onboarding: Example GmbH', inDays: 3, hour: 10, invitees: [1] },
  { title: 'Design of the new forms', inDays: 5, hour: 13, invitees: [2] },
  { title: 'Board', inDays: 9, hour: 16, invitees: [0] },
  { title: 'Retrospective', inDays: 14, hour: 11, invitees: [0, 1, 2, 3] },
] as const;

const demoFile = (dataDirectory: string) => join(dataDirectory, 'demo.json');

/** Returns the demo of an earlier start if it still works, or else a new one, made through the use cases. */
export async function prepareDemo({
  chancery,
  configuration,
  log,
}: Pick<Application, 'chancery' | 'configuration' | 'log'>): Promise<Demo> {
  const path = demoFile(configuration.dataDirectory);
  const kept = await readDemo(path);
  if (kept !== null && (await works(chancery, kept))) return kept;

  const demo = await createDemo(chancery);
  await keepDemo(configuration.dataDirectory, demo);
  log.info({ workspaceId: demo.workspaceId }, 'made a demo workspace');
  return demo;
}

/** Only whoever owns the data folder reads it: it has a password and a key. */
export async function keepDemo(dataDirectory: string, demo: Demo): Promise<void> {
  const path = demoFile(dataDirectory);
  await writeFile(path, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  await chmod(path, 0o600);
}

async function readDemo(path: string): Promise<Demo | null> {
  const text = await readFile(path, 'utf8').catch(() => null);
  return text === null ? null : JSON.parse(text);
}

async function works(chancery: Chancery, { apiKey }: Demo): Promise<boolean> {
  try {
    await chancery.integrations.getIntegrationWorkspace({}, caller(apiKey));
    return true;
  } catch (error) {
    if (isFailure(error)) return false;
    throw error;
  }
}

async function createDemo(chancery: Chancery): Promise<Demo> {
  const { clock } = chancery.ports;
  const session = await register(chancery, { ...owner, workspaceName: 'Lovelace & Partners' });
  const ada = caller(session.accessToken);
  const workspaceId = session.workspace?.id ?? '';
  for (const member of members) await joinWorkspace(chancery, workspaceId, member);

  for (const project of projects) await chancery.workspace.createProject(project, ada);
  const { secret } = await chancery.integrations.createApiKey(
    {
      name: 'Demo application',
      scopes: ['workspace.read', 'members.read', 'meetings.read', 'projects.read', 'meetings.write'],
    },
    ada,
  );
  for (const { title, inDays, hour, invitees } of meetings) {
    const day = new Date(Date.parse(clock.now()) + inDays * 86_400_000).toISOString().slice(0, 10);
    const invited = invitees
      .map((index) => members[index])
      .map(({ email, displayName }) => ({ email, displayName }));
    const start = `${day}T${String(hour).padStart(2, '0')}:00:00Z`;
    await chancery.meetings.createIntegrationMeeting(
      { title, scheduledStartAt: start, invitees: invited },
      caller(secret),
    );
  }
  const colleagues = members.map(({ email, role }) => ({ email, role }));
  return { email: owner.email, password: owner.password, workspaceId, apiKey: secret, colleagues };
}

const register = (
  chancery: Chancery,
  person: { email: string; displayName: string; password: string; workspaceName?: string },
) => chancery.identity.registerAccount({ timeZone: 'Europe/London', locale: 'en', ...person }, caller(null));

/** Adds a colleague with an account. There is no invitation to accept here, so the membership is written as accepting one would write it. */
async function joinWorkspace(
  chancery: Chancery,
  workspaceId: string,
  { email, displayName, role }: (typeof members)[number],
): Promise<void> {
  const { clock, ids, unitOfWork } = chancery.ports;
  const { user } = await register(chancery, { email, displayName, password: owner.password });
  const now = clock.now();
  await unitOfWork.run('write', 'identity', async (transaction) => {
    transaction.enter(workspaceId);
    await transaction.repositories.workspace.members.add({
      membershipId: ids.uuid7(),
      id: user.id,
      displayName,
      email,
      avatarUrl: null,
      role,
      status: 'active',
      joinedAt: now,
      updatedAt: now,
      invitedByUserId: null,
      suspendedAt: null,
      lastActiveAt: null,
      version: 1,
    });
  });
}
