import { failureOf, type World, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { type Departure, type MembershipPart, membershipParticipant } from '../../identity/index.ts';
import { createChancery } from '../../pipeline/facade.ts';
import { ports } from '../ports.ts';
import { workspaceMembership } from './membership-participation.ts';

/** A world in which exactly these contexts take part when somebody leaves. */
const chanceryWith = (made: World, ...parts: MembershipPart[]) =>
  createChancery({
    ...made.ports,
    answers: {
      membershipParticipants: ({ portsOf }) =>
        parts.map((part) => part.bind('records', () => portsOf(part.ports))),
    },
  });

describe('removeMember, and what the person leaves behind', () => {
  const responsibilities = async () => [{ kind: 'record_case', count: 3, ids: [] }];
  const blocking = membershipParticipant(ports, { responsibilities });

  it('WSP-12: work that only the person may finish blocks the removal without an heir, and passes to the heir', async () => {
    const made = await world();
    const { owner, person, workspaceId, happened } = made;
    const [bob, heir] = [await person('member'), await person('member')];
    const departures: Departure[] = [];
    const recording = membershipParticipant(ports, {
      responsibilities,
      reassign: async (departure, { members }) => {
        departures.push(departure);
        // The participant is called once the membership has ended, inside the same transaction.
        expect(await members.isMember({ userId: departure.userId })).to.equal(false);
      },
    });
    const chancery = chanceryWith(made, recording);

    const refusal = await chancery.workspace
      .removeMember({ userId: bob.id }, owner.session)
      .catch((error: unknown) => error);
    expect(refusal).to.deep.include({
      code: 'member.open_responsibilities',
      details: [
        {
          path: '/reassignToUserId',
          code: 'records.record_case',
          message: '3 of record_case in records; name who takes over, or finish them first.',
        },
      ],
    });
    expect([departures, await happened()]).to.deep.equal([[], []]);

    await chancery.workspace.removeMember({ userId: bob.id, reassignToUserId: heir.id }, owner.session);
    expect(departures).to.deep.equal([
      { workspaceId, userId: bob.id, heirUserId: heir.id, removedByUserId: owner.id },
    ]);
  });

  it('WSP-12: blocks leaving too', async () => {
    const made = await world();
    const bob = await made.person('member');

    expect(
      await failureOf(chanceryWith(made, blocking).workspace.removeMember({ userId: bob.id }, bob.session)),
    ).to.equal('member.open_responsibilities');
  });

  it('WSP-12: if one context cannot hand on, the whole removal is undone', async () => {
    const made = await world();
    const { owner, person, happened } = made;
    const [bob, heir] = [await person('member'), await person('member')];
    const failing = membershipParticipant(ports, {
      reassign: () => Promise.reject(new Error('cannot hand on')),
    });
    const { project } = await made.chancery.workspace.createProject({ name: 'Led' }, bob.session);
    const before = await happened();
    const chancery = chanceryWith(made, workspaceMembership, failing);

    const refusal = await chancery.workspace
      .removeMember({ userId: bob.id, reassignToUserId: heir.id }, owner.session)
      .catch((error: Error) => error.message);

    expect(refusal).to.equal('cannot hand on');
    expect(await happened()).to.deep.equal(before);
    const { member } = await made.chancery.workspace.getMember({ userId: bob.id }, owner.session);
    expect(member.status).to.equal('active');
    const { project: after } = await made.chancery.workspace.getProject(
      { projectId: project.id },
      owner.session,
    );
    expect(after.leadUserId).to.equal(bob.id);
  });
});
