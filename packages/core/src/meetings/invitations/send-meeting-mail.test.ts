import {
  aStranger,
  cleo,
  mailSettings,
  meetingWorld,
  mondayMorning,
  onBothDatabases,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import ICAL from 'ical.js';
import { MailRefused } from '../../kernel/ports.ts';

/** What an independent reader of a calendar file sees. */
function readBack(text = '') {
  const calendar = new ICAL.Component(ICAL.parse(text));
  return {
    method: calendar.getFirstPropertyValue('method'),
    events: calendar.getAllSubcomponents('vevent').map((event) => ({
      uid: event.getFirstPropertyValue('uid'),
      sequence: event.getFirstPropertyValue('sequence'),
      status: event.getFirstPropertyValue('status'),
      start: String(event.getFirstPropertyValue('dtstart')),
      recurrenceId: event.getFirstPropertyValue('recurrence-id')?.toString() ?? null,
      rule: event.getFirstPropertyValue('rrule')?.toString() ?? null,
    })),
  };
}
const weekly = { recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3' } };

describe('a meeting that is cancelled while its invitations wait', () => {
  it('MTG-111: is mailed to nobody, and neither is an invitation that is revoked as soon', async () => {
    const made = await meetingWorld({ invitees: [cleo] });
    const { chancery, owner, meetingId, schedule } = made;
    await chancery.meetings.cancelMeeting({ meetingId }, owner.session);
    const { id: other } = await schedule();
    const { invitation } = await chancery.meetings.createMeetingInvitation(
      { meetingId: other, ...cleo },
      owner.session,
    );
    await chancery.meetings.revokeMeetingInvitation(
      { meetingId: other, invitationId: invitation.id },
      owner.session,
    );

    expect([...(await made.mails()), ...(await made.mails())]).to.deep.equal([]);
  });

  it('MTG-111: is taken back by mail where the invitation had left, or was never to be mailed', async () => {
    const made = await meetingWorld({ invitees: [cleo] });
    const { chancery, owner, meetingId, schedule } = made;
    const { id: quiet } = await schedule({ invitees: [cleo], notify: false });
    await made.mails();
    for (const id of [meetingId, quiet])
      await chancery.meetings.cancelMeeting({ meetingId: id }, owner.session);

    const sent = await made.mails();
    expect(sent.map(({ calendar }) => calendar?.method)).to.deep.equal(['CANCEL', 'CANCEL']);
  });
});

/** Cleo and Bo are invited, and their invitations have left. */
async function invited(over: Parameters<typeof meetingWorld>[0] = {}, given = {}) {
  const made = await meetingWorld({ invitees: [cleo], ...over }, given);
  const { sql, meetingId, chancery, owner } = made;
  const first = await made.mails();
  const [row] = await sql<{ id: string }>(
    "select id from meeting_invitations where meeting_id = $1 and role <> 'host'",
    [meetingId],
  );
  let { version } = made.meeting;
  return {
    ...made,
    first,
    invitationId: row?.id ?? '',
    async change(input: object) {
      const { meeting } = await chancery.meetings.updateMeeting(
        { meetingId, expectedVersion: version, ...input },
        owner.session,
      );
      version = meeting.version;
      return meeting;
    },
    sessions: () =>
      sql<{ id: string; version: number }>(
        'select id, version from meeting_occurrences where meeting_id = $1 order by starts_at',
        [meetingId],
      ),
    delivery: () =>
      sql(
        'select delivery_status, last_sent_at, last_sequence from meeting_invitations where meeting_id = $1 and id = $2',
        [meetingId, row?.id],
      ),
    jobs: () =>
      sql<{ status: string; last_error_code: string | null }>(
        "select status, last_error_code from jobs where workspace_id = $1 and topic = 'meetings.mail' order by id",
        [made.workspaceId],
      ),
  };
}

describe('mails about meetings', () => {
  it('gives each invitee a link of their own and the meeting as a calendar file, a minute later', async () => {
    const { invite, mails, owner, meetingId, clock, sql } = await meetingWorld({
      description: 'Bring\nfigures',
    });
    const { inviteUrl } = await invite({ ...cleo, message: 'Please come' });

    expect(await mails(59)).to.deep.equal([]);
    const [mail, ...others] = await mails(1);

    expect(others).to.deep.equal([]);
    expect(mail).to.deep.include({
      from: { name: 'Ada via Chancery', address: mailSettings.mailOrganizer },
      replyTo: owner.email,
      to: { address: cleo.email, name: 'Cleo' },
    });
    expect(mail?.text).to.include(inviteUrl).and.include('09:00').and.include('> figures');
    expect(mail?.text).to.include('Ada writes:\n> Please come');
    expect(mail?.calendar?.method).to.equal('REQUEST');
    expect(readBack(mail?.calendar?.content)).to.deep.include({ method: 'REQUEST' });
    expect(mail?.calendar?.content.replace(/\r\n /g, '')).to.include(`LOCATION:${inviteUrl}`);
    const [row] = await sql(
      'select delivery_status, last_sent_at, last_sequence from meeting_invitations where meeting_id = $1 and email = $2',
      [meetingId, cleo.email],
    );
    expect(row).to.deep.equal({ delivery_status: 'sent', last_sent_at: clock.now(), last_sequence: 0 });
  });

  it('MTG-108: an answer in the mail leads to the page of the invitation, and one about a single date names that date', async () => {
    const { mails, chancery, owner, first, sessions, meetingId } = await invited(weekly);
    const [link = ''] = /\S+&invite=[\w-]{43}/.exec(first[0]?.text ?? '') ?? [];
    const answers = (text = '') => text.match(/^(?:Yes|Maybe|No): \S+$/gm);
    expect(answers(first[0]?.text)).to.deep.equal([
      `Yes: ${link}&answer=accepted`,
      `Maybe: ${link}&answer=tentative`,
      `No: ${link}&answer=declined`,
    ]);

    const [, second] = await sessions();
    await chancery.meetings.updateOccurrence(
      {
        meetingId,
        sessionId: second?.id ?? '',
        startsAt: '2027-06-14T09:30:00Z',
        expectedVersion: second?.version ?? 0,
      },
      owner.session,
    );
    const [changed] = await mails();
    expect(answers(changed?.text)?.[2]).to.equal(`No: ${link}&answer=declined&session=${second?.id}`);
  });

  it('MTG-108: speaks of answering from the calendar entry where a mail gateway hands replies on, and else not', async () => {
    const says = async (inboundSecret: string | null) => {
      const { mails } = await meetingWorld({ invitees: [cleo] }, { settings: { inboundSecret } });
      return (await mails()).map(({ text }) => text.includes('answer with the calendar entry'));
    };

    expect(await says(null)).to.deep.equal([false]);
    expect(await says(`whsec_${Buffer.alloc(32, 7).toString('base64')}`)).to.deep.equal([true]);
  });

  it('MTG-108: replies go to the organizer only while the workspace allows it and the address is verified', async () => {
    const { schedule, mails, chancery, owner, sql } = await meetingWorld();
    const replyToOfNext = async () => {
      await schedule({ invitees: [cleo] });
      return (await mails()).map(({ replyTo, from }) => [replyTo, from]);
    };
    const from = { name: 'Ada via Chancery', address: mailSettings.mailOrganizer };

    expect(await replyToOfNext()).to.deep.equal([[owner.email, from]]);
    await chancery.workspace.updateSettings({ meetingRepliesToOrganizer: false }, owner.session);
    expect(await replyToOfNext()).to.deep.equal([[null, from]]);
    await chancery.workspace.updateSettings({ meetingRepliesToOrganizer: true }, owner.session);
    await sql('update accounts set email_verified_at = null where id = $1', [owner.id]);
    expect(await replyToOfNext()).to.deep.equal([[null, from]]);
  });

  it('MTG-108: the name and logo of the workspace head each mail that somebody invited gets', async () => {
    const { mails, chancery, owner, first, meetingId } = await invited();
    const logoUrl = 'https://logos.example.com/clinic.png';
    await chancery.workspace.updateWorkspace({ name: 'Clinic & Co', logoUrl }, owner.session);
    await chancery.meetings.remindInvitees({ meetingId }, owner.session);
    const reminders = await mails(0);
    await chancery.meetings.cancelMeeting({ meetingId }, owner.session);
    const cancellations = await mails();

    expect(first[0]?.html).to.not.include('<img');
    for (const told of [reminders, cancellations]) {
      expect(told.map(({ to }) => to.address)).to.deep.equal([cleo.email]);
      expect(told[0]?.text).to.match(/^Clinic & Co\n\nHello Cleo,/);
      expect(told[0]?.html).to.include(`<img src="${logoUrl}" alt=""`).and.include('Clinic &amp; Co</span>');
      expect(told[0]?.from).to.deep.include({ name: 'Ada via Chancery' });
    }
  });

  it('sends an invitation by the link that its answer gave when link keys were rotated before the mail left', async () => {
    const { invite, mails, ports } = await meetingWorld();
    const { inviteUrl } = await invite();

    ports.linkTokens.rotate();
    const [mail] = await mails();

    expect(mail?.text).to.include(inviteUrl);
  });

  it('ends the job rather than mail a link that no longer fits its digest', async () => {
    const { invite, mails, sql, meetingId, workspaceId } = await meetingWorld();
    await invite();
    await sql('update meeting_invitations set token_hash = id::text where meeting_id = $1', [meetingId]);

    expect(await mails()).to.deep.equal([]);

    const rows = await sql(
      "select status, last_error_code from jobs where workspace_id = $1 and topic = 'meetings.mail'",
      [workspaceId],
    );
    expect(rows).to.deep.equal([{ status: 'dead', last_error_code: 'link_key.missing' }]);
  });

  it('MTG-78: fifty edits in a minute give each invitee one mail, of the meeting as it stands then', async () => {
    const { change, mails, clock, worker, first } = await invited({
      invitees: [cleo, { email: 'dan@client.example' }],
    });

    for (let edit = 1; edit <= 50; edit += 1) {
      await change({ title: `Review ${edit}` });
      clock.advance({ seconds: 1 });
      if (edit % 10 === 0) await worker.drain();
    }
    const told = await mails(10);

    expect(first).to.have.lengthOf(2);
    expect(told.map(({ to }) => to.address).sort()).to.deep.equal([cleo.email, 'dan@client.example']);
    for (const { subject, calendar } of told) {
      expect(subject).to.include('Review 50');
      expect(readBack(calendar?.content).events[0]?.sequence).to.equal(50);
    }
    expect(await mails(120)).to.deep.equal([]);
  });

  it('MTG-33: asks nobody to answer anew if only the text changed', async () => {
    const { change, mails } = await invited();
    await change({ title: 'Another title' });

    const [mail] = await mails();

    expect(mail?.text).to.include('Another title').and.not.include('Please say again whether you come');
  });

  it('says what changed, old and new, and asks for the answer anew', async () => {
    const { change, mails, first, chancery, tokenOf } = await invited();
    await chancery.meetings.respondToMeetingInvitation(
      { token: tokenOf(first[0]?.text ?? ''), response: 'accepted' },
      aStranger(),
    );

    await change({ scheduledStartAt: '2027-06-07T09:30:00Z' });
    const [mail] = (await mails()).filter(({ to }) => to.address === cleo.email);

    expect(mail?.subject).to.equal('Changed: Review (Monday, 7 June 2027, 11:30)');
    expect(mail?.text).to.include(
      'Until now: Monday, 7 June 2027, 09:00–10:00\nWhen: Monday, 7 June 2027, 11:30–12:30',
    );
    expect(mail?.text).to.include('Please say again whether you come');
    expect(mail?.inReplyTo).to.equal(first[0]?.messageId);
    expect(mail?.calendar?.content).to.include('PARTSTAT=NEEDS-ACTION');
  });

  it('does not mention a time that was changed back before the mail left', async () => {
    const { change, mails } = await invited();

    await change({ scheduledStartAt: '2027-06-07T09:30:00Z' });
    await change({ scheduledStartAt: mondayMorning });
    const [mail] = await mails();

    expect(mail?.text).to.not.include('Until now');
  });

  it('MTG-37: sends nothing for a change with notify: false, which raises SEQUENCE all the same', async () => {
    const { change, mails, sessions, chancery, owner, meetingId } = await invited(weekly);
    const [first] = await sessions();

    await change({ title: 'Quietly', notify: false });
    await chancery.meetings.updateOccurrence(
      { meetingId, sessionId: first?.id ?? '', expectedVersion: 1, title: 'Too', notify: false },
      owner.session,
    );
    await chancery.meetings.createMeetingInvitation(
      { meetingId, email: 'dan@client.example', notify: false },
      owner.session,
    );
    expect(await mails(120)).to.deep.equal([]);

    const { meeting } = await chancery.meetings.getMeeting({ meetingId }, owner.session);
    expect(meeting.icalSequence).to.equal(2);
  });

  it('MTG-75: a message about one session holds only that component; a new invitee gets the series and its exceptions', async () => {
    const { sessions, chancery, owner, meetingId, mails, invite } = await invited(weekly);
    const [, second] = await sessions();
    await chancery.meetings.updateOccurrence(
      { meetingId, sessionId: second?.id ?? '', expectedVersion: 1, startsAt: '2027-06-14T13:00:00Z' },
      owner.session,
    );

    const [moved] = await mails();
    await invite({ email: 'dan@client.example' });
    const [whole] = await mails();

    expect(moved?.to.address).to.equal(cleo.email);
    expect(moved?.text).to.include(
      'Until now: Monday, 14 June 2027, 09:00–10:00\nWhen: Monday, 14 June 2027, 15:00–16:00',
    );
    expect(readBack(moved?.calendar?.content)).to.deep.include({ method: 'REQUEST' });
    expect(
      readBack(moved?.calendar?.content).events.map(({ recurrenceId, start }) => [recurrenceId, start]),
    ).to.deep.equal([['2027-06-14T09:00:00', '2027-06-14T15:00:00']]);
    expect(whole?.to.address).to.equal('dan@client.example');
    expect(
      readBack(whole?.calendar?.content).events.map(({ recurrenceId, rule }) => [recurrenceId, rule]),
    ).to.deep.equal([
      [null, 'FREQ=WEEKLY;COUNT=3'],
      ['2027-06-14T09:00:00', null],
    ]);
  });

  it('cancels one session for everybody, also for those who declined', async () => {
    const { sessions, chancery, owner, meetingId, mails, first, tokenOf } = await invited(weekly);
    await chancery.meetings.respondToMeetingInvitation(
      { token: tokenOf(first[0]?.text ?? ''), response: 'declined' },
      aStranger(),
    );
    const [one] = await sessions();

    await chancery.meetings.updateOccurrence(
      { meetingId, sessionId: one?.id ?? '', expectedVersion: 1, status: 'cancelled', reason: 'Holiday' },
      owner.session,
    );
    const [mail] = (await mails()).filter(({ to }) => to.address === cleo.email);

    expect(mail?.subject).to.equal('Cancelled: Review on Monday, 7 June 2027, 09:00');
    expect(mail?.text).to.include('> Holiday');
    expect(mail?.calendar?.method).to.equal('CANCEL');
    const read = readBack(mail?.calendar?.content);
    expect(read.events.map(({ recurrenceId, status }) => [recurrenceId, status])).to.deep.equal([
      ['2027-06-07T09:00:00', 'CANCELLED'],
    ]);
  });

  it('meetings 7.4: never merges a cancellation away, and sends in order', async () => {
    const { sessions, chancery, owner, meetingId, mails } = await invited(weekly);
    const [one] = await sessions();
    const set = (input: object, expectedVersion: number) =>
      chancery.meetings.updateOccurrence(
        { meetingId, sessionId: one?.id ?? '', expectedVersion, ...input },
        owner.session,
      );
    await set({ title: 'Other' }, 1);
    await set({ status: 'cancelled' }, 2);
    await set({ status: 'scheduled' }, 3);

    const told = await mails();

    expect(told.map(({ calendar }) => calendar?.method)).to.deep.equal(['CANCEL', 'REQUEST']);
    expect(told.map(({ subject }) => subject.split(':')[0])).to.deep.equal(['Cancelled', 'Changed']);
  });

  it('MTG-71: a meeting that is cancelled is taken out of every calendar, with the reason', async () => {
    const { chancery, owner, meetingId, mails, change } = await invited();
    await change({ title: 'Overtaken' });

    await chancery.meetings.cancelMeeting({ meetingId, reason: 'No longer needed' }, owner.session);
    const told = await mails();

    expect(told.map(({ subject }) => subject)).to.deep.equal([
      'Cancelled: Overtaken (Monday, 7 June 2027, 09:00)',
    ]);
    expect(told[0]?.text).to.include('> No longer needed');
    const { method, events } = readBack(told[0]?.calendar?.content);
    expect([method, events[0]?.status, events[0]?.rule]).to.deep.equal(['CANCEL', 'CANCELLED', null]);
  });

  it('MTG-47: whoever is no longer invited gets a cancellation of their own, and nobody else a mail', async () => {
    const { chancery, owner, meetingId, mails, invitationId, invite } = await invited();
    await invite({ email: 'dan@client.example' });
    await mails();

    await chancery.meetings.revokeMeetingInvitation(
      { meetingId, invitationId, reason: 'Other people' },
      owner.session,
    );
    const told = await mails();

    expect(told.map(({ to, subject }) => [to.address, subject])).to.deep.equal([
      [cleo.email, 'No longer invited: Review (Monday, 7 June 2027, 09:00)'],
    ]);
    expect(told[0]?.text).to.include('> Other people').and.not.include('invite=');
    const { method, events } = readBack(told[0]?.calendar?.content);
    expect([method, events[0]?.sequence]).to.deep.equal(['CANCEL', 1]);
  });

  it('meetings 7.4: announces a split in two mails, the head before the tail', async () => {
    const { change, sessions, mails, meeting } = await invited({
      recurrence: { rrule: 'FREQ=WEEKLY;COUNT=4' },
    });
    const third = (await sessions())[2];

    await change({
      scope: 'this_and_following',
      sessionId: third?.id,
      scheduledStartAt: '2027-06-21T08:00:00Z',
    });
    const told = await mails();

    const files = told.map(({ calendar }) => readBack(calendar?.content).events[0]);
    expect(files).to.have.lengthOf(2);
    expect(files[0]?.uid).to.equal(meeting.icalUid);
    expect(files[1]?.uid).to.not.equal(meeting.icalUid);
    expect([files[0]?.sequence, files[1]?.sequence]).to.deep.equal([1, 0]);
    expect(files[1]?.start).to.equal('2027-06-21T10:00:00');
  });

  it('resending revokes the old link and mails the new one', async () => {
    const { chancery, owner, meetingId, mails, invitationId, first } = await invited();

    const { inviteUrl } = await chancery.meetings.resendMeetingInvitation(
      { meetingId, invitationId, message: 'Once more' },
      owner.session,
    );
    const [mail] = await mails();

    expect(first[0]?.text).to.not.include(inviteUrl);
    expect(mail?.text).to.include(inviteUrl).and.include('> Once more');
    expect(mail?.subject).to.match(/^Invitation: /);
    expect(readBack(mail?.calendar?.content).events[0]?.sequence).to.equal(1);
  });

  it('MTG-77: tries again under the same message id, with the sequence that the meeting has by then', async () => {
    const { change, ports, worker, clock, delivery } = await invited();
    const tried: (string | number)[] = [];
    const { send } = ports.mail;
    ports.mail.send = async (message) => {
      tried.push(message.messageId, Number(readBack(message.calendar?.content).events[0]?.sequence));
      if (tried.length === 2) throw new Error('connection refused');
      await send.call(ports.mail, message);
    };
    await change({ title: 'First' });
    clock.advance({ seconds: 60 });
    await worker.drain();
    await change({ title: 'Second', notify: false });

    clock.advance({ seconds: 15 });
    await worker.drain();

    expect(tried).to.deep.equal([tried[0], 1, tried[0], 2]);
    expect(await delivery()).to.deep.include({
      delivery_status: 'sent',
      last_sent_at: clock.now(),
      last_sequence: 2,
    });
  });

  it('records a refused mail on the invitation and ends the job', async () => {
    const { invite, ports, mails, sql, meetingId, workspaceId } = await meetingWorld();
    await invite();
    ports.mail.failure = new MailRefused('550 no such mailbox');

    await mails();

    expect(
      await sql(
        "select delivery_status, last_sent_at from meeting_invitations where meeting_id = $1 and role <> 'host'",
        [meetingId],
      ),
    ).to.deep.equal([{ delivery_status: 'failed', last_sent_at: null }]);
    expect(
      await sql(
        "select status, last_error_code from jobs where workspace_id = $1 and topic = 'meetings.mail'",
        [workspaceId],
      ),
    ).to.deep.equal([{ status: 'dead', last_error_code: 'mail.refused' }]);
  });

  it('MTG-49: shows a member the names of the other invitees and a host their addresses too, a guest nobody, and nobody the address of the organizer', async () => {
    const base = await meetingWorld();
    const [bo, dan] = [await base.person('member', 'Bo'), await base.person('member', 'Dan')];
    await base.invite({ userId: bo.id });
    await base.invite();
    await base.invite({ userId: dan.id, role: 'host' });

    const told = await base.mails();

    const attendees = (address: string) =>
      new ICAL.Component(
        ICAL.parse(
          told.find(({ to, calendar }) => calendar && to.address === address)?.calendar?.content ?? '',
        ),
      )
        .getFirstSubcomponent('vevent')
        ?.getAllProperties('attendee')
        .map((attendee) => [attendee.getParameter('cn'), attendee.getFirstValue()]);
    expect(attendees(bo.email)).to.deep.equal([
      ['Bo', `mailto:${bo.email}`],
      ['Cleo', 'mailto:hidden@app.example.com'],
      ['Dan', 'mailto:hidden@app.example.com'],
    ]);
    expect(attendees(dan.email)).to.deep.equal([
      ['Dan', `mailto:${dan.email}`],
      ['Bo', `mailto:${bo.email}`],
      ['Cleo', `mailto:${cleo.email}`],
    ]);
    expect(attendees(cleo.email)).to.deep.equal([['Cleo', `mailto:${cleo.email}`]]);
    expect(told.map(({ calendar }) => calendar?.content).join('')).to.not.include(base.owner.email);
  });

  it('writes to a member in their own language and time zone, to a guest in those of the workspace and the meeting', async () => {
    const base = await meetingWorld();
    const bo = await base.person('member', 'Bo');
    await base.sql("update accounts set locale = 'de-CH', time_zone = 'America/New_York' where id = $1", [
      bo.id,
    ]);
    await base.invite({ userId: bo.id });
    await base.invite();

    const told = await base.mails();

    const of = (address: string) => told.find(({ to, calendar }) => calendar && to.address === address);
    expect(of(bo.email)?.subject).to.equal('Einladung: Review (Montag, 7. Juni 2027, 09:00)');
    expect(of(bo.email)?.text).to.include('Ihre Zeit: Montag, 7. Juni 2027, 03:00–04:00 (America/New_York)');
    expect(of(cleo.email)?.subject).to.match(/^Invitation: /);
    expect(of(cleo.email)?.text).to.not.include('Your time');
  });
});

onBothDatabases('mails about meetings', (database) => {
  it('MTG-78: edits that several workers process at once give each invitee one mail', async () => {
    const { change, mails, worker } = await invited({ invitees: [cleo] }, { database: database() });
    for (let edit = 1; edit <= 6; edit += 1) await change({ title: `Review ${edit}` });

    await Promise.all([worker.drain(), worker.drain(), worker.drain()]);

    expect((await mails()).map(({ to }) => to.address)).to.deep.equal([cleo.email]);
  });
});
