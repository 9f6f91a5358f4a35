import { randomUUID } from 'node:crypto';
import type { Repositories } from '@chancery/core';
import { expect } from 'chai';
import { unitOfWork } from '../../kernel/unit-of-work.ts';
import { onBothDatabases } from '../../testing/both-databases.ts';

const now = '2026-11-23T12:00:00.000Z';

onBothDatabases('AuthFlowRepository', (database) => {
  const inUnit = <T>(work: (repositories: Repositories['identity']) => Promise<T>): Promise<T> =>
    unitOfWork(database()).run('write', 'identity', ({ repositories }) => work(repositories.identity));

  const added = async () => {
    const id = randomUUID();
    const flow = {
      id,
      provider: 'google' as const,
      stateHash: `state-${id}`,
      secretsSealed: Buffer.from('sealed'),
      redirectTo: '/',
      handoffChallenge: 'challenge',
      cookieHash: null,
      intent: 'sign_in' as const,
      userId: null,
      sessionId: null,
      invitationHash: null,
      deviceName: 'Laptop',
      createdAt: now,
      expiresAt: '2026-11-23T12:10:00.000Z',
    };
    await inUnit(({ authFlows }) => authFlows.add(flow));
    return flow;
  };

  it('OID-2: exactly one of ten simultaneous answers with one state uses it up', async () => {
    const flow = await added();

    const spent = await Promise.all(
      Array.from({ length: 10 }, () =>
        inUnit(({ authFlows }) => authFlows.spend('google', flow.stateHash, now)),
      ),
    );

    expect(spent.filter((one) => one !== null)).to.deep.equal([flow]);
  });

  it('OID-2: neither another provider nor a late answer uses up a state', async () => {
    const { stateHash } = await added();
    const spend = (provider: 'apple' | 'google', at: string) =>
      inUnit(({ authFlows }) => authFlows.spend(provider, stateHash, at));

    expect(await spend('apple', now)).to.equal(null);
    expect(await spend('google', '2026-11-23T12:10:00.000Z')).to.equal(null);
    expect(await spend('google', '2026-11-23T12:09:59.999Z')).to.not.equal(null);
  });

  it('OID-3: exactly one of two bearers of a hand-off code gets what was proven, which is then erased', async () => {
    const { id } = await added();
    const proof = Buffer.from('proof');
    await inUnit(({ authFlows }) => authFlows.offer(id, `handoff-${id}`, proof, '2026-11-23T12:01:00.000Z'));
    const take = () =>
      inUnit(async ({ authFlows }) => {
        const flow = await authFlows.offered(`handoff-${id}`, now);
        if (flow === null) return null;
        await authFlows.handOver(id);
        return Buffer.from(flow.proofSealed).toString();
      });

    expect(await Promise.all([take(), take()])).to.have.members(['proof', null]);
    const { rows } = await database().pool.query('select proof_sealed from auth_flows where id = $1', [id]);
    expect(rows).to.deep.equal([{ proof_sealed: null }]);
  });

  it('OID-6: exactly one of ten simultaneous uses of an ID token counts', async () => {
    const digest = randomUUID();

    const taken = await Promise.all(
      Array.from({ length: 10 }, () =>
        inUnit(({ usedIdTokens }) => usedIdTokens.take(digest, '2026-11-23T12:11:00.000Z')),
      ),
    );

    expect(taken.filter(Boolean)).to.have.lengthOf(1);
  });
});
