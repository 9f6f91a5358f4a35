import { world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('mails to members', () => {
  const arrange = async () => {
    const made = await world({ settings: { emailVerification: 'required' } });
    const { person, worker, ports, sql } = made;
    const bob = await person('member', 'Bob');
    await sql("update accounts set locale = 'de' where id = $1", [bob.id]);
    await worker.drain();
    const mails = async () => {
      ports.mail.sent.splice(0);
      await worker.drain();
      return ports.mail.sent.filter(({ to }) => to.address === bob.email).map(({ subject }) => subject);
    };
    return { ...made, bob, mails };
  };

  it('JOB-1: a member is notified of a new role, in their own language', async () => {
    const { chancery, owner, bob, mails } = await arrange();

    await chancery.workspace.updateMember({ userId: bob.id, role: 'admin' }, owner.session);

    expect(await mails()).to.deep.equal(["Ihre Rolle in Ada's workspace wurde geändert"]);
  });

  it('a removed person is notified; a person who leaves is not', async () => {
    const [one, other] = [await arrange(), await arrange()];

    await one.chancery.workspace.removeMember({ userId: one.bob.id }, one.owner.session);
    await other.chancery.workspace.removeMember({ userId: other.bob.id }, other.bob.session);

    expect(await one.mails()).to.deep.equal(["Sie gehören nicht mehr zu Ada's workspace"]);
    expect(await other.mails()).to.deep.equal([]);
  });

  it('an unverified address gets no mail if verification is required', async () => {
    const { chancery, owner, bob, mails, sql } = await arrange();
    await sql('update accounts set email_verified_at = null where id = $1', [bob.id]);

    await chancery.workspace.updateMember({ userId: bob.id, role: 'admin' }, owner.session);

    expect(await mails()).to.deep.equal([]);
  });
});
