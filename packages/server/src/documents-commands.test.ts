import { aFile } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { planLifecycles } from './lifecycle-plan.ts';
import { rescanDocuments } from './rescan-documents.ts';
import { type HostedWorld, hostedWorld } from './testing/host-command.ts';

describe('commands about the documents of all workspaces', () => {
  let here: HostedWorld;
  before(async () => {
    here = await hostedWorld();
  });
  after(() => here.end());

  it('lifecycle plan plans what is to happen, once, and a dry run says the same and plans nothing', async () => {
    const { owner, chancery, sql } = here;
    const { document } = await chancery.documents.uploadDocument({ file: aFile('a.pdf') }, owner.session);
    const { policy } = await chancery.lifecycle.createExpirationPolicy(
      { name: 'Insurance', basis: 'document_date' },
      owner.session,
    );
    const statedExpiresOn = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
    await chancery.lifecycle.configureDocumentLifecycle(
      { documentId: document.id, policyId: policy.id, statedExpiresOn },
      owner.session,
    );
    const plan = (given: Readonly<Record<string, unknown>> = {}) =>
      here.run(() => planLifecycles(here.environment, given));
    const planned = async () =>
      (await sql<{ id: string }>("select id from lifecycle_actions where status = 'planned'")).length;

    const { code, answer: tried } = await plan({ dryRun: true });
    const before = await planned();
    const { answer: made } = await plan();
    const { answer: again } = await plan();

    const { created } = tried as { created: number };
    expect([code, before]).to.deep.equal([0, 0]);
    expect(created).to.be.greaterThan(0);
    expect(tried).to.include({ dryRun: true, kept: 0 });
    expect(made).to.include({ dryRun: false, created });
    expect(await planned()).to.equal(created);
    expect(again).to.include({ created: 0, kept: created });
  });

  it('documents rescan orders that what was never scanned is scanned, and ends', async () => {
    const { code, answer } = await here.run(() => rescanDocuments(here.environment));

    const { jobId, topic } = answer as { jobId: string; topic: string };
    const jobs = await here.sql<{ id: string; status: string }>(
      'select id, status from jobs where topic = $1',
      [topic],
    );
    expect([code, topic]).to.deep.equal([0, 'documents.rescan']);
    expect(jobs).to.deep.equal([{ id: jobId, status: 'pending' }]);
  });
});
