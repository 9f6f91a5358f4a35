import {
  aStranger,
  failureOf,
  faultsOf,
  overridePlan,
  webinarWorld,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

const questions = [
  { label: 'Participants', type: 'short_text' as const, required: true },
  { label: 'Size', type: 'single_choice' as const, options: ['small', 'large'] },
  { label: 'Topics', type: 'multiple_choice' as const, options: ['one', 'two', 'three'] },
  { label: 'I agree', type: 'checkbox' as const, required: true },
];

describe('registerForWebinar', () => {
  it('MTG-25: continues if the newest part of a split webinar is cancelled, with the settings of the part that is left', async () => {
    const { chancery, meeting, owner, joinCode, register, registrations } = await webinarWorld(
      { capacity: 1 },
      {},
      { recurrence: { rrule: 'FREQ=WEEKLY;COUNT=4' } },
    );
    const { occurrences } = await chancery.meetings.listOccurrences({ meetingId: meeting.id }, owner.session);
    const { meeting: tail } = await chancery.meetings.updateMeeting(
      {
        meetingId: meeting.id,
        expectedVersion: meeting.version,
        scope: 'this_and_following',
        sessionId: occurrences[2]?.id ?? '',
        title: 'Called off',
      },
      owner.session,
    );
    await chancery.meetings.cancelMeeting({ meetingId: tail.id }, owner.session);

    const shown = await chancery.meetings.getWebinar({ joinCode }, aStranger());
    expect([shown.title, shown.status, shown.registration.isOpen, shown.occurrences.length]).to.deep.equal([
      'Spring release',
      'scheduled',
      true,
      2,
    ]);
    const door = await chancery.meetings.resolveJoinCode({ joinCode }, aStranger());
    expect(door.title).to.equal(shown.title);
    expect((await register('cleo')).registration.status).to.equal('approved');
    expect((await registrations()).map(({ displayName }) => displayName)).to.deep.equal(['cleo']);

    await chancery.meetings.cancelMeeting({ meetingId: meeting.id }, owner.session);
    expect((await chancery.meetings.getWebinar({ joinCode }, aStranger())).status).to.equal('cancelled');
    expect(await failureOf(register('dan'))).to.equal('registration.closed');
  });

  it('gives a free place at once, and mails the link with a calendar file', async () => {
    const { register, statuses, mails, tokenOf, meeting, happened, owner, ports } = await webinarWorld();

    const answer = await register('cleo');

    expect(answer.registration).to.deep.equal({ status: 'approved' });
    expect(await statuses()).to.deep.equal({ cleo: 'approved' });
    const [mail, ...others] = await mails();
    expect(others).to.deep.equal([]);
    expect(mail).to.deep.include({
      to: { address: 'cleo@client.example', name: 'cleo' },
      from: { name: 'Ada via Chancery', address: ports.settings.mailOrganizer },
      replyTo: owner.email,
      subject: 'You are registered: Spring release',
    });
    expect(mail?.text).to.include(`${meeting.joinUrl}&registration=${await tokenOf('cleo')}`);
    expect(mail?.text).to.include('Monday, 30 November 2026, 10:00–11:00');
    expect(mail?.calendar?.method).to.equal('REQUEST');
    expect(mail?.calendar?.content).to.include('ATTENDEE').and.include('cleo@client.example');
    const told = (await happened()).filter(({ type }) => type.startsWith('registration.'));
    expect(told.map(({ type, facts }) => ({ type, facts }))).to.deep.equal([
      { type: 'registration.approved', facts: { meetingId: meeting.id, byUserId: null, promoted: false } },
    ]);
  });

  it('leaves each registration to a host if the webinar requires approval', async () => {
    const { register, statuses, mails, happened } = await webinarWorld({ registrationMode: 'approval' });

    expect((await register('cleo')).registration.status).to.equal('pending');
    expect((await happened()).at(-1)?.type).to.equal('registration.created');

    expect(await statuses()).to.deep.equal({ cleo: 'pending' });
    const [mail] = await mails();
    expect([mail?.subject, mail?.calendar ?? null]).to.deep.equal([
      'Registration received: Spring release',
      null,
    ]);
  });

  it('MTG-81: refuses when every place is taken, unless the webinar has a waiting list', async () => {
    const { register, change, statuses, mails, happened, meeting } = await webinarWorld({ capacity: 1 });
    await register('cleo');

    expect(await failureOf(register('dan'))).to.equal('registration.full');
    await change({ waitlistEnabled: true });
    expect((await register('eve')).registration.status).to.equal('waitlisted');

    expect(await statuses()).to.deep.equal({ cleo: 'approved', eve: 'waitlisted' });
    expect((await mails()).map(({ subject }) => subject)).to.have.members([
      'You are registered: Spring release',
      'On the waiting list: Spring release',
    ]);
    expect((await happened()).slice(-1).map(({ type, facts }) => ({ type, facts }))).to.deep.equal([
      { type: 'registration.waitlisted', facts: { meetingId: meeting.id } },
    ]);
  });

  it('MTG-84: answers a known address as an unknown one, and names the link in no answer', async () => {
    const { register, registrations, tokenOf, chancery, joinCode } = await webinarWorld({
      capacity: 3,
      showRemaining: true,
    });

    const answers = [
      await register('cleo'),
      await register('cleo', { email: ' CLEO@client.example' }),
      await register('dan'),
    ];

    expect(answers[1]).to.deep.equal(answers[0]);
    expect(answers[2]).to.deep.equal(answers[0]);
    expect(await registrations()).to.have.lengthOf(2);
    const page = await chancery.meetings.getWebinar({ joinCode }, aStranger());
    const said = JSON.stringify([answers, page]);
    for (const secret of [await tokenOf('cleo'), await tokenOf('dan'), 'cleo', 'dan'])
      expect(said).to.not.include(secret);
  });

  it('MTG-84: refuses a known address like any other once all places are taken, and mails its link all the same', async () => {
    const { register, mails, clock, tokenOf } = await webinarWorld({ capacity: 1 });
    await register('cleo');
    const token = await tokenOf('cleo');
    await mails();
    clock.advance({ minutes: 10 });

    expect(await failureOf(register('cleo'))).to.equal(await failureOf(register('dan')));

    const again = await mails();
    expect(again.map(({ to }) => to.address)).to.deep.equal(['cleo@client.example']);
    expect(again[0]?.text).to.include(token);
  });

  it('mails a known address again at most every ten minutes', async () => {
    const { register, mails, clock } = await webinarWorld();
    const counts: number[] = [];

    for (const minutes of [0, 2, 5, 3, 1]) {
      clock.advance({ minutes });
      await register('cleo');
      counts.push((await mails()).length);
    }

    // A minute passes before each mail leaves.
    expect(counts).to.deep.equal([1, 0, 0, 1, 0]);
  });

  it('does not approve an address that was declined when it registers again', async () => {
    const { register, decide, statuses, registrations } = await webinarWorld();
    await register('cleo');
    await decide('cleo', 'decline');

    expect((await register('cleo')).registration.status).to.equal('approved');

    expect(await statuses()).to.deep.equal({ cleo: 'declined' });
    expect(await registrations()).to.have.lengthOf(1);
  });

  it('lets whoever cancelled register again', async () => {
    const { register, cancel, registrations } = await webinarWorld();
    await register('cleo');
    await cancel('cleo');

    await register('cleo');

    expect((await registrations()).map(({ status }) => status)).to.deep.equal(['cancelled', 'approved']);
  });

  it('MTG-85: keeps answers with the question as it was asked, even after the question is deleted', async () => {
    const { register, registrations, meeting, change } = await webinarWorld({ questions });
    const [company, size, topics, agree] = meeting.webinar?.questions ?? [];
    const answers = [
      { questionId: topics?.id ?? '', value: ['three', 'one'] },
      { questionId: company?.id ?? '', value: '  Ärzte e.V. ' },
      { questionId: agree?.id ?? '', value: true },
      { questionId: size?.id ?? '', value: '' },
    ];
    await register('cleo', { answers });

    await change({ questions: [] });

    const [registration] = await registrations();
    expect(registration?.answers).to.deep.equal([
      { questionId: company?.id, label: 'Participants', value: 'Ärzte e.V.' },
      { questionId: topics?.id, label: 'Topics', value: ['one', 'three'] },
      { questionId: agree?.id, label: 'I agree', value: true },
    ]);
    expect(await faultsOf(register('dan', { answers: answers.slice(1, 2) }))).to.deep.equal([
      '/answers/0/questionId answer.unknown_question',
    ]);
  });

  it('MTG-85: names every fault of the answers', async () => {
    const { register, meeting, statuses } = await webinarWorld({ questions });
    const [company, size, topics, agree] = meeting.webinar?.questions ?? [];
    const faults = (answers: [string | undefined, string | string[] | boolean][]) =>
      faultsOf(
        register('cleo', {
          answers: answers.map(([questionId, value]) => ({ questionId: questionId ?? '', value })),
        }),
      );

    expect(await faults([])).to.deep.equal(['/answers answer.required', '/answers answer.required']);
    expect(
      await faults([
        [company?.id, 'x'.repeat(201)],
        [size?.id, 'medium'],
        [topics?.id, ['one', 'four']],
        [agree?.id, false],
        [meeting.id, 'x'],
      ]),
    ).to.deep.equal([
      '/answers/4/questionId answer.unknown_question',
      '/answers/0/value answer.too_long',
      '/answers/1/value answer.not_an_option',
      '/answers/2/value answer.not_an_option',
      '/answers/3/value answer.required',
    ]);
    expect(await statuses()).to.deep.equal({});
  });

  it('MTG-86: is open from its opening, inclusive, to its close, exclusive, and shows how many places are left', async () => {
    const { register, clock, chancery, joinCode } = await webinarWorld({
      capacity: 3,
      showRemaining: true,
      registrationOpensAt: '2026-11-23T13:00:00Z',
      registrationClosesAt: '2026-11-23T14:00:00Z',
    });
    const outcomes: [string, boolean, number | null][] = [];

    for (const [name, seconds] of [
      ['a', 3599],
      ['b', 1],
      ['c', 3599],
      ['d', 1],
    ] as const) {
      clock.advance({ seconds });
      const page = await chancery.meetings.getWebinar({ joinCode }, aStranger());
      const { isOpen, remaining } = page.registration;
      outcomes.push([await failureOf(register(name)), isOpen, remaining]);
    }

    expect(outcomes).to.deep.equal([
      ['registration.closed', false, 3],
      ['none', true, 3],
      ['none', true, 2],
      ['registration.closed', false, 1],
    ]);
  });

  it('MTG-86: without a closing time it ends with the last occurrence, or when the webinar is cancelled', async () => {
    const { register, clock, sql, meeting } = await webinarWorld();
    clock.advance({ days: 6, hours: 21, minutes: 59 });
    expect(await failureOf(register('cleo'))).to.equal('none');

    clock.advance({ minutes: 1 });
    expect(await failureOf(register('dan'))).to.equal('registration.closed');
    clock.advance({ days: -3 });
    await sql("update meetings set status = 'cancelled' where id = $1", [meeting.id]);
    expect(await failureOf(register('eve'))).to.equal('registration.closed');
  });

  it('finds no webinar by the code of another meeting, nor by an unknown code', async () => {
    const { chancery, owner } = await webinarWorld();
    const { joinCode } = await chancery.meetings.createMeeting(
      { title: 'Review', scheduledStartAt: '2026-11-30T09:00:00Z' },
      owner.session,
    );

    for (const code of [joinCode, 'aaaaa-aaaaa']) {
      expect(await failureOf(chancery.meetings.getWebinar({ joinCode: code }, aStranger()))).to.equal(
        'meeting.not_found',
      );
      const asked = chancery.meetings.registerForWebinar(
        { joinCode: code, email: 'x@y.example', displayName: 'x' },
        aStranger(),
      );
      expect(await failureOf(asked)).to.equal('meeting.not_found');
    }
  });

  it('holds no more people than the plan has places', async () => {
    const { register, sql, workspaceId, statuses } = await webinarWorld({ waitlistEnabled: true });
    await overridePlan({ sql, workspaceId }, { webinar_attendees: 1 });

    await register('cleo');
    await register('dan');

    expect(await statuses()).to.deep.equal({ cleo: 'approved', dan: 'waitlisted' });
  });
});
