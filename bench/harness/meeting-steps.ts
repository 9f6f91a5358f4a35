import { atMinute, type OwnersCalls } from './meeting-place.ts';
import type { Asked } from './timed-request.ts';

/** A call that is measured. */
export interface MeetingStep {
  readonly name: string;
  /** The bound of p95, in milliseconds. */
  readonly bound?: number;
  /** How often it is called in a round; by default 20. */
  readonly repeat?: number;
  /** False if its cost does not depend on the number of meetings. */
  readonly grows?: boolean;
  readonly plans?: boolean;
  /** Makes what the call needs; then gives it as often as asked. */
  prepare(calls: OwnersCalls): Promise<() => Asked>;
}

const meetings = '/api/v1/meetings';
const dayMilliseconds = 86_400_000;
const inDays = (days: number) => atMinute(Date.now() + days * dayMilliseconds);
const query = (values: Readonly<Record<string, string | number | boolean>>) =>
  new URLSearchParams(
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])),
  ).toString();
const read = (path: string) => async () => () => ({ path });

const list = (values: Readonly<Record<string, string | boolean>> = {}) =>
  read(`${meetings}?${query(values)}`);
const week = () => ({ from: inDays(0), to: inDays(7) });
const yearAgo = () => ({ from: inDays(-365), to: inDays(-358) });

/** The page after this many pages of a hundred. */
const deep =
  (pages: number, values: Readonly<Record<string, string | boolean>>) => async (calls: OwnersCalls) => {
    let cursor: string | null = null;
    for (let page = 0; page < pages; page += 1) {
      const found: { nextCursor: string | null } = await calls.data({
        path: `${meetings}?${query({ ...values, limit: 100, ...(cursor === null ? {} : { cursor }) })}`,
      });
      if (found.nextCursor === null) break;
      cursor = found.nextCursor;
    }
    const path = `${meetings}?${query({ ...values, ...(cursor === null ? {} : { cursor }) })}`;
    return () => ({ path });
  };

async function colleagues(calls: OwnersCalls, from: number, count: number): Promise<{ userId: string }[]> {
  const { options } = await calls.data<{ options: { userId: string }[] }>({
    path: `${meetings}/invite-options?limit=250`,
  });
  return options.slice(from, from + count).map(({ userId }) => ({ userId }));
}

const check =
  (values: object, people = 20) =>
  async (calls: OwnersCalls) => {
    const body = {
      startsAt: inDays(3),
      durationMinutes: 45,
      timeZone: 'Europe/Berlin',
      attendees: await colleagues(calls, 20, people),
      ...values,
    };
    return (): Asked => ({ method: 'POST', path: `${meetings}/availability/check`, body });
  };

interface Created {
  readonly meeting: { readonly id: string; readonly joinCode: string };
}
const created = async (calls: OwnersCalls, path: string, body: object): Promise<Created['meeting']> =>
  (await calls.data<Created>({ method: 'POST', path: meetings + path, body })).meeting;
const weekly = (count: number, invitees: readonly object[] = []) => ({
  title: 'Weekly review',
  scheduledStartAt: inDays(1),
  timeZone: 'Europe/Berlin',
  recurrence: { rrule: `FREQ=WEEKLY;COUNT=${count}` },
  invitees,
});

/** A meeting that is live and open to everybody. */
const door = async (calls: OwnersCalls) =>
  `${meetings}/resolve/${(await created(calls, '/instant', { settings: { admission: 'open' } })).joinCode}`;
const entering = (path: string): Asked => ({
  method: 'POST',
  path: `${path}/admissions`,
  body: { displayName: 'Guest' },
  // Nobody is signed in.
  headers: { authorization: '' },
});

const ofSeries = (path: string) => async (calls: OwnersCalls) => {
  const { id } = await created(calls, '', weekly(100, await colleagues(calls, 40, 20)));
  return () => ({ path: `${meetings}/${id}${path}` });
};

/** A weekly series of which twenty sessions were moved, as one invitee's file. */
async function fileWithExceptions(calls: OwnersCalls): Promise<() => Asked> {
  const { id } = await created(calls, '', weekly(60));
  const { occurrences } = await calls.data<{
    occurrences: { id: string; startsAt: string; version: number }[];
  }>({
    path: `${meetings}/${id}/occurrences?limit=20`,
  });
  for (const { id: sessionId, startsAt, version } of occurrences)
    await calls.ask({
      method: 'PATCH',
      path: `${meetings}/${id}/occurrences/${sessionId}`,
      body: { expectedVersion: version, startsAt: atMinute(Date.parse(startsAt) + 3_600_000) },
    });
  // Only now: a stranger's address gets few mails a day (PLT-30), and each move would be one.
  const { inviteUrl } = await calls.data<{ inviteUrl: string }>({
    method: 'POST',
    path: `${meetings}/${id}/invitations`,
    body: { email: 'client@example.org' },
  });
  const invite = new URL(inviteUrl).searchParams.get('invite') ?? '';
  return () => ({ path: `${meetings}/${id}/calendar.ics?${query({ invite })}` });
}

export const meetingSteps: readonly MeetingStep[] = [
  { name: 'list upcoming', bound: 150, prepare: list() },
  { name: 'list previous', bound: 150, prepare: list({ scope: 'previous' }) },
  { name: 'list upcoming, a week', bound: 150, prepare: list(week()) },
  {
    name: 'list previous, a week a year ago',
    bound: 150,
    prepare: list({ scope: 'previous', ...yearAgo() }),
  },
  { name: 'list upcoming, page 11', bound: 150, prepare: deep(10, {}) },
  { name: 'list previous, page 11', bound: 150, prepare: deep(10, { scope: 'previous' }) },
  { name: 'list all upcoming', bound: 150, prepare: list({ all: true }) },
  { name: 'list all previous', bound: 150, prepare: list({ all: true, scope: 'previous' }) },
  { name: 'list all upcoming, a week', bound: 150, prepare: list({ all: true, ...week() }) },
  {
    name: 'list all upcoming, a week in a year',
    bound: 150,
    prepare: list({ all: true, from: inDays(200), to: inDays(207) }),
  },
  {
    name: 'list all previous, a week a year ago',
    bound: 150,
    prepare: list({ all: true, scope: 'previous', ...yearAgo() }),
  },
  { name: 'list all upcoming, page 41', bound: 150, prepare: deep(10, { all: true }) },
  { name: 'list all previous, page 41', bound: 150, prepare: deep(10, { all: true, scope: 'previous' }) },
  { name: 'agenda of a week', prepare: read(`${meetings}/calendar?${query(week())}`) },
  {
    name: 'agenda of 62 days',
    prepare: read(`${meetings}/calendar?${query({ from: inDays(0), to: inDays(62) })}`),
  },
  { name: 'availability, 20 people, one slot', bound: 150, prepare: check({}) },
  {
    name: 'availability, 20 people, weekly series of 52',
    bound: 400,
    prepare: check({ recurrence: { rrule: 'FREQ=WEEKLY;COUNT=52' } }),
  },
  {
    name: 'availability, 20 people, suggestions of 31 days',
    prepare: check({ suggest: { from: inDays(1), to: inDays(32), count: 10 } }),
  },
  {
    name: 'availability, 50 people, the first five times',
    bound: 100,
    prepare: check({ suggest: { from: inDays(1), to: inDays(32) } }, 50),
  },
  {
    // So long a time suits nobody, and all 31 days are read.
    name: 'availability, 50 people, none in 31 days',
    bound: 400,
    prepare: check({ durationMinutes: 1440, suggest: { from: inDays(1), to: inDays(32) } }, 50),
  },
  {
    name: 'resolve, live meeting',
    bound: 50,
    async prepare(calls) {
      const path = await door(calls);
      return () => ({ path });
    },
  },
  {
    name: 'resolve, series of 91',
    bound: 50,
    async prepare(calls) {
      const { meetings: found } = await calls.data<{ meetings: { joinCode: string; meetingType: string }[] }>(
        {
          path: `${meetings}?limit=100`,
        },
      );
      const series = found.find(({ meetingType }) => meetingType === 'recurring');
      return () => ({ path: `${meetings}/resolve/${series?.joinCode}` });
    },
  },
  {
    name: 'join',
    bound: 50,
    async prepare(calls) {
      const path = await door(calls);
      return () => entering(path);
    },
  },
  {
    name: 'poll',
    bound: 50,
    async prepare(calls) {
      const { admissionToken } = await calls.data<{ admissionToken: string }>(entering(await door(calls)));
      return () => ({ path: `${meetings}/admissions/${admissionToken}` });
    },
  },
  { name: 'one meeting', prepare: ofSeries('') },
  { name: 'its occurrences', prepare: ofSeries('/occurrences') },
  { name: 'its invitations', prepare: ofSeries('/invitations') },
  { name: 'its activity', prepare: ofSeries('/activity') },
  { name: 'invite options, search', prepare: read(`${meetings}/invite-options?search=colleague.77`) },
  {
    name: 'create a weekly series of 100, 20 invitees',
    bound: 500,
    repeat: 5,
    async prepare(calls) {
      const body = weekly(100, await colleagues(calls, 60, 20));
      return () => ({ method: 'POST', path: meetings, body });
    },
  },
  {
    name: 'preview of 1000 occurrences',
    grows: false,
    plans: false,
    async prepare() {
      const body = {
        ...weekly(1000),
        title: undefined,
        invitees: undefined,
        durationMinutes: 60,
        limit: 100,
        recurrence: { rrule: 'FREQ=DAILY;COUNT=1000' },
      };
      return () => ({ method: 'POST', path: `${meetings}/recurrence/preview`, body });
    },
  },
  { name: 'calendar.ics, 20 exceptions', bound: 50, prepare: fileWithExceptions },
];
