import {
  failureOf,
  longSessions,
  onBothDatabases,
  type Person,
  postgresDatabase,
  type World,
  world,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { z } from 'zod';
import { contextPorts, port } from '../../kernel/context-ports.ts';
import { event } from '../../kernel/events.ts';
import { useCasesOf } from '../../kernel/use-case.ts';
import type { SecondPersonRule } from './ports.ts';
import { type SecondPersonStep, secondPersonSteps } from './second-person.ts';
import { secondPersonErrors } from './second-person-rule.ts';

// This test context uses the rule as the contexts of records, governance and lifecycle do.
const { command } = useCasesOf(contextPorts({ asks: { secondPersonRule: port<SecondPersonRule>() } }));
const packageApproved = event(
  'test_package.approved',
  z.strictObject({ packageId: z.string(), singlePerson: z.boolean(), reason: z.string().nullable() }),
  {
    target: ({ packageId }) => ({ kind: 'release_package', id: packageId }),
    facts: ({ singlePerson }) => ({ singlePerson }),
    detail: ({ reason }) => ({ reason }),
  },
);
const everybody = { owner: 'any', admin: 'any', member: 'any', guest: 'any' } as const;
const approve = command({
  summary: 'Take a step that asks for a second person',
  access: everybody,
  input: z.strictObject({
    step: z.string().default('package.approve'),
    preparedBy: z.array(z.string()),
    preparedAt: z.string(),
    mayAlso: z.array(z.string()).default([]),
    singlePersonReason: z.string().min(20).max(1000).optional(),
  }),
  output: z.object({ singlePerson: z.boolean(), singlePersonReason: z.string().nullable() }),
  errors: [...secondPersonErrors],
  async run({ step, preparedBy, preparedAt, mayAlso, singlePersonReason: reason = null }, context) {
    const packageId = '0190a000-0000-7000-8000-000000000001';
    const { singlePerson } = await context.secondPersonRule.check(context, {
      // This holds for whatever a context asks.
      step: step as SecondPersonStep,
      target: { kind: 'release_package', id: packageId },
      requesterIds: preparedBy,
      countedFrom: preparedAt,
      mayAlso,
      reason,
      actor: context.user.userId,
    });
    context.emit(packageApproved, { packageId, singlePerson, reason: singlePerson ? reason : null });
    return { singlePerson, singlePersonReason: singlePerson ? reason : null };
  },
});

const reason = 'There is nobody else in this practice.';
const password = 'correct horse battery staple';

function stepsOf({ chancery, clock, owner }: World) {
  const began = clock.now();
  const step = async (input: object = {}, who: Person = owner) =>
    (
      await chancery.execute(
        'approvePackage',
        approve as never,
        { preparedBy: [owner.id], preparedAt: began, ...input },
        who.session,
      )
    ).data;
  return {
    step,
    alone: (input: object = {}, who: Person = owner) => step({ singlePersonReason: reason, ...input }, who),
    stepUp: () => chancery.identity.reauthenticate({ password }, owner.session),
    set: (input: object) => chancery.workspace.updateSettings(input, owner.session),
    at: (hours: number) => new Date(Date.parse(began) + hours * 3_600_000).toISOString(),
  };
}
const coolingOff = { secondPerson: 'cooling_off' };

/** A step that is prepared and cools off from now on; then a day passes and the person confirms the password again. */
async function aDayLater(): Promise<{ made: World } & ReturnType<typeof stepsOf>> {
  const made = await world(longSessions);
  const steps = stepsOf(made);
  await steps.set(coolingOff);
  made.clock.advance({ hours: 24 });
  await steps.stepUp();
  return { made, ...steps };
}

async function refusalOf(promise: Promise<unknown>) {
  try {
    await promise;
    return null;
  } catch (error) {
    const { code, message, retryAfterSeconds } = error as {
      code: string;
      message: string;
      retryAfterSeconds: number | null;
    };
    return { code, message, retryAfterSeconds };
  }
}

describe('SecondPersonRule', () => {
  for (const step of secondPersonSteps)
    it(`SPR-3: ${step} is refused to the person who requested it, whatever their role, and open to everybody else`, async () => {
      const made = await world();
      const { step: take } = stepsOf(made);
      const people = [
        made.owner,
        await made.person('admin'),
        await made.person('member'),
        await made.person('guest'),
      ];

      for (const who of people) {
        expect(await failureOf(take({ step, preparedBy: [who.id] }, who))).to.equal('second_person.required');
        expect(
          await failureOf(take({ step, preparedBy: [who.id], singlePersonReason: reason }, who)),
        ).to.equal('second_person.required');
      }
      expect(await take({ step }, people[1])).to.deep.equal({
        singlePerson: false,
        singlePersonReason: null,
      });
    });

  it('SPR-3: while cooling off, the refusal names the instant from which the person may take the step', async () => {
    const made = await world();
    const { step, set, at } = stepsOf(made);
    expect((await refusalOf(step()))?.message).to.not.include('from');

    await set(coolingOff);

    expect(await refusalOf(step())).to.deep.include({ code: 'second_person.required' });
    expect((await refusalOf(step()))?.message).to.include(at(24));
  });

  it('SPR-4: the person may act alone only after the hours, counted from when the step began to wait', async () => {
    const made = await world(longSessions);
    const { alone, set, stepUp, at } = stepsOf(made);
    await set(coolingOff);
    made.clock.advance({ hours: 10 });
    const later = { preparedAt: at(10) };

    made.clock.advance({ hours: 13, minutes: 59 });
    await stepUp();
    expect(await refusalOf(alone())).to.include({ code: 'second_person.cooling_off', retryAfterSeconds: 60 });
    made.clock.advance({ minutes: 1 });
    expect(await alone()).to.deep.equal({ singlePerson: true, singlePersonReason: reason });
    expect(await refusalOf(alone(later))).to.include({
      code: 'second_person.cooling_off',
      retryAfterSeconds: 36_000,
    });
    made.clock.advance({ hours: 10 });
    await stepUp();
    expect(await alone(later)).to.include({ singlePerson: true });
  });

  it('SPR-4: the hours count from the last change of the two settings, if that came later', async () => {
    const made = await world(longSessions);
    const { alone, set, stepUp } = stepsOf(made);
    made.clock.advance({ hours: 100 });
    await stepUp();
    await set({ ...coolingOff, secondPersonCoolingOffHours: 2 });

    expect(await refusalOf(alone())).to.include({
      code: 'second_person.cooling_off',
      retryAfterSeconds: 7200,
    });
    made.clock.advance({ hours: 2 });
    await stepUp();
    expect(await alone()).to.include({ singlePerson: true });
  });

  it('SPR-4: lowering the hours shortens nothing that waits already; raising them makes it wait longer', async () => {
    const made = await world(longSessions);
    const { alone, set, stepUp, at } = stepsOf(made);
    await set(coolingOff);
    made.clock.advance({ hours: 1 });
    await stepUp();
    await set({ secondPersonCoolingOffHours: 1 });
    const fresh = { preparedAt: at(1) };
    made.clock.advance({ hours: 1 });
    await stepUp();

    expect(await refusalOf(alone())).to.include({ retryAfterSeconds: 22 * 3600 });
    expect(await alone(fresh)).to.include({ singlePerson: true });
    await set({ secondPersonCoolingOffHours: 48 });
    expect(await refusalOf(alone())).to.include({ retryAfterSeconds: 48 * 3600 });
  });

  it('SPR-4: the hours are 1 to 720, and a reason is 20 to 1000 characters', async () => {
    const made = await world();
    const { set, step } = stepsOf(made);

    for (const secondPersonCoolingOffHours of [0, 721, 1.5])
      expect(await failureOf(set({ secondPersonCoolingOffHours }))).to.equal('request.invalid');
    for (const secondPersonCoolingOffHours of [1, 720])
      expect(await failureOf(set({ secondPersonCoolingOffHours }))).to.equal('none');
    expect(await failureOf(step({ singlePersonReason: 'too short' }))).to.equal('request.invalid');
  });

  it('SPR-5: needs a fresh proof at the moment of the decision, and a reason', async () => {
    const { made, alone, step, stepUp } = await aDayLater();
    made.clock.advance({ minutes: 16 });

    expect(await failureOf(alone())).to.equal('auth.reauthentication_required');
    expect(await failureOf(step())).to.equal('second_person.required');
    await stepUp();
    expect(await alone()).to.include({ singlePerson: true });
  });

  it('SPR-6: is refused while any other active member could take exactly this step', async () => {
    const { made, alone } = await aDayLater();
    const member = await made.person('member');
    const guest = await made.person('guest');

    for (const { id } of [member, guest])
      expect(await failureOf(alone({ mayAlso: [id] }))).to.equal('second_person.required');
    // Another requester cannot take the step either, nor can a suspended member.
    expect(
      await alone({ preparedBy: [made.owner.id, member.id], mayAlso: [member.id, made.owner.id] }),
    ).to.include({ singlePerson: true });
    await made.chancery.workspace.suspendMember({ userId: member.id }, made.owner.session);
    expect(await alone({ mayAlso: [member.id] })).to.include({ singlePerson: true });
  });

  it('SPR-7: the answer, the facts of the step’s event and the use say that one person decided alone', async () => {
    const { made, alone } = await aDayLater();

    const answer = await alone();

    expect(answer).to.deep.equal({ singlePerson: true, singlePersonReason: reason });
    const target = { kind: 'release_package', id: '0190a000-0000-7000-8000-000000000001' };
    expect((await made.happened()).slice(-2)).to.deep.equal([
      {
        type: 'second_person.waived',
        facts: { step: 'package.approve', userId: made.owner.id, singlePerson: true },
        target,
      },
      { type: 'test_package.approved', facts: { singlePerson: true }, target },
    ]);
    const { uses } = await made.chancery.workspace.getSecondPerson({}, made.owner.session);
    expect(uses).to.deep.equal([
      { at: made.clock.now(), userId: made.owner.id, step: 'package.approve', target, reason },
    ]);
  });

  it('SPR-8: every use is mailed to all owners, in their language', async () => {
    const { made, alone } = await aDayLater();
    await made.worker.drain();
    await made.sql("update accounts set locale = 'de' where id = $1", [made.owner.id]);
    made.ports.mail.sent.length = 0;

    await alone();
    await made.worker.drain();

    const mails = made.ports.mail.sent.filter(({ to }) => to.address === made.owner.email);
    expect(mails.map(({ to, subject }) => [to.address, subject])).to.deep.equal([
      [made.owner.email, "Ein Schritt durch eine Person in Ada's workspace"],
    ]);
    expect(mails[0]?.text).to.include(reason).and.include('Freigabe eines Herausgabepakets');
  });

  it('SPR-9: a person who becomes eligible first stops it at once, whatever the setting still says', async () => {
    const { made, alone } = await aDayLater();
    const member = await made.person('member');
    expect(await alone()).to.include({ singlePerson: true });

    await made.chancery.workspace.updateMember({ userId: member.id, role: 'admin' }, made.owner.session);

    expect(
      (await made.chancery.workspace.getSettings({}, made.owner.session)).settings.secondPerson,
    ).to.equal('cooling_off');
    expect(await failureOf(alone())).to.equal('second_person.required');
  });

  it('SPR-10: a change of one’s own access counts from the request that only recorded it', async () => {
    const { made, alone, at, stepUp } = await aDayLater();
    const change = (preparedAt: string) => alone({ step: 'access.change', preparedAt });

    expect(await refusalOf(change(at(24)))).to.include({ retryAfterSeconds: 86_400 });
    made.clock.advance({ hours: 23 });
    // A different request starts anew and counts from its own first time.
    const anew = at(47);
    made.clock.advance({ hours: 1 });
    await stepUp();
    expect(await change(at(24))).to.include({ singlePerson: true });
    expect(await refusalOf(change(anew))).to.include({ retryAfterSeconds: 23 * 3600 });
  });

  it('SPR-11: covers these nine steps and no other', () => {
    expect(secondPersonSteps).to.deep.equal([
      'entry.approve',
      'amendment.decide',
      'authorization.decide',
      'package.approve',
      'break_glass.review',
      'disposition.decide',
      'access.change',
      'renewal.approve',
      'retention.approve',
    ]);
  });

  for (const step of ['co_sign', 'access.grant_self', 'transfer.accept', 'signing.sign', 'signing.witness'])
    it(`SPR-11: never covers ${step}`, async () => {
      const { alone } = await aDayLater();

      expect(await failureOf(alone({ step }))).to.equal('second_person.required');
    });
});

describe('SecondPersonRule on PostgreSQL', () => {
  it('SPR-9: if a use and a second person come at the same time, the use is either first or refused', async () => {
    const database = await postgresDatabase();
    try {
      for (let round = 0; round < 6; round += 1) {
        const made = await world({ ...longSessions, database });
        const { set, stepUp, alone } = stepsOf(made);
        const member = await made.person('member');
        await set(coolingOff);
        made.clock.advance({ hours: 24 });
        await stepUp();

        const [use, promoted] = await Promise.all([
          failureOf(alone()),
          failureOf(
            made.chancery.workspace.updateMember({ userId: member.id, role: 'admin' }, made.owner.session),
          ),
        ]);

        expect(promoted).to.equal('none');
        expect(use).to.be.oneOf(['none', 'second_person.required']);
        const order = (await made.happened()).map(({ type }) => type);
        if (use === 'none')
          expect(order.indexOf('second_person.waived')).to.be.lessThan(order.indexOf('member.role_changed'));
        else expect(order).to.not.include('second_person.waived');
        await made.worker.drain();
        expect((await made.chancery.workspace.getSecondPerson({}, made.owner.session)).secondPerson).to.equal(
          'required',
        );
      }
    } finally {
      await database.close();
    }
  });
});

onBothDatabases('SecondPersonRecords', (database) => {
  it('returns changes and uses of its own workspace only, newest first', async () => {
    const made = await world({ ...longSessions, database: database() });
    const other = await world({ ...longSessions, database: database() });
    const { set, alone, stepUp } = stepsOf(made);
    await set(coolingOff);
    for (let use = 0; use < 3; use += 1) {
      made.clock.advance({ hours: 24 });
      await stepUp();
      await alone();
    }
    const read = (input: object, who = made) =>
      who.chancery.workspace.getSecondPerson(input, who.owner.session);

    const first = await read({ limit: 2 });
    const rest = await read({ limit: 2, cursor: first.nextCursor ?? '' });

    expect([first.uses.length, rest.uses.length, rest.nextCursor]).to.deep.equal([2, 1, null]);
    expect([...first.uses, ...rest.uses].map(({ at }) => at)).to.deep.equal(
      [...first.uses, ...rest.uses]
        .map(({ at }) => at)
        .sort()
        .reverse(),
    );
    expect((await read({}, other)).uses).to.deep.equal([]);
  });
});
