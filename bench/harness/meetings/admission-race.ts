import { dataOf, type Managed, meetingsPath } from './host.ts';
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

const [rounds, ofEach] = [20, 10];
const [places, joining] = [10, 50];

interface Entry {
  readonly admission: { readonly id: string; readonly status: string };
}

/** Hosts decide differently about one person, and a room has fewer places than people (MTG-62). */
export async function raceForAdmission(calls: RacingCalls): Promise<RaceLine[]> {
  const { id, joinCode, sessionId } = await liveMeeting(calls, { admission: 'hosts' });
  let [admits, denials, refused, admittedAtLast] = [0, 0, 0, 0];
  for (let round = 0; round < rounds; round += 1) {
    const { admission } = await dataOf(requestAdmission(calls, joinCode, round));
    const decide = (decision: string) =>
      calls.asHost<Entry>(`POST ${meetingsPath}/sessions/${sessionId}/admissions/${admission.id}/decision`, {
        decision,
      });
    // Each of the two is sent first in every second round.
    const order = round % 2 === 0 ? ['admit', 'deny'] : ['deny', 'admit'];
    const answers = await together(order.length * ofEach, async (index) => {
      const decision = order[index % order.length] ?? '';
      return { decision, answer: await decide(decision) };
    });
    const answersTo = (decision: string) =>
      answers.filter((one) => one.decision === decision).map(({ answer }) => answer);
    const [admitting, denying] = [answersTo('admit'), answersTo('deny')];
    admits += succeeded(admitting);
    denials += succeeded(denying);
    refused += refusedAs([...admitting, ...denying], 'admission.invalid_state');
    const { admissions } = await dataOf(
      calls.asHost<{ admissions: Entry['admission'][] }>(
        `GET ${meetingsPath}/sessions/${sessionId}/admissions?limit=500`,
      ),
    );
    if (admissions.find((one) => one.id === admission.id)?.status === 'admitted') admittedAtLast += 1;
  }
  return [
    [`${rounds} times ${ofEach} admit and ${ofEach} deny: admitted once`, admits, rounds],
    // A person who was denied first may still be admitted; an admitted person is not denied.
    ['in at last', admittedAtLast, rounds],
    ['all others refused', refused, rounds * ofEach * 2 - admits - denials],
    ['admission.denied as acknowledged', await happened(calls, id, 'admission.denied'), denials],
    ...(await raceForRoom(calls)),
  ];
}

async function raceForRoom(calls: RacingCalls): Promise<RaceLine[]> {
  const { joinCode, sessionId } = await liveMeeting(calls, { admission: 'open', maxParticipants: places });
  const entries = await together(joining, (index) => requestAdmission(calls, joinCode, index));
  const { admissions } = await dataOf(
    calls.asHost<{ admissions: Entry['admission'][] }>(
      `GET ${meetingsPath}/sessions/${sessionId}/admissions?limit=500`,
    ),
  );
  const inside = admissions.filter(({ status }) => status === 'admitted').length;
  return [
    [`${joining} join a room of ${places}: answered`, succeeded(entries), joining],
    ['in the room, the host included', inside, places],
  ];
}

const requestAdmission = (calls: RacingCalls, joinCode: string, index: number) =>
  calls.asAnybody<Entry>(`POST ${meetingsPath}/resolve/${joinCode}/admissions`, {
    displayName: `Guest ${index}`,
  });

async function liveMeeting(calls: RacingCalls, settings: object) {
  const { id, joinCode } = await scheduled(calls, { settings });
  await dataOf(calls.asHost<Managed>(`POST ${meetingsPath}/${id}/start`, {}));
  const [session] = await sessionsOf(calls, id);
  return { id, joinCode, sessionId: session?.id };
}
