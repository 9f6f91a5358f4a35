import { HmacLinkTokens, parseLinkKeys } from '@chancery/adapters-services';
import { dataOf, type Managed, meetingsPath, type PersistentCaller, wholeMinute } from './host.ts';

/** A webinar with more people than places: what the server has acknowledged of it. */
export interface FilledWebinar {
  readonly meetingId: string;
  readonly joinCode: string;
  /** Each address, and the status that its registration must have. */
  readonly statuses: ReadonlyMap<string, string>;
}

interface Listed {
  readonly registrations: readonly { readonly id: string; readonly email: string; readonly status: string }[];
}

export const webinarCapacity = 5;
const together = webinarCapacity;
const oneByOne = 5;

/** The key of links that the servers are given, so that the links can be made here too. */
export const linkKeys = `1:${Buffer.alloc(32, 7).toString('base64')}`;

/** The link that is mailed to a registrant, made as the server makes it. */
const registrationLink = (registrationId: string): string =>
  new HmacLinkTokens(parseLinkKeys(linkKeys)).derive('webinar_registration', registrationId, 1).token;

/** Registers ten people for five places and takes places away again, by the host and by the registrants. */
export async function fillWebinar(caller: PersistentCaller, number: number): Promise<FilledWebinar> {
  const isAutomatic = number % 2 === 0;
  const webinar = {
    capacity: webinarCapacity,
    waitlistEnabled: true,
    registrationMode: isAutomatic ? 'automatic' : 'approval',
  };
  const { meeting } = await dataOf(
    caller.asHost<Managed>(`POST ${meetingsPath}`, {
      title: `Webinar ${number}`,
      meetingType: 'webinar',
      scheduledStartAt: wholeMinute(180).toISOString(),
      timeZone: 'Europe/Berlin',
      settings: { reminders: [] },
      webinar,
    }),
  );
  const addressOf = (index: number) => `webinar-${number}.${index}@example.org`;
  const register = (index: number) =>
    dataOf(
      caller.asAnybody(`POST ${meetingsPath}/webinars/${meeting.joinCode}/registrations`, {
        email: addressOf(index),
        displayName: `Guest ${index}`,
        answers: [],
      }),
    );
  await Promise.all(Array.from({ length: together }, (_, index) => register(index)));
  // One after the other, so that their order in the line is known.
  for (let index = together; index < together + oneByOne; index += 1) await register(index);

  const { registrations } = await dataOf(
    caller.asHost<Listed>(`GET ${meetingsPath}/${meeting.id}/registrations?limit=500`),
  );
  const idOf = (index: number) => {
    const registration = registrations.find(({ email }) => email === addressOf(index));
    if (registration === undefined) throw new Error(`${addressOf(index)} was acknowledged and is not there`);
    return registration.id;
  };
  const decide = (index: number, decision: string) =>
    caller.asHost(`POST ${meetingsPath}/${meeting.id}/registrations/${idOf(index)}/decision`, { decision });
  const cancel = (index: number) =>
    dataOf(
      caller.asAnybody(`POST ${meetingsPath}/registrations/${registrationLink(idOf(index))}/cancel`, {}),
    );

  const statuses = isAutomatic
    ? await placesGoOn(decide, cancel)
    : await placesAreGiven(decide, cancel, together + oneByOne);
  return {
    meetingId: meeting.id,
    joinCode: meeting.joinCode,
    statuses: new Map(statuses.map((status, index) => [addressOf(index), status])),
  };
}

type Decide = (
  index: number,
  decision: string,
) => Promise<{ readonly status: number; readonly text: string }>;
type Cancel = (index: number) => Promise<unknown>;

/** Two places become free at the same time and a third later: the first three in the waitlist get them. */
async function placesGoOn(decide: Decide, cancel: Cancel): Promise<string[]> {
  const [declined] = await Promise.all([decide(0, 'decline'), cancel(1)]);
  if (declined.status !== 201) throw new Error(`Not declined: ${declined.text}`);
  await cancel(2);
  return ['declined', 'cancelled', 'cancelled', ...Array(5).fill('approved'), 'waitlisted', 'waitlisted'];
}

/** All are approved at the same time: as many get a place as there are, and a place that is given back is given to another. */
async function placesAreGiven(decide: Decide, cancel: Cancel, people: number): Promise<string[]> {
  const answers = await Promise.all(Array.from({ length: people }, (_, index) => decide(index, 'approve')));
  const statuses: string[] = answers.map(({ status }) => (status === 201 ? 'approved' : 'pending'));
  const leaves = statuses.indexOf('approved');
  const follows = statuses.indexOf('pending');
  await cancel(leaves);
  statuses[leaves] = 'cancelled';
  const answer = await decide(follows, 'approve');
  if (answer.status !== 201) throw new Error(`The place that came free was not given: ${answer.text}`);
  statuses[follows] = 'approved';
  return statuses;
}
