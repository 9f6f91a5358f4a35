import { failureOf, world } from '@chancery/adapters-persistence/testing';
import type { ApiKeyRow, RequestRates, TransactionMode, UnitOfWork } from '@chancery/core';
import { expect } from 'chai';
import { RecentCredentials } from './recent-credentials.ts';

describe('a read in one round trip', () => {
  /** A world that notes in which transactions its calls ran. */
  async function counted() {
    const made = await world();
    const modes: TransactionMode[] = [];
    const transactions = made.ports.unitOfWork;
    /** Runs once, when a call has begun its read ahead and before the database hears of it. */
    const meanwhile: (() => Promise<unknown>)[] = [];
    const unitOfWork: UnitOfWork = {
      run: async (mode, role, work) => {
        modes.push(mode);
        if (mode === 'read once') await meanwhile.shift()?.();
        return transactions.run(mode, role, work);
      },
    };
    const buckets: string[] = [];
    const requestRates: RequestRates = {
      count: (limits) => {
        buckets.push(...limits.map(({ bucket }) => bucket));
        return made.ports.requestRates.count(limits);
      },
    };
    const ports = { ...made.ports, unitOfWork, requestRates };
    const { chancery } = await world({ database: made.database, ports });
    const since = () => modes.splice(0);
    since();
    buckets.length = 0;
    return { ...made, chancery, since, buckets, meanwhile };
  }

  it('begins with the row that the credential had, from the second call on', async () => {
    const { chancery, apiKey, owner, since } = await counted();
    const { caller } = await apiKey('workspace.read');

    const answers = [
      await chancery.integrations.getIntegrationWorkspace({}, caller),
      await chancery.integrations.getIntegrationWorkspace({}, caller),
    ];
    expect(answers[1]).to.deep.equal(answers[0]);
    expect(since()).to.deep.equal(['read', 'read once']);

    await chancery.workspace.listProjects({}, owner.session);
    await chancery.workspace.listProjects({}, owner.session);
    expect(since()).to.deep.equal(['read', 'read once']);
  });

  it('PLT-12: answers nothing from memory: a changed credential passes all gates anew', async () => {
    const { chancery, apiKey, sql, since } = await counted();
    const { id, caller } = await apiKey('members.read');
    const lists = () => failureOf(chancery.workspace.listIntegrationMembers({}, caller));
    await lists();
    since();

    await sql("update api_keys set scopes = '{workspace.read}' where id = $1", [id]);
    expect(await lists()).to.equal('scope.missing');
    expect(since()).to.deep.equal(['read once', 'read']);
    await sql("update api_keys set scopes = '{members.read}' where id = $1", [id]);
    expect(await lists()).to.equal('none');
    await sql('update api_keys set revoked_at = created_at where id = $1', [id]);
    expect(await lists()).to.equal('auth.key_revoked');
  });

  it('PLT-12: a call that began with an old row is refused, though another call has noted the new one', async () => {
    const { chancery, apiKey, sql, since, meanwhile } = await counted();
    const { id, caller } = await apiKey('members.read', 'workspace.read');
    const lists = () => failureOf(chancery.workspace.listIntegrationMembers({}, caller));
    expect(await lists()).to.equal('none');
    since();

    meanwhile.push(async () => {
      await sql("update api_keys set scopes = '{workspace.read}' where id = $1", [id]);
      await chancery.integrations.getIntegrationWorkspace({}, caller);
    });
    expect(await lists()).to.equal('scope.missing');
    expect(since()).to.deep.equal(['read once', 'read once', 'read', 'read']);
  });

  it('THR-10: counts a call once, and refuses it like any other', async () => {
    const { chancery, apiKey, ports, buckets } = await counted();
    const { caller } = await apiKey('workspace.read');
    const reads = () => failureOf(chancery.integrations.getIntegrationWorkspace({}, caller));
    await reads();
    expect(buckets.splice(0)).to.deep.equal(['key', 'key_workspace']);
    await reads();
    expect(buckets).to.deep.equal(['key', 'key_workspace']);

    ports.requestRates.closed.add('key');
    expect(await reads()).to.equal('rate_limited');
  });
});

describe('the credentials that are remembered', () => {
  const key = (prefix: string) => ({ kind: 'key' as const, prefix, hash: '' });
  const readings: string[] = [];
  beforeEach(() => readings.splice(0));
  /** What it says does not matter here. */
  const standing = (text: string) => ({
    text,
    row: () => {
      readings.push(text);
      return {} as ApiKeyRow;
    },
  });

  it('are the last that were seen, up to a limit', () => {
    const recent = new RecentCredentials(2);
    for (const prefix of ['a', 'b', 'a', 'c']) recent.rowOf(key(prefix), standing(prefix));

    expect(['a', 'b', 'c'].map((prefix) => recent.of(key(prefix))?.text)).to.deep.equal([
      'a',
      undefined,
      'c',
    ]);
  });

  it('are read once as long as the database says the same of them, and forgotten when it knows them no more', () => {
    const recent = new RecentCredentials(2);
    for (const text of ['one', 'one', 'other', 'one']) recent.rowOf(key('a'), standing(text));
    expect(readings).to.deep.equal(['one', 'other', 'one']);

    expect(recent.rowOf(key('a'), null)).to.equal(null);
    expect(recent.of(key('a'))).to.equal(undefined);
  });
});
