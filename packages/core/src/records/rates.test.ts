import { failureOf, recordOffice, WindowThrottle } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('the pace of writing in records', () => {
  it('is 120 writes a minute of one person, and reads are no writes', async () => {
    const throttle = new WindowThrottle();
    const { create, change, get, list, records, bo, cy, clock } = await recordOffice({ ports: { throttle } });
    throttle.clock = clock;
    const { id } = await create();
    for (let version = 1; version < 120; version += 1)
      await change(id, { tags: [`t${version}`] }, bo, version);

    expect(await failureOf(change(id, { tags: ['late'] }, bo, 120))).to.equal('rate_limited');
    expect(await failureOf(create({ displayName: 'Cleo Patra' }))).to.equal('rate_limited');
    await get(id);
    await list();
    await records.checkSubjectDuplicates({ displayName: 'Cleo Patra' }, bo.session);
    expect(await failureOf(create({ displayName: 'Cleo Patra' }, cy))).to.equal('none');
    clock.advance({ seconds: 60 });
    expect(await failureOf(change(id, { tags: ['late'] }, bo, 120))).to.equal('none');
  });

  it('REC-91: is ten verifications an hour of one workspace, whoever asks', async () => {
    const { records, owner, admin } = await recordOffice({ ports: { throttle: new WindowThrottle() } });
    for (let time = 0; time < 10; time += 1) await records.verifyAuditLedger({}, owner.session);

    expect(await failureOf(records.verifyAuditLedger({}, admin.session))).to.equal('rate_limited');
  });
});
