import {
  invited,
  longSessions,
  type UploadingWorld,
  uploadingWorld,
  webhookTestContext,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

type Count = readonly [used: number, reserved: number];

const correctedIn = async ({ happened }: UploadingWorld) =>
  (await happened()).filter(({ type }) => type === 'usage.corrected').map(({ facts }) => facts);

/** What is used and reserved of the limits that count things. */
async function countsIn({ chancery, owner }: UploadingWorld): Promise<Readonly<Record<string, Count>>> {
  const { limits } = await chancery.billing.getCapabilities({}, owner.session);
  const counted = ['members', 'guests', 'projects', 'api_keys', 'webhook_endpoints', 'storage_bytes'];
  return Object.fromEntries(
    counted.map((code) => [code, [limits[code]?.used ?? -1, limits[code]?.reserved ?? -1] as const]),
  );
}

/** People in every state: the owner, a member and a guest count; one suspended and one removed of each kind do not. */
async function peopleIn({ chancery, owner, person, sql, workspaceId }: UploadingWorld): Promise<void> {
  for (const role of ['member', 'guest'] as const) {
    // These people are written as rows, so their seats are taken by hand.
    await sql('update usage_counters set used = used + 4 where workspace_id = $1 and code = $2', [
      workspaceId,
      `${role}s`,
    ]);
    await person(role);
    const suspended = await person(role);
    await chancery.workspace.suspendMember({ userId: suspended.id }, owner.session);
    const removed = await person(role);
    await chancery.workspace.removeMember({ userId: removed.id }, owner.session);
    const both = await person(role);
    await chancery.workspace.suspendMember({ userId: both.id }, owner.session);
    await chancery.workspace.removeMember({ userId: both.id }, owner.session);
  }
}

/** Invitations in every state: of each kind one is pending, the others were revoked, declined or let expire. */
async function invitationsIn(made: UploadingWorld): Promise<void> {
  const { chancery, owner, worker, clock } = made;
  for (const role of ['member', 'guest'] as const) {
    await invited(made, { role, expiresInDays: 30 });
    const revoked = await invited(made, { role });
    const { id: invitationId } = revoked.invitation;
    await chancery.workspace.revokeInvitation({ invitationId }, owner.session);
    const declined = await invited(made, { role });
    await chancery.workspace.declineInvitation(
      { token: declined.token },
      { ...owner.session, credential: null },
    );
    await invited(made, { role, expiresInDays: 1 });
  }
  clock.advance({ days: 1 });
  await worker.run('workspace.expire_invitations');
}

/** Uploads in every state: one is open and one completed, the others were aborted or let expire, both before and after their end. */
async function uploadsIn({
  begin,
  completed,
  chancery,
  owner,
  clock,
  worker,
}: UploadingWorld): Promise<void> {
  await begin();
  await completed();
  clock.advance({ days: 8 });
  await worker.run('uploads.expire');
  await begin();
  await completed();
  const uploadSessionId = await begin();
  await chancery.uploads.abortUploadSession({ uploadSessionId }, owner.session);
}

/** Two of each, one of which is archived, revoked or deleted. */
async function thingsIn(made: UploadingWorld): Promise<void> {
  const { chancery, owner } = made;
  const { workspace, integrations, webhooks } = chancery;
  const [{ project }] = [
    await workspace.createProject({ name: 'Archived' }, owner.session),
    await workspace.createProject({ name: 'Open' }, owner.session),
  ];
  await workspace.archiveProject({ projectId: project.id }, owner.session);
  const scopes = ['members.read' as const];
  const [{ apiKey }] = [
    await integrations.createApiKey({ name: 'Revoked', scopes }, owner.session),
    await integrations.createApiKey({ name: 'Used', scopes }, owner.session),
  ];
  await integrations.revokeApiKey({ apiKeyId: apiKey.id }, owner.session);
  const { register } = webhookTestContext(made);
  const [{ webhook }] = [await register(), await register()];
  await webhooks.deleteWebhookEndpoint({ endpointId: webhook.id }, owner.session);
}

const bytes = 600_000;
const counted: Readonly<Record<string, Count>> = {
  members: [2, 1],
  guests: [1, 1],
  projects: [1, 0],
  api_keys: [1, 0],
  webhook_endpoints: [1, 0],
  storage_bytes: [bytes, bytes],
};

describe('what a limit counts', () => {
  it('BIL-4: counts what is active and promises what is pending, and frees what was suspended, removed, revoked, declined, expired, aborted or archived', async () => {
    const made = await uploadingWorld(longSessions);
    const { sql, worker, workspaceId } = made;
    await thingsIn(made);
    await uploadsIn(made);
    await invitationsIn(made);
    await peopleIn(made);

    expect(await countsIn(made)).to.deep.equal(counted);
    await worker.run('usage.reconcile');
    expect(await correctedIn(made)).to.deep.equal([]);

    // Only what something was promised for is counted as reserved.
    await sql(
      'update usage_counters set used = used + 5, reserved = case when reserved > 0 then reserved + 5 else 0 end where workspace_id = $1',
      [workspaceId],
    );
    await worker.run('usage.reconcile');
    expect(await countsIn(made)).to.deep.equal(counted);
    expect((await correctedIn(made)).map(({ code }) => code)).to.have.members(Object.keys(counted));
  });
});
