import { expect } from 'chai';
import { failureOf, postgresDatabase, untilItWaits, webinarWorld, world } from '../testing/index.ts';

/** The outcomes of many simultaneous calls, each with its number. */
function tally(outcomes: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}
const names = (count: number) => Array.from({ length: count }, (_, index) => `p${index}`);

describe('webinars and availability on PostgreSQL', () => {
  for (const { waitlistEnabled, rest } of [
    { waitlistEnabled: false, rest: 'registration.full' },
    { waitlistEnabled: true, rest: 'waitlisted' },
  ])
    it(`MTG-81: of 100 people who register for 10 places at the same time, 10 are approved and 90 ${rest}`, async () => {
      const database = await postgresDatabase({ poolSize: 20 });
      const { register, registrations, sql, meeting } = await webinarWorld(
        { capacity: 10, waitlistEnabled },
        { database },
      );

      const outcomes = await Promise.all(
        names(100).map(async (name) => {
          const attempt = register(name);
          const failure = await failureOf(attempt);
          return failure === 'none' ? (await attempt).registration.status : failure;
        }),
      );

      expect(tally(outcomes)).to.deep.equal({ approved: 10, [rest]: 90 });
      const rows = tally((await registrations()).map(({ status }) => status));
      expect(rows).to.deep.equal(waitlistEnabled ? { approved: 10, waitlisted: 90 } : { approved: 10 });
      const [counter] = await sql(
        'select w.approved from webinar_counters w join meetings m on m.chain_id = w.chain_id where m.id = $1',
        [meeting.id],
      );
      expect(counter).to.deep.equal({ approved: 10 });
      await database.close();
    });

  it('MTG-82: two places that are freed at the same time go to the two people who have waited longest, once each', async () => {
    const database = await postgresDatabase({ poolSize: 10 });
    const { register, cancel, decide, statuses, happened } = await webinarWorld(
      { capacity: 3, waitlistEnabled: true },
      { database },
    );
    for (const name of names(7)) await register(name);

    await Promise.all([cancel('p0'), decide('p1', 'decline'), decide('p2', 'decline')]);

    expect(await statuses()).to.deep.equal({
      p0: 'cancelled',
      p1: 'declined',
      p2: 'declined',
      p3: 'approved',
      p4: 'approved',
      p5: 'approved',
      p6: 'waitlisted',
    });
    const promoted = (await happened()).filter(({ facts }) => facts.promoted === true);
    expect(promoted).to.have.lengthOf(3);
    await database.close();
  });

  /** Whoever frees or gives a place waits for the places; `meanwhile` happens before it gets them. */
  async function whilePlacesAreHeld(
    { database, meeting }: Awaited<ReturnType<typeof webinarWorld>>,
    action: () => Promise<unknown>,
    meanwhile: () => Promise<unknown> = async () => undefined,
  ): Promise<void> {
    const [holder, probe] = [await database.pool.connect(), await database.pool.connect()];
    try {
      await holder.query('begin');
      const places = 'select 1 from webinar_counters where chain_id = $1 for no key update';
      expect((await holder.query(places, [meeting.seriesId])).rowCount).to.equal(1);
      const acting = action();
      await untilItWaits(probe, acting);
      await meanwhile();
      await holder.query('commit');
      await acting;
    } finally {
      for (const client of [holder, probe]) client.release();
    }
  }

  it('MTG-82: who is first in line is read only when the places are held, so that nobody who has left meanwhile is promoted', async () => {
    const database = await postgresDatabase({ poolSize: 10 });
    const made = await webinarWorld({ capacity: 1, waitlistEnabled: true }, { database });
    const { register, change, statuses, worker, sql, registrationOf } = made;
    for (const name of ['a', 'b', 'c']) await register(name);
    await change({ capacity: 2 });
    const { id } = await registrationOf('b');

    await whilePlacesAreHeld(
      made,
      () => worker.run('meetings.promote_waitlist'),
      () => sql("update webinar_registrations set status = 'cancelled' where id = $1", [id]),
    );

    expect(await statuses()).to.deep.equal({ a: 'approved', b: 'cancelled', c: 'approved' });
    await database.close();
  });

  it('MTG-82: one place that is given back twice at the same time goes to one person', async () => {
    const database = await postgresDatabase({ poolSize: 10 });
    const made = await webinarWorld({ capacity: 1, waitlistEnabled: true }, { database });
    const { register, cancel, decide, statuses, sql, meeting } = made;
    for (const name of ['a', 'b', 'c']) await register(name);
    let outcomes: string[] = [];

    await whilePlacesAreHeld(made, async () => {
      outcomes = await Promise.all([cancel('a'), cancel('a'), decide('a', 'decline')].map(failureOf));
    });

    expect(tally(outcomes)).to.deep.equal({ none: 1, 'registration.invalid_state': 2 });
    expect(await statuses()).to.deep.include({ b: 'approved', c: 'waitlisted' });
    const [counter] = await sql('select approved from webinar_counters where chain_id = $1', [
      meeting.seriesId,
    ]);
    expect(counter).to.deep.equal({ approved: 1 });
    await database.close();
  });

  it('an address that registers ten times at the same time has one registration', async () => {
    const database = await postgresDatabase({ poolSize: 10 });
    const { register, registrations } = await webinarWorld({ capacity: 5 }, { database });

    const answers = await Promise.all(names(10).map(() => register('cleo')));

    expect(tally(answers.map(({ registration }) => registration.status))).to.deep.equal({ approved: 10 });
    expect(await registrations()).to.have.lengthOf(1);
    await database.close();
  });

  it('MTG-95: exactly one of five simultaneous changes of the same working hours is made', async () => {
    const database = await postgresDatabase({ poolSize: 10 });
    const { chancery, owner } = await world({ database });
    const hours = {
      kind: 'working_hours' as const,
      timeZone: 'Europe/Berlin',
      weekly: [{ day: 'MO' as const, start: '09:00', end: '17:00' }],
    };

    const outcomes = await Promise.all(
      names(5).map(() => failureOf(chancery.meetings.createAvailabilityBlock(hours, owner.session))),
    );

    expect(tally(outcomes)).to.deep.equal({ none: 1, 'availability.working_hours_overlap': 4 });
    await database.close();
  });

  it('MTG-36: of two people who book the same person at the same time one succeeds; the other learns who is busy and when, not why', async () => {
    const database = await postgresDatabase({ poolSize: 10 });
    const { chancery, owner, person } = await world({ database });
    const [bo, cleo] = [await person('member', 'Bo'), await person('member', 'Cleo')];
    const input = {
      title: 'Secret plan',
      scheduledStartAt: '2026-11-30T09:00:00Z',
      timeZone: 'Europe/Berlin',
      invitees: [{ userId: bo.id }],
      onConflict: 'reject' as const,
    };

    const attempts = [owner, cleo].map(({ session }) => chancery.meetings.createMeeting(input, session));
    const failures = await Promise.all(attempts.map(failureOf));

    expect(tally(failures)).to.deep.equal({ none: 1, 'meeting.conflict': 1 });
    const refused = await Promise.all(attempts.map((attempt) => attempt.catch(({ details }) => details)));
    const details = refused.find(Array.isArray);
    expect(details?.map(({ message }: { message: string }) => message)).to.deep.equal([
      'Bo is in another meeting from 10:00 to 11:00 (Europe/Berlin).',
    ]);
    await database.close();
  });

  it('exactly one of ten people who take one template name at the same time gets it', async () => {
    const database = await postgresDatabase({ poolSize: 10 });
    const { chancery, owner } = await world({ database });

    const outcomes = await Promise.all(
      names(10).map(() =>
        failureOf(chancery.meetings.createMeetingTemplate({ name: 'Review' }, owner.session)),
      ),
    );

    expect(tally(outcomes)).to.deep.equal({ none: 1, 'meeting_template.duplicate_name': 9 });
    await database.close();
  });
});
