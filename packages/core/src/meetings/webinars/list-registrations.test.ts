import { aStranger, failureOf, webinarWorld } from '@chancery/adapters-persistence/testing';
import { textOfFile } from '@chancery/core/testing';
import { expect } from 'chai';

describe('listRegistrations', () => {
  it('MTG-18: gives the same sequence of its own registrations page by page as at once, with totals', async () => {
    const { register, chancery, meeting, owner } = await webinarWorld({ capacity: 2, waitlistEnabled: true });
    const { meeting: other } = await chancery.meetings.createMeeting(
      { title: 'Talk', meetingType: 'webinar', scheduledStartAt: '2026-11-30T09:00:00Z' },
      owner.session,
    );
    await register('z', { joinCode: other.joinCode });
    for (const name of ['a', 'b', 'c']) await register(name);
    const ask = (more: object) =>
      chancery.meetings.listRegistrations({ meetingId: meeting.id, ...more }, owner.session);

    const walked: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof ask>> = await ask({
        limit: 1,
        ...(cursor === null ? {} : { cursor }),
      });
      walked.push(...page.registrations.map(({ displayName }) => displayName));
      cursor = page.nextCursor;
    } while (cursor !== null);

    const all = await ask({});
    expect(walked).to.deep.equal(['a', 'b', 'c']);
    expect(all.registrations.map(({ displayName }) => displayName)).to.deep.equal(walked);
    expect(all.totals).to.deep.equal({ pending: 0, approved: 2, waitlisted: 1, declined: 0, cancelled: 0 });
    expect(
      (await ask({ status: 'waitlisted' })).registrations.map(({ waitlistPosition }) => waitlistPosition),
    ).to.deep.equal([1]);
  });

  it('MTG-98: an owner who is not in the private webinar leaves a trace', async () => {
    const { chancery, owner, person, happened } = await webinarWorld();
    const bo = await person('member', 'Bo');
    const { meeting } = await chancery.meetings.createMeeting(
      { title: 'Talk', meetingType: 'webinar', scheduledStartAt: '2026-11-30T09:00:00Z' },
      bo.session,
    );

    await chancery.meetings.listRegistrations({ meetingId: meeting.id }, bo.session);
    await chancery.meetings.listRegistrations({ meetingId: meeting.id }, owner.session);

    const traces = (await happened()).filter(({ type }) => type === 'meeting.viewed_by_admin');
    expect(traces.map(({ target }) => target.id)).to.deep.equal([meeting.id]);
  });

  it('refuses a meeting that is no webinar', async () => {
    const { chancery, owner } = await webinarWorld();
    const { meeting } = await chancery.meetings.createMeeting(
      { title: 'Review', scheduledStartAt: '2026-11-30T09:00:00Z' },
      owner.session,
    );

    const asked = chancery.meetings.listRegistrations({ meetingId: meeting.id }, owner.session);
    expect(await failureOf(asked)).to.equal('meeting.not_a_webinar');
  });

  it('exports a table with a column for each question, in which a spreadsheet finds no formula', async () => {
    const { register, chancery, meeting, owner } = await webinarWorld({
      questions: [
        { label: 'Why?', type: 'long_text' },
        { label: 'Again', type: 'checkbox' },
      ],
    });
    const [why, again] = meeting.webinar?.questions ?? [];
    await register('=HYPERLINK("x")', {
      email: 'cleo@client.example',
      answers: [
        { questionId: why?.id ?? '', value: 'a "b",\nc' },
        { questionId: again?.id ?? '', value: false },
      ],
    });

    const file = await chancery.meetings.exportRegistrations({ meetingId: meeting.id }, owner.session);

    expect(file.mediaType).to.equal('text/csv; charset=utf-8');
    expect(await textOfFile(file)).to.equal(
      [
        'Name,E-mail,Status,Registered,Decided,Decided by,Reason,Why?,Again\r\n',
        `"'=HYPERLINK(""x"")",cleo@client.example,approved,2026-11-23T12:00:00.000Z,2026-11-23T12:00:00.000Z,,,"a ""b"",\nc",no\r\n`,
      ].join(''),
    );
  });

  it('PLT-19: exports as many rows as there are, a page at a time and each once, after the call has ended', async () => {
    const { register, chancery, meeting, owner, sql } = await webinarWorld({ capacity: 2 });
    await register('first');
    await sql(
      `insert into webinar_registrations
       select (jsonb_populate_record(r, jsonb_build_object(
         'id', gen_random_uuid(), 'email', n || '@many.example', 'display_name', 'Person ' || n,
         'email_fold', n || '@many.example', 'token_hash', md5(n::text), 'created_at', r.created_at + n / 7 * interval '1 ms'))).*
       from webinar_registrations r, generate_series(1, 350) n where r.meeting_id = $1 and r.display_name = 'first'`,
      [meeting.id],
    );

    const { content } = await chancery.meetings.exportRegistrations({ meetingId: meeting.id }, owner.session);
    const parts: string[] = [];
    for await (const part of content as AsyncIterable<string>) parts.push(part);

    const lines = parts.map((part) => part.split('\r\n').length - 1);
    expect(lines).to.deep.equal([1, 100, 100, 100, 51]);
    expect(new Set(parts.join('').split('\r\n')).size).to.equal(353);
  });

  it('MTG-84: shows the registrant the state of their registration, and a stranger nothing', async () => {
    const { register, tokenOf, chancery, cancel } = await webinarWorld({
      capacity: 1,
      waitlistEnabled: true,
    });
    await register('a');
    await register('b');
    const token = await tokenOf('b');

    const { registration, joinUrl, calendarUrl } = await chancery.meetings.getRegistration(
      { token },
      aStranger(),
    );

    expect({ ...registration, joinUrl, calendarUrl }).to.deep.equal({
      status: 'waitlisted',
      displayName: 'b',
      waitlistPosition: 1,
      joinUrl: null,
      calendarUrl: null,
    });
    const unknown = chancery.meetings.getRegistration({ token: 'x'.repeat(43) }, aStranger());
    expect(await failureOf(unknown)).to.equal('registration.not_found');
    await cancel('b');
    expect(await failureOf(chancery.meetings.getRegistration({ token }, aStranger()))).to.equal('link.gone');
    expect(await failureOf(chancery.meetings.cancelRegistration({ token }, aStranger()))).to.equal(
      'registration.invalid_state',
    );
  });
});
