import { type Chancery, ChanceryError } from '@chancery/sdk';
import { expect } from 'chai';
import { type MeetingStory, openMeetingStory } from './testing/meeting-story.ts';
import { ownPostgres } from './testing/own-postgres.ts';

const friday = '2027-06-11T13:00:00.000Z';
const monday = '2027-06-14T13:00:00.000Z';

describe('story: busy people (meetings 17, walk-through 6)', () => {
  let story: MeetingStory;
  let database: Awaited<ReturnType<typeof ownPostgres>>;
  before(async () => {
    // Two people who book at the same time need two connections.
    database = await ownPostgres();
    story = await openMeetingStory(
      { CHANCERY_DATABASE_URL: database.url },
      { startsAt: '2027-06-07T09:00:00.000Z' },
    );
  });
  after(async () => {
    await story?.close();
    await database?.close();
  });

  it('get a time in which each of them works, and only one of two colleagues can book it', async () => {
    const { ann } = story;
    const bo = await story.join('bo@example.com', 'Bo');
    const colleagues = [
      await story.join('carl@example.com', 'Carl'),
      await story.join('dana@example.com', 'Dana'),
    ];
    await bo.person.meetings.createAvailabilityBlock({
      kind: 'working_hours',
      timeZone: 'America/New_York',
      weekly: (['MO', 'TU', 'WE', 'TH', 'FR'] as const).map((day) => ({ day, start: '09:00', end: '17:00' })),
    });
    await bo.person.meetings.createAvailabilityBlock({
      kind: 'time_off',
      timeZone: 'America/New_York',
      title: 'Wedding of my sister',
      startsAt: '2027-06-11T04:00:00.000Z',
      endsAt: '2027-06-12T04:00:00.000Z',
      allDay: true,
    });

    const checked = await ann.meetings.checkAvailability({
      startsAt: friday,
      durationMinutes: 60,
      timeZone: 'Europe/Berlin',
      attendees: [{ userId: bo.userId }],
      suggest: { from: '2027-06-11T07:00:00.000Z', to: '2027-06-14T18:00:00.000Z' },
    });
    expect(checked).to.deep.include({ available: false, checkedOccurrences: 1, unknownAttendees: [] });
    expect(
      checked.conflicts.map(({ kind, person, title, meetingId }) => [
        kind,
        person.displayName,
        title,
        meetingId,
      ]),
    ).to.deep.equal([['time_off', 'Bo', null, null]]);
    expect(checked.conflicts[0]?.message).to.equal(
      'Bo has time off from 2027-06-11 06:00 to 2027-06-12 06:00 (Europe/Berlin).',
    );
    expect(JSON.stringify(checked)).to.not.include('Wedding');
    expect(checked.suggestions[0]).to.deep.equal({ startsAt: monday, endsAt: '2027-06-14T14:00:00.000Z' });

    // Two colleagues take that time at once.
    const book = async ({ person }: { readonly person: Chancery }) => {
      try {
        let status = 0;
        await person.meetings.createMeeting(
          {
            title: 'With Bo',
            scheduledStartAt: monday,
            timeZone: 'Europe/Berlin',
            invitees: [{ userId: bo.userId }],
            onConflict: 'reject',
          },
          {
            onResponse: (response) => {
              status = response.status;
            },
          },
        );
        return { status, code: null, explained: [] as string[] };
      } catch (error) {
        if (!(error instanceof ChanceryError)) throw error;
        return {
          status: error.status,
          code: error.code,
          explained: error.details.map(({ message }) => message),
        };
      }
    };
    const outcomes = await Promise.all(colleagues.map(book));
    outcomes.sort((left, right) => (left.status ?? 0) - (right.status ?? 0));
    expect(outcomes.map(({ status, code }) => [status, code])).to.deep.equal([
      [201, null],
      [409, 'meeting.conflict'],
    ]);
    expect(outcomes[1]?.explained).to.deep.equal([
      'Bo is in another meeting from 15:00 to 16:00 (Europe/Berlin).',
    ]);
    const { occurrences } = await bo.person.meetings.getAgenda({
      from: '2027-06-14T00:00:00.000Z',
      to: '2027-06-15T00:00:00.000Z',
    });
    expect(occurrences.map(({ startsAt, meetingTitle }) => [startsAt, meetingTitle])).to.deep.equal([
      [monday, 'With Bo'],
    ]);
  });
});
