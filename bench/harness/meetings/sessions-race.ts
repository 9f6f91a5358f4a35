import { dataOf, type Managed, meetingsPath, wholeMinute } from './host.ts';
import {
  happened,
  type RaceLine,
  type RacingCalls,
  refusedAs,
  scheduled,
  sessionsOf,
  succeeded,
  together,
} from './racing-calls.ts';

const many = 50;
const series = { recurrence: { rrule: 'FREQ=DAILY;COUNT=6' } };

/** However many ask, there is one start, one end and one split, and one live session of a chain (MTG-19, MTG-30, MTG-32). */
export async function raceForSessions(calls: RacingCalls): Promise<RaceLine[]> {
  const { id } = await scheduled(calls, series);
  const starts = await together(many, () => calls.asHost(`POST ${meetingsPath}/${id}/start`, {}));
  const live = (await sessionsOf(calls, id)).filter(({ status }) => status === 'live');
  const ends = await together(many, () =>
    calls.asHost(`POST ${meetingsPath}/sessions/${live[0]?.id}/end`, {}),
  );
  const ended = (await sessionsOf(calls, id)).filter(({ status }) => status === 'ended');
  return [
    [`${many} starts: done`, succeeded(starts), 1],
    ['refused', refusedAs(starts, 'occurrence.invalid_state', 'meeting.already_live'), many - 1],
    ['live sessions', live.length, 1],
    ['occurrence.started', await happened(calls, id, 'occurrence.started'), 1],
    [`${many} ends: done`, succeeded(ends), 1],
    ['refused', refusedAs(ends, 'occurrence.invalid_state'), many - 1],
    ['ended sessions', ended.length, 1],
    ['occurrence.ended', await happened(calls, id, 'occurrence.ended'), 1],
    ...(await raceToSplit(calls)),
    ...(await raceInChain(calls)),
  ];
}

async function raceToSplit(calls: RacingCalls): Promise<RaceLine[]> {
  const { id } = await scheduled(calls, series);
  const { meeting } = await dataOf(calls.asHost<Managed>(`GET ${meetingsPath}/${id}`));
  const before = await sessionsOf(calls, id);
  const splits = await together(many, (index) =>
    calls.asHost<Managed>(`PATCH ${meetingsPath}/${id}`, {
      scope: 'this_and_following',
      sessionId: before[1 + (index % 5)]?.id,
      title: `Tail ${index}`,
      expectedVersion: meeting.version,
    }),
  );
  const tail = splits.find(({ data }) => data !== null)?.data?.meeting;
  const after = [
    ...(await sessionsOf(calls, id)),
    ...(tail === undefined ? [] : await sessionsOf(calls, tail.id)),
  ];
  return [
    [`${many} splits of one version: done`, succeeded(splits), 1],
    ['refused', refusedAs(splits, 'version_conflict'), many - 1],
    [
      'sessions on both halves together',
      new Set(after.map(({ id: session }) => session)).size,
      before.length,
    ],
    ['meeting.split', await happened(calls, id, 'meeting.split'), 1],
  ];
}

/** Head and tail may both be started in this hour: one of them is. */
async function raceInChain(calls: RacingCalls): Promise<RaceLine[]> {
  const head = await scheduled(calls, series);
  const [, second] = await sessionsOf(calls, head.id);
  const { meeting: tail } = await dataOf(
    calls.asHost<Managed>(`PATCH ${meetingsPath}/${head.id}`, {
      scope: 'this_and_following',
      sessionId: second?.id,
      title: 'Tail',
      expectedVersion: head.version,
    }),
  );
  const [moved] = await sessionsOf(calls, tail.id);
  await dataOf(
    calls.asHost(`PATCH ${meetingsPath}/${tail.id}/occurrences/${moved?.id}`, {
      startsAt: wholeMinute(40).toISOString(),
      expectedVersion: moved?.version,
    }),
  );
  const starts = await together(many, (index) =>
    calls.asHost(`POST ${meetingsPath}/${index % 2 === 0 ? head.id : tail.id}/start`, {}),
  );
  const sessions = [...(await sessionsOf(calls, head.id)), ...(await sessionsOf(calls, tail.id))];
  return [
    [`${many} starts of two halves: done`, succeeded(starts), 1],
    ['refused', refusedAs(starts, 'occurrence.invalid_state', 'meeting.already_live'), many - 1],
    ['live sessions of the chain', sessions.filter(({ status }) => status === 'live').length, 1],
  ];
}
