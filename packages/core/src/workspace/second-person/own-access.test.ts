import { failureOf, longSessions, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { z } from 'zod';
import { contextPorts, port } from '../../kernel/context-ports.ts';
import { useCasesOf } from '../../kernel/use-case.ts';
import { type Access, changeOfOwnAccess, type PendingAccessChange } from './own-access.ts';
import type { SecondPersonRule } from './ports.ts';
import { secondPersonErrors } from './second-person-rule.ts';

const reason = 'There is nobody else in this practice.';
const password = 'correct horse battery staple';
const psychotherapy: Access = { clearances: ['psychotherapy'], duties: ['auditor'] };
const genetics: Access = { clearances: ['genetics'], duties: [] };
const asBefore = { clearances: [], duties: [], singlePerson: false };

/** A test context with the endpoint for one's own access, as governance has it. */
async function practice() {
  const made = await world(longSessions);
  const { chancery, clock, owner } = made;
  const { command } = useCasesOf(contextPorts({ asks: { secondPersonRule: port<SecondPersonRule>() } }));
  const stored: { access: object; pendingChange: PendingAccessChange | null } = {
    access: asBefore,
    pendingChange: null,
  };
  const put = command({
    summary: 'Change your own access',
    access: { owner: 'any', admin: 'any', member: 'any' },
    input: z.strictObject({
      clearances: z.array(z.string()),
      duties: z.array(z.string()),
      singlePersonReason: z.string().optional(),
      mayAlso: z.array(z.string()).default([]),
    }),
    output: z.object({ access: z.unknown(), pendingChange: z.unknown() }),
    errors: [...secondPersonErrors],
    async run({ singlePersonReason = null, mayAlso, ...wanted }, context) {
      const { userId } = context.user;
      const { pendingChange: pending } = stored;
      const outcome = await changeOfOwnAccess(context, context.secondPersonRule, {
        userId,
        wanted,
        pending,
        mayAlso,
        reason: singlePersonReason,
      });
      if (outcome.applies) stored.access = { ...wanted, singlePerson: outcome.singlePerson };
      stored.pendingChange = outcome.pendingChange;
      return stored;
    },
  });
  const ask = (input: object) =>
    chancery.execute('putOwnAccess', put as never, input, owner.session).then(() => stored);
  return {
    made,
    stored,
    ask,
    alone: (wanted: Access) => ask({ ...wanted, singlePersonReason: reason }),
    stepUp: () => chancery.identity.reauthenticate({ password }, owner.session),
    coolOff: () => chancery.workspace.updateSettings({ secondPerson: 'cooling_off' }, owner.session),
    hoursFromNow: (hours: number) => new Date(Date.parse(clock.now()) + hours * 3_600_000).toISOString(),
  };
}

describe('changeOfOwnAccess', () => {
  it('SPR-10: the first request changes nothing, and stores what is requested and from when it may apply', async () => {
    const { made, ask, coolOff, hoursFromNow } = await practice();
    await coolOff();

    expect(await ask(psychotherapy)).to.deep.equal({
      access: asBefore,
      pendingChange: { ...psychotherapy, requestedAt: made.clock.now(), availableAt: hoursFromNow(24) },
    });
    const { uses } = await made.chancery.workspace.getSecondPerson({}, made.owner.session);
    expect(uses).to.deep.equal([]);
  });

  it('SPR-10: the same request with a reason applies the change after its time, and not before', async () => {
    const { made, stored, ask, alone, coolOff, stepUp } = await practice();
    await coolOff();
    await ask(psychotherapy);
    const pending = stored.pendingChange;

    made.clock.advance({ hours: 23, minutes: 59 });
    await stepUp();
    expect(await failureOf(alone(psychotherapy))).to.equal('second_person.cooling_off');
    expect(await failureOf(ask(psychotherapy))).to.equal('second_person.required');
    expect(stored).to.deep.equal({ access: asBefore, pendingChange: pending });

    made.clock.advance({ minutes: 20 });
    expect(await failureOf(alone(psychotherapy))).to.equal('auth.reauthentication_required');
    await stepUp();
    // The same values in another order are the same request.
    expect(
      await alone({ ...psychotherapy, clearances: [...psychotherapy.clearances].reverse() }),
    ).to.deep.equal({
      access: { ...psychotherapy, singlePerson: true },
      pendingChange: null,
    });
    const { uses } = await made.chancery.workspace.getSecondPerson({}, made.owner.session);
    expect(uses).to.deep.equal([
      {
        at: made.clock.now(),
        userId: made.owner.id,
        step: 'access.change',
        target: { kind: 'member_access', id: made.owner.id },
        reason,
      },
    ]);
  });

  it('SPR-10: a different request starts anew, even with a reason and after the time of the earlier one', async () => {
    const { made, ask, alone, coolOff, stepUp, hoursFromNow } = await practice();
    await coolOff();
    await ask(psychotherapy);
    made.clock.advance({ hours: 25 });
    await stepUp();

    const anew = { ...genetics, requestedAt: made.clock.now(), availableAt: hoursFromNow(24) };
    expect(await alone(genetics)).to.deep.equal({ access: asBefore, pendingChange: anew });
    expect(await failureOf(alone(genetics))).to.equal('second_person.cooling_off');
    // The first request no longer counts either.
    expect((await alone(psychotherapy)).pendingChange).to.include({ requestedAt: made.clock.now() });
    expect((await alone(genetics)).access).to.deep.equal(asBefore);
    made.clock.advance({ hours: 24 });
    await stepUp();
    expect((await alone(genetics)).access).to.deep.equal({ ...genetics, singlePerson: true });
  });

  it('SPR-10: records nothing if somebody else could grant it, or if the setting is off', async () => {
    const { made, stored, ask, coolOff } = await practice();
    expect(await failureOf(ask(psychotherapy))).to.equal('second_person.required');

    await coolOff();
    const member = await made.person('member');
    expect(await failureOf(ask({ ...psychotherapy, mayAlso: [member.id] }))).to.equal(
      'second_person.required',
    );
    await made.person('admin');

    expect(await failureOf(ask(psychotherapy))).to.equal('second_person.required');
    expect(stored).to.deep.equal({ access: asBefore, pendingChange: null });
  });
});
