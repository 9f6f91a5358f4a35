import {
  failureOf,
  invited,
  longSessions,
  noon,
  type Person,
  type World,
  world,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

const watch = 'workspace.second_person_watch';
const password = 'correct horse battery staple';
const turnOn = ({ chancery, owner }: World, who: Person = owner) =>
  chancery.workspace.updateSettings({ secondPerson: 'cooling_off' }, who.session);
const read = ({ chancery, owner }: World) => chancery.workspace.getSecondPerson({}, owner.session);
const subjects = ({ ports, owner }: World) =>
  ports.mail.sent.filter(({ to }) => to.address === owner.email).map(({ to, text }) => [to.address, text]);

describe('the setting secondPerson', () => {
  it('SPR-1: is required by default, and only owners with a fresh proof can change it', async () => {
    const made = await world(longSessions);
    const admin = await made.person('admin');
    const { owner, chancery, clock } = made;
    expect(await read(made)).to.deep.include({
      secondPerson: 'required',
      coolingOffHours: 24,
      changedAt: null,
      changedByUserId: null,
      uses: [],
    });

    expect(await failureOf(turnOn(made, admin))).to.equal('permission.denied');
    await chancery.workspace.removeMember({ userId: admin.id }, owner.session);
    clock.advance({ minutes: 16 });
    expect(await failureOf(turnOn(made))).to.equal('auth.reauthentication_required');
    expect(
      await failureOf(chancery.workspace.updateSettings({ secondPersonCoolingOffHours: 2 }, owner.session)),
    ).to.equal('auth.reauthentication_required');
    await chancery.identity.reauthenticate({ password }, owner.session);
    expect((await turnOn(made)).settings).to.include({ secondPerson: 'cooling_off' });
    expect(await read(made)).to.include({ changedAt: clock.now(), changedByUserId: owner.id });
  });

  for (const role of ['owner', 'admin'] as const)
    it(`SPR-1: is refused while another ${role} could act as second person; the answer names them`, async () => {
      const made = await world();
      const other = await made.person(role, 'Grace');

      const refusal = await turnOn(made).then(
        () => null,
        (error: { code: string; details: { code: string; message: string }[] }) => error,
      );

      expect(refusal?.code).to.equal('workspace.second_person_available');
      expect(refusal?.details.map(({ code }) => code)).to.have.members([made.owner.id, other.id]);
      expect(refusal?.details.find(({ code }) => code === other.id)?.message).to.include(`Grace (${role})`);
      expect((await read(made)).secondPerson).to.equal('required');
    });

  it('SPR-2: members, guests, suspended members and suspended accounts cannot be the second person', async () => {
    const made = await world();
    const { chancery, owner, sql } = made;
    await made.person('member');
    await made.person('guest');
    const [out, off] = [await made.person('admin'), await made.person('admin')];
    await chancery.workspace.suspendMember({ userId: out.id }, owner.session);
    await sql("update accounts set status = 'suspended' where id = $1", [off.id]);

    expect((await read(made)).eligible).to.deep.equal([
      { userId: owner.id, displayName: 'Ada', because: 'owner' },
    ]);
    expect(await failureOf(turnOn(made))).to.equal('none');
  });

  it('SPR-8: switching on, other hours and switching off are on record and mailed to all owners', async () => {
    const made = await world();
    const { chancery, owner, worker, happened, ports } = made;
    const set = async (input: object) => {
      ports.mail.sent.length = 0;
      await chancery.workspace.updateSettings(input, owner.session);
      await worker.drain();
      return subjects(made);
    };

    await worker.drain();
    const [on] = await set({ secondPerson: 'cooling_off' });
    const [hours] = await set({ secondPersonCoolingOffHours: 48 });
    const [off] = await set({ secondPerson: 'required' });

    expect(on?.[0]).to.equal(owner.email);
    expect([on?.[1], hours?.[1], off?.[1]].map((text) => text?.includes('Ada'))).to.deep.equal(
      Array(3).fill(true),
    );
    expect(on?.[1]).to.include('24 hours');
    expect(hours?.[1]).to.include('before one person may take a step alone is now 48 hours');
    expect(off?.[1]).to.include('need one again');
    expect(await set({ secondPersonCoolingOffHours: 24 })).to.deep.equal([]);
    expect((await happened()).filter(({ type }) => type.startsWith('second_person'))).to.deep.equal([
      {
        type: 'second_person.cooling_off_enabled',
        facts: { coolingOffHours: 24 },
        target: { kind: 'workspace', id: owner.workspaceId },
      },
      {
        type: 'second_person.ended',
        facts: { itself: false },
        target: { kind: 'workspace', id: owner.workspaceId },
      },
    ]);
  });

  it('SPR-8: all owners are mailed who have an address, and nobody else', async () => {
    const made = await world();
    const { chancery, owner, person, worker, ports, sql } = made;
    await turnOn(made);
    const [grace, linus] = [await person('owner', 'Grace'), await person('owner', 'Linus')];
    await person('admin');
    await sql('update accounts set email = null, email_fold = null, email_verified_at = null where id = $1', [
      linus.id,
    ]);
    await worker.drain();
    ports.mail.sent.length = 0;

    await chancery.workspace.updateSettings({ secondPerson: 'required' }, owner.session);
    await worker.drain();

    expect(ports.mail.sent.map(({ to }) => to.address)).to.have.members([owner.email, grace.email]);
  });

  it('SPR-9: ends by itself when an admin joins or a member becomes one, and the owners are notified', async () => {
    const cases: ((made: World) => Promise<unknown>)[] = [
      async (made) => {
        const grace = await made.stranger();
        const { token } = await invited(made, { email: grace.email, role: 'admin' });
        await made.chancery.workspace.acceptInvitation({ token }, grace.session);
      },
      async (made) => {
        const bob = await made.person('member');
        await made.chancery.workspace.updateMember({ userId: bob.id, role: 'admin' }, made.owner.session);
      },
      async (made) => {
        const bob = await made.person('admin');
        await made.sql(
          `update memberships set status = 'suspended', suspended_at = timestamptz '${noon}' where id = $1`,
          [bob.membershipId],
        );
        await made.chancery.workspace.reactivateMember({ userId: bob.id }, made.owner.session);
      },
    ];
    for (const happens of cases) {
      const made = await world();
      await turnOn(made);
      await made.worker.drain();
      await happens(made);
      made.ports.mail.sent.length = 0;
      await made.worker.drain();

      expect(await read(made)).to.include({ secondPerson: 'required', changedByUserId: null });
      expect((await made.happened()).at(-1)).to.deep.include({
        type: 'second_person.ended',
        facts: { itself: true },
      });
      const mails = subjects(made).filter(([, text]) => text?.includes('second person'));
      expect(mails.map(([address]) => address)).to.include(made.owner.email);
      expect(await failureOf(turnOn(made))).to.equal('workspace.second_person_available');
    }
  });

  it('SPR-9: the hourly watch ends, once, what no event reported, and leaves a workspace of one person as it is', async () => {
    const made = await world();
    const alone = await world();
    await turnOn(made);
    await turnOn(alone);
    await made.person('admin');

    await made.worker.run(watch);
    await made.worker.run(watch);

    expect((await read(made)).secondPerson).to.equal('required');
    expect((await read(alone)).secondPerson).to.equal('cooling_off');
    expect((await made.happened()).filter(({ type }) => type === 'second_person.ended').length).to.equal(1);
  });
});
