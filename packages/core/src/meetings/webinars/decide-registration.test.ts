import { aStranger, failureOf, webinarWorld } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { registrationStates } from './registration.ts';

describe('decideRegistration', () => {
  it('approves while places are free, and then refuses', async () => {
    const { register, decide, statuses, mails } = await webinarWorld({
      registrationMode: 'approval',
      capacity: 1,
    });
    await register('cleo');
    await register('dan');
    await mails();

    const { registration } = await decide('cleo', 'approve');

    expect(registration).to.deep.include({ status: 'approved', version: 2 });
    expect(registration.decidedBy?.displayName).to.equal('Ada');
    expect(await failureOf(decide('dan', 'approve'))).to.equal('registration.capacity_reached');
    expect(await statuses()).to.deep.equal({ cleo: 'approved', dan: 'pending' });
    expect((await mails()).map(({ subject, calendar }) => [subject, calendar?.method])).to.deep.equal([
      ['You are registered: Spring release', 'REQUEST'],
    ]);
  });

  it('declines with a reason, cancels the calendar entry under a higher SEQUENCE, and the link is gone', async () => {
    const { register, decide, mails, tokenOf, chancery, meeting, sql } = await webinarWorld();
    await register('cleo');
    const [given] = await mails();
    const token = await tokenOf('cleo');

    await decide('cleo', 'decline', { reason: 'Only for clients' });

    const [mail] = await mails();
    expect([mail?.subject, mail?.calendar?.method, mail?.inReplyTo]).to.deep.equal([
      'Registration declined: Spring release',
      'CANCEL',
      given?.messageId,
    ]);
    expect(mail?.text).to.include('> Only for clients').and.not.include(token);
    const [row] = await sql('select ical_sequence from meetings where id = $1', [meeting.id]);
    expect(row).to.deep.equal({ ical_sequence: 1 });
    expect(mail?.calendar?.content).to.include('SEQUENCE:1');
    expect(await failureOf(chancery.meetings.getRegistration({ token }, aStranger()))).to.equal('link.gone');
  });

  it('lets a host approve somebody whom they declined; the mail carries the link again', async () => {
    const { register, decide, mails, tokenOf, chancery } = await webinarWorld({
      registrationMode: 'approval',
    });
    await register('cleo');
    await decide('cleo', 'decline');
    await decide('cleo', 'approve');

    const sent = await mails();

    // What was overtaken within a minute is not told.
    expect(sent.map(({ subject }) => subject)).to.deep.equal(['You are registered: Spring release']);
    const { registration, joinUrl, calendarUrl } = await chancery.meetings.getRegistration(
      { token: await tokenOf('cleo') },
      aStranger(),
    );
    expect(registration).to.deep.equal({ status: 'approved', displayName: 'cleo', waitlistPosition: null });
    expect(joinUrl).to.include('&registration=');
    expect(calendarUrl).to.match(/calendar\.ics\?invite=/);
  });

  it('MTG-82: a freed place goes to whoever has waited longest, once', async () => {
    const { register, decide, cancel, statuses, mails, happened } = await webinarWorld({
      capacity: 2,
      waitlistEnabled: true,
    });
    for (const name of ['a', 'b', 'c', 'd', 'e']) await register(name);
    await mails();

    await decide('a', 'decline');
    await cancel('b');

    expect(await statuses()).to.deep.equal({
      a: 'declined',
      b: 'cancelled',
      c: 'approved',
      d: 'approved',
      e: 'waitlisted',
    });
    const sent = await mails();
    expect(
      sent.filter(({ calendar }) => calendar?.method === 'REQUEST').map(({ to }) => to.name),
    ).to.have.members(['c', 'd']);
    const promoted = (await happened()).filter(
      ({ type, facts }) => type === 'registration.approved' && facts.promoted === true,
    );
    expect(promoted).to.have.lengthOf(2);
    await decide('c', 'decline');
    expect((await mails()).map(({ to, calendar }) => [to.name, calendar?.method])).to.have.deep.members([
      ['c', 'CANCEL'],
      ['e', 'REQUEST'],
    ]);
  });

  it('MTG-82: the longest wait decides, whatever the order of the rows; of equal waits the first to register', async () => {
    const { register, cancel, statuses, registrationOf, sql } = await webinarWorld({
      capacity: 1,
      waitlistEnabled: true,
    });
    for (const name of ['a', 'b', 'c', 'd']) await register(name);
    const since = async (name: string, minutes: number) =>
      sql(
        "update webinar_registrations set waitlisted_at = waitlisted_at - $2 * interval '1 minute' where id = $1",
        [(await registrationOf(name)).id, minutes],
      );
    await since('c', 5);
    await since('d', 5);
    const lines: Record<string, number | null> = {};
    for (const name of ['b', 'c', 'd']) lines[name] = (await registrationOf(name)).waitlistPosition;

    await cancel('a');

    expect(lines).to.deep.equal({ b: 3, c: 1, d: 2 });
    expect(await statuses()).to.deep.equal({
      a: 'cancelled',
      b: 'waitlisted',
      c: 'approved',
      d: 'waitlisted',
    });
    await cancel('c');
    expect(await statuses()).to.deep.include({ b: 'waitlisted', d: 'approved' });
  });

  it('MTG-82: whoever leaves the line frees no place', async () => {
    const { register, decide, cancel, statuses } = await webinarWorld({ capacity: 1, waitlistEnabled: true });
    for (const name of ['a', 'b', 'c', 'd']) await register(name);

    await decide('b', 'decline');
    await cancel('c');

    expect(await statuses()).to.deep.equal({ a: 'approved', b: 'declined', c: 'cancelled', d: 'waitlisted' });
  });

  it('MTG-83: a lower capacity keeps everybody and promotes nobody; a higher one promotes in order', async () => {
    const { register, change, cancel, statuses, worker } = await webinarWorld({
      capacity: 3,
      waitlistEnabled: true,
    });
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) await register(name);

    await change({ capacity: 1 });
    await worker.run('meetings.promote_waitlist');
    await cancel('a');
    expect(await statuses()).to.deep.equal({
      a: 'cancelled',
      b: 'approved',
      c: 'approved',
      d: 'waitlisted',
      e: 'waitlisted',
      f: 'waitlisted',
    });

    await change({ capacity: 4 });
    await worker.run('meetings.promote_waitlist');
    expect(await statuses()).to.deep.include({ d: 'approved', e: 'approved', f: 'waitlisted' });
  });

  it('MTG-83: PATCH of the meeting that raises the capacity promotes at once', async () => {
    const { register, statuses, chancery, meeting, owner } = await webinarWorld({
      capacity: 1,
      waitlistEnabled: true,
    });
    for (const name of ['a', 'b', 'c']) await register(name);

    await chancery.meetings.updateMeeting(
      { meetingId: meeting.id, webinar: { capacity: 2 }, expectedVersion: meeting.version },
      owner.session,
    );

    expect(await statuses()).to.deep.equal({ a: 'approved', b: 'approved', c: 'waitlisted' });
  });

  for (const state of registrationStates.states) {
    for (const action of ['approve', 'decline'] as const) {
      if (registrationStates.can(state, action)) continue;
      it(`MTG-87: refuses to ${action} a registration that is ${state}, also when all places are taken, and changes nothing`, async () => {
        const { register, decide, sql, meeting, statuses } = await webinarWorld({ capacity: 1 });
        await register('cleo');
        await sql('update webinar_registrations set status = $2 where meeting_id = $1', [meeting.id, state]);

        expect(await failureOf(decide('cleo', action))).to.equal('registration.invalid_state');
        expect(await statuses()).to.deep.equal({ cleo: state });
      });
    }
  }

  it('is for those who run the webinar, and for owners and admins', async () => {
    const { register, chancery, meeting, person, stranger, registrations, sql } = await webinarWorld();
    await register('cleo');
    const [registration] = await registrations();
    const outcome = async (caller: { session: Parameters<typeof chancery.meetings.decideRegistration>[1] }) =>
      failureOf(
        chancery.meetings.decideRegistration(
          {
            meetingId: meeting.id,
            registrationId: registration?.id ?? '',
            decision: 'decline',
            expectedVersion: 9,
          },
          caller.session,
        ),
      );

    expect(await outcome(await person('admin'))).to.equal('version_conflict');
    expect(await outcome(await person('member'))).to.equal('meeting.not_found');
    expect(await outcome(await stranger())).to.equal('meeting.not_found');
    await sql("update meetings set visibility = 'workspace' where id = $1", [meeting.id]);
    expect(await outcome(await person('member'))).to.equal('permission.denied');
  });
});
