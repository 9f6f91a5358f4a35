import { cleo, meetingWorld } from '@chancery/adapters-persistence/testing';
import { operate } from '@chancery/core';
import { expect } from 'chai';
import { ports as meetingsPorts } from '../ports.ts';
import { recordBounce } from './bounce.ts';

describe('recordBounce', () => {
  it('MTG-50: marks the invitation whose mail came back, once, and records it in the ledger', async () => {
    const { ports, mails, invitations, happened, invite } = await meetingWorld({ invitees: [cleo] });
    await invite({ email: 'dan@client.example' });
    const sent = await mails();
    const { messageId } = sent.find(({ to }) => to.address === cleo.email) ?? { messageId: '' };
    const note = (id: string) =>
      operate(ports, meetingsPorts, null, (context) => recordBounce(id, context), 'identity');

    expect([await note(messageId), await note(messageId), await note('other@example.com')]).to.deep.equal([
      true,
      false,
      false,
    ]);

    expect(
      (await invitations()).map(({ display_name, delivery_status }) => [display_name, delivery_status]),
    ).to.deep.equal([
      ['Ada', 'none'],
      ['Cleo', 'bounced'],
      ['dan@client.example', 'sent'],
    ]);
    expect((await happened()).filter(({ type }) => type === 'meeting_invitation.bounced')).to.have.lengthOf(
      1,
    );
  });

  it('MTG-50: a mail that is delivered later does not make the address good again', async () => {
    const made = await meetingWorld({ invitees: [cleo] });
    const [first] = await made.mails();
    await operate(
      made.ports,
      meetingsPorts,
      null,
      (context) => recordBounce(first?.messageId ?? '', context),
      'identity',
    );

    await made.chancery.meetings.updateMeeting(
      { meetingId: made.meetingId, expectedVersion: made.meeting.version, title: 'Other' },
      made.owner.session,
    );
    await made.mails();

    expect((await made.invitations()).at(-1)?.delivery_status).to.equal('bounced');
  });
});
