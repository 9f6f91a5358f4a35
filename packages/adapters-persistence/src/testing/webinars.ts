import { aStranger, type World, world } from './world.ts';

type WebinarInput = NonNullable<Parameters<World['chancery']['meetings']['createMeeting']>[0]['webinar']>;

/** A webinar of next week, and the calls that people make about it. */
export async function webinarWorld(
  input: WebinarInput = {},
  given: Parameters<typeof world>[0] = {},
  over: Partial<Parameters<World['chancery']['meetings']['createMeeting']>[0]> = {},
) {
  const here = await world(given);
  const { chancery, owner, ports, sql, clock, worker } = here;
  const { meeting } = await chancery.meetings.createMeeting(
    {
      title: 'Spring release',
      meetingType: 'webinar',
      scheduledStartAt: '2026-11-30T09:00:00Z',
      timeZone: 'Europe/Berlin',
      webinar: input,
      ...over,
    },
    owner.session,
  );
  await worker.drain();
  ports.mail.sent.length = 0;

  const { joinCode } = meeting;
  const register = (
    name: string,
    more: Partial<Parameters<typeof chancery.meetings.registerForWebinar>[0]> = {},
  ) =>
    chancery.meetings.registerForWebinar(
      { joinCode, email: `${name}@client.example`, displayName: name, ...more },
      aStranger(),
    );
  const registrations = async () =>
    (await chancery.meetings.listRegistrations({ meetingId: meeting.id }, owner.session)).registrations;
  const registrationOf = async (name: string) => {
    const found = (await registrations()).findLast(({ displayName }) => displayName === name);
    if (found === undefined) throw new Error(`${name} is not registered`);
    return found;
  };
  /** The token of somebody's mailed link. */
  const tokenOf = async (name: string) =>
    ports.linkTokens.derive('webinar_registration', (await registrationOf(name)).id, 1).token;
  const decide = async (name: string, decision: 'approve' | 'decline', more: object = {}) =>
    chancery.meetings.decideRegistration(
      { meetingId: meeting.id, registrationId: (await registrationOf(name)).id, decision, ...more },
      owner.session,
    );
  const cancel = async (name: string) =>
    chancery.meetings.cancelRegistration({ token: await tokenOf(name) }, aStranger());
  /** The status of each registration, by name. */
  const statuses = async () =>
    Object.fromEntries((await registrations()).map(({ displayName, status }) => [displayName, status]));
  /** The mails that are due by now, a minute after the change that they report. */
  const mails = async () => {
    clock.advance({ seconds: 60 });
    await worker.drain();
    return ports.mail.sent.splice(0);
  };
  const change = (webinar: WebinarInput) =>
    sql('update meetings set webinar = webinar || $2::jsonb where id = $1', [
      meeting.id,
      JSON.stringify(webinar),
    ]);
  return {
    ...here,
    meeting,
    joinCode,
    register,
    registrations,
    registrationOf,
    tokenOf,
    decide,
    cancel,
    statuses,
    mails,
    change,
  };
}
