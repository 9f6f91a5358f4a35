import { world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import ICAL from 'ical.js';
import { MailRefused } from '../kernel/ports.ts';

const start = '2027-06-07T07:00:00.000Z';
const settings = { mailOrganizer: 'meetings@example.com', webUrl: 'https://app.example.com' };
const cleo = { email: 'cleo@client.example', displayName: 'Cleo; "C"' };

/** What an independent reader of the calendar file sees. */
function readBack(text = '') {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const event = calendar.getFirstSubcomponent('vevent');
  const instant = (name: string) => {
    const time = event?.getFirstPropertyValue(name) as ICAL.Time;
    const zone = calendar.getFirstSubcomponent('vtimezone');
    if (zone !== null) time.zone = new ICAL.Timezone(zone);
    return new Date(time.toUnixTime() * 1000).toISOString();
  };
  return {
    method: calendar.getFirstPropertyValue('method'),
    uid: event?.getFirstPropertyValue('uid'),
    sequence: event?.getFirstPropertyValue('sequence'),
    startsAt: instant('dtstart'),
    endsAt: instant('dtend'),
    organizer: event?.getFirstPropertyValue('organizer'),
    attendees: event
      ?.getAllProperties('attendee')
      .map((attendee) => [
        attendee.getFirstValue(),
        attendee.getFirstParameter('cn'),
        attendee.getFirstParameter('rsvp') ?? null,
      ]),
    location: event?.getFirstPropertyValue('location'),
  };
}

/** A meeting that an application made, with the mails it asked for still in the outbox. */
async function scheduled(
  invitees: readonly { email: string; displayName?: string }[],
  given: Parameters<typeof world>[0] = {},
) {
  const all = await world({ settings, ...given });
  const { caller } = await all.apiKey();
  await all.worker.drain();
  all.ports.mail.sent.length = 0;
  const meeting = await all.chancery.meetings.createIntegrationMeeting(
    {
      title: 'Review',
      description: 'Bring\nfigures',
      scheduledStartAt: start,
      timeZone: 'Europe/Berlin',
      durationMinutes: 30,
      invitees: [...invitees],
    },
    caller,
  );
  const standing = () =>
    all.sql(
      "select delivery_status, last_sent_at, last_sequence, version from meeting_invitations where meeting_id = $1 and role <> 'host' order by id",
      [meeting.id],
    );
  const jobs = () =>
    all.sql<{ status: string; last_error_code: string | null }>(
      "select status, last_error_code from jobs where workspace_id = $1 and topic = 'meetings.mail'",
      [all.workspaceId],
    );
  return { ...all, meeting, standing, jobs };
}

describe('mailMeetingInvitation', () => {
  it('gives each invitee a link of their own and the meeting as a calendar file', async () => {
    const { meeting, worker, ports, owner, sql, standing, clock } = await scheduled([cleo]);

    await worker.drain();

    const [mail, ...others] = ports.mail.sent;
    const [invitation] = await sql<{ id: string }>(
      "select id from meeting_invitations where meeting_id = $1 and role <> 'host'",
      [meeting.id],
    );
    const link = `${meeting.joinUrl}&invite=${ports.linkTokens.derive('meeting_invitation', invitation?.id ?? '', 1).token}`;
    expect(others).to.deep.equal([]);
    expect(mail).to.deep.include({
      from: 'meetings@example.com',
      replyTo: owner.email,
      to: { address: cleo.email, name: cleo.displayName },
    });
    expect(mail?.subject).to.include('Review');
    expect(mail?.text).to.include(link).and.include('09:00').and.include('> figures');
    expect(mail?.calendar?.method).to.equal('REQUEST');
    expect(readBack(mail?.calendar?.content)).to.deep.equal({
      method: 'REQUEST',
      uid: `${meeting.id}@127.0.0.1`,
      sequence: 0,
      startsAt: start,
      endsAt: '2027-06-07T07:30:00.000Z',
      organizer: 'mailto:meetings@example.com',
      attendees: [[`mailto:${cleo.email}`, cleo.displayName, 'TRUE']],
      location: link,
    });
    expect(await standing()).to.deep.equal([
      { delivery_status: 'sent', last_sent_at: clock.now(), last_sequence: 0, version: 2 },
    ]);
  });

  it('MTG-49: shows the other invitees to a member, to a guest nobody, and to neither the address of the organizer', async () => {
    const base = await world({ settings });
    const bo = await base.person('member', 'Bo');
    const { caller } = await base.apiKey();
    await base.chancery.meetings.createIntegrationMeeting(
      { title: 'Review', scheduledStartAt: start, invitees: [{ email: bo.email }, cleo] },
      caller,
    );

    await base.worker.drain();

    const attendeesFor = (address: string) =>
      readBack(
        base.ports.mail.sent.find(({ to, calendar }) => calendar && to.address === address)?.calendar
          ?.content,
      ).attendees;
    expect(attendeesFor(bo.email)).to.deep.equal([
      [`mailto:${bo.email}`, 'Bo', 'TRUE'],
      [`mailto:${cleo.email}`, cleo.displayName, null],
    ]);
    expect(attendeesFor(cleo.email)).to.deep.equal([[`mailto:${cleo.email}`, cleo.displayName, 'TRUE']]);
  });

  it('writes to a member in their own language at their address of today, to a guest in that of the workspace', async () => {
    const base = await world({ settings });
    const bo = await base.person('member', 'Bo');
    const { caller } = await base.apiKey();
    await base.chancery.meetings.createIntegrationMeeting(
      { title: 'Review', scheduledStartAt: start, invitees: [{ email: bo.email }, cleo] },
      caller,
    );
    const moved = `moved.${bo.email}`;
    await base.sql("update accounts set locale = 'de-CH', email = $2, email_fold = $2 where id = $1", [
      bo.id,
      moved,
    ]);

    await base.worker.drain();

    const invitations = base.ports.mail.sent.filter(({ calendar }) => calendar);
    expect(invitations.map(({ to, subject }) => [to.address, subject.split(':')[0]])).to.have.deep.members([
      [moved, 'Einladung'],
      [cleo.email, 'Invitation'],
    ]);
  });

  it('notes a refusal on the invitation and ends the job', async () => {
    const { worker, ports, standing, jobs } = await scheduled([cleo]);
    ports.mail.failure = new MailRefused('550 no such mailbox');

    await worker.drain();

    expect(await standing()).to.deep.equal([
      { delivery_status: 'failed', last_sent_at: null, last_sequence: null, version: 2 },
    ]);
    expect(await jobs()).to.deep.equal([{ status: 'dead', last_error_code: 'mail.refused' }]);
  });

  it('MTG-77: tries again later under the same message id when the mail could not be handed on', async () => {
    const { worker, ports, standing, clock } = await scheduled([cleo]);
    const tried: string[] = [];
    const { send } = ports.mail;
    ports.mail.send = async (message) => {
      tried.push(message.messageId);
      if (tried.length === 1) throw new Error('connection refused');
      await send.call(ports.mail, message);
    };

    await worker.drain();
    expect(await standing()).to.deep.include({
      delivery_status: 'queued',
      last_sent_at: null,
      last_sequence: null,
      version: 1,
    });
    clock.advance({ seconds: 15 });
    await worker.drain();

    expect(tried).to.deep.equal([tried[0], tried[0]]);
    expect(ports.mail.sent).to.have.lengthOf(1);
    expect(await standing()).to.deep.include({
      delivery_status: 'sent',
      last_sent_at: clock.now(),
      last_sequence: 0,
      version: 2,
    });
  });

  for (const { what, change } of [
    {
      what: 'an invitation that was revoked',
      change: "update meeting_invitations set status = 'revoked' where meeting_id = $1",
    },
    {
      what: 'a meeting that was cancelled',
      change: "update meetings set status = 'cancelled' where id = $1",
    },
  ]) {
    it(`mails nothing for ${what} in the meantime`, async () => {
      const { worker, ports, sql, meeting, jobs } = await scheduled([cleo]);
      await sql(change, [meeting.id]);

      await worker.drain();

      expect(ports.mail.sent).to.deep.equal([]);
      expect((await jobs()).map(({ status }) => status)).to.deep.equal(['succeeded']);
    });
  }

  it('ends the job rather than mail a link that no longer fits its digest', async () => {
    const { worker, ports, sql, meeting, jobs } = await scheduled([cleo]);
    await sql('update meeting_invitations set token_hash = id::text where meeting_id = $1', [meeting.id]);

    await worker.drain();

    expect(ports.mail.sent).to.deep.equal([]);
    expect(await jobs()).to.deep.equal([{ status: 'dead', last_error_code: 'link_key.missing' }]);
  });
});
