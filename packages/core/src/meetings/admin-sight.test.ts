import { statementsOf, type World, webinarWorld } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import type { z } from 'zod';
import type { UseCase } from '../kernel/declaration.ts';
import { useCases } from '../pipeline/declarations.ts';

/** What nobody outside the meeting could know: where one of these is shown, the meeting was. */
const secrets = ['Severance of Kim', 'Ten months of pay', 'Quentin the adviser', 'Rosa the registrant'];

/** A private webinar of a member, with a live session, one to come, an invitee and a registrant. */
async function privateMeeting({ chancery, clock }: World, organizer: { session: World['owner']['session'] }) {
  const startsAt = new Date(Math.ceil(Date.parse(clock.now()) / 600_000) * 600_000).toISOString();
  const { meeting } = await chancery.meetings.createMeeting(
    {
      title: 'Severance of Kim',
      description: 'Ten months of pay',
      meetingType: 'webinar',
      scheduledStartAt: startsAt,
      recurrence: { rrule: 'FREQ=WEEKLY;COUNT=2' },
      webinar: { registrationMode: 'approval' },
      invitees: [{ email: 'quentin@client.example', displayName: 'Quentin the adviser' }],
      notify: false,
    },
    organizer.session,
  );
  const { id: meetingId, joinCode } = meeting;
  const anyone = { ...organizer.session, credential: null };
  await chancery.meetings.registerForWebinar(
    { joinCode, email: 'rosa@client.example', displayName: 'Rosa the registrant' },
    anyone,
  );
  await chancery.meetings.startMeeting({ meetingId }, organizer.session);
  const { occurrences } = await chancery.meetings.listOccurrences({ meetingId }, organizer.session);
  const { registrations } = await chancery.meetings.listRegistrations({ meetingId }, organizer.session);
  const [live, next] = occurrences;
  return { meetingId, live: live?.id, next: next?.id, registrationId: registrations[0]?.id };
}

const anId = '0190a000-0000-7000-8000-000000000000';
const range = { from: '2026-11-20T00:00:00Z', to: '2026-12-10T00:00:00Z' };
/** The input with what the schema asks for, and with every way of naming a meeting that it has. */
function inputFor(name: string, useCase: UseCase, at: Awaited<ReturnType<typeof privateMeeting>>): object {
  const usual: Readonly<Record<string, unknown>> = {
    meetingId: at.meetingId,
    fromMeetingId: at.meetingId,
    conversationId: at.meetingId,
    excludeMeetingId: at.meetingId,
    sessionId: name === 'updateOccurrence' ? at.next : at.live,
    registrationId: at.registrationId,
    all: true,
  };
  const ifAsked: Readonly<Record<string, unknown>> = {
    ...range,
    invitationId: anId,
    admissionId: anId,
    templateId: anId,
    blockId: anId,
    feedId: anId,
    expectedVersion: 1,
    decision: name === 'decideRegistration' ? 'approve' : 'admit',
    name: 'Copy',
    title: 'Other',
    kind: 'time_off',
    timeZone: 'Europe/Berlin',
    startsAt: '2026-11-23T12:00:00Z',
    scheduledStartAt: '2026-11-30T12:00:00Z',
    durationMinutes: 30,
    recurrence: { rrule: 'FREQ=DAILY;COUNT=2' },
  };
  const named = Object.keys(useCase.input.shape as z.ZodRawShape);
  const given = Object.fromEntries(named.flatMap((key) => (key in usual ? [[key, usual[key]]] : [])));
  if (name === 'updateOccurrence') Object.assign(given, { status: 'cancelled', expectedVersion: 1 });
  const missing = useCase.input.safeParse(given).error?.issues.map(({ path }) => String(path[0])) ?? [];
  return { ...given, ...Object.fromEntries(missing.map((key) => [key, ifAsked[key]])) };
}

const ofRoles = ({ access }: UseCase) => typeof access === 'object' && 'owner' in access;

describe('what owners and admins see of private meetings', () => {
  it('MTG-98: whatever shows an owner a private meeting that they are not in leaves one trace, in every endpoint', async () => {
    const made = await webinarWorld();
    const ada = await made.person('member', 'Ada');
    const shared = await privateMeeting(made, ada);
    const traced: string[] = [];
    for (const { context, name, useCase } of useCases()) {
      const isOfMeetings = context === 'meetings';
      if (!ofRoles(useCase) || (!isOfMeetings && useCase.kind !== 'query')) continue;
      const at = isOfMeetings && useCase.kind !== 'query' ? await privateMeeting(made, ada) : shared;
      const input = inputFor(name, useCase, at);
      const parsed = useCase.input.safeParse(input);
      expect(parsed.success || !isOfMeetings, `${name}: ${parsed.error}`).to.equal(true);
      if (!parsed.success) continue;
      const traces = async () =>
        (await made.happened()).filter(
          ({ type, target }) => type === 'meeting.viewed_by_admin' && target.id === at.meetingId,
        ).length;
      const before = await traces();

      const answer = await made.chancery
        .execute(name, useCase, input, made.owner.session)
        .then(({ data }) => shownText(data))
        .catch(() => null);

      const isShown = answer !== null && ('meetingId' in input || 'sessionId' in input || tells(answer));
      expect((await traces()) - before, name).to.equal(isShown ? 1 : 0);
      if (isShown) traced.push(name);
    }

    expect(traced).to.deep.equal([
      'cancelMeeting',
      'decideRegistration',
      'endSession',
      'exportAttendance',
      'exportRegistrations',
      'getMeeting',
      'listAttendance',
      'listMeetingActivity',
      'listMeetings',
      'listOccurrences',
      'listRegistrations',
      'updateOccurrence',
    ]);
  });

  it('MTG-98: a page of private meetings leaves a trace of each, by as many statements as a page of one', async () => {
    const made = await webinarWorld();
    const { chancery, owner, database, happened } = made;
    const ada = await made.person('member', 'Ada');
    const add = (count: number) =>
      Promise.all(
        Array.from({ length: count }, () =>
          chancery.meetings.createMeeting(
            { title: 'Secret', scheduledStartAt: '2026-11-30T09:00:00Z' },
            ada.session,
          ),
        ),
      );
    const list = () =>
      statementsOf(database, () => chancery.meetings.listMeetings({ all: true, limit: 100 }, owner.session));
    await add(1);
    // The first call of all asks for what later ones know.
    await list();
    const ofOne = await list();
    await add(29);
    const ofMany = await list();

    const traces = (await happened()).filter(({ type }) => type === 'meeting.viewed_by_admin');
    expect(traces).to.have.length(2 + 30);
    expect(ofMany.length).to.be.at.most(ofOne.length);
    expect(ofMany.filter((text) => text.includes('audit_append'))).to.have.length(1);
  });

  it('MTG-98: an owner who looks while the workspace is closing sees the meeting and leaves the trace', async () => {
    const made = await webinarWorld();
    const ada = await made.person('member', 'Ada');
    const { meetingId } = await privateMeeting(made, ada);
    await made.sql("update workspaces set status = 'closing' where id = $1", [made.workspaceId]);

    const { meeting } = await made.chancery.meetings.getMeeting({ meetingId }, made.owner.session);
    const { meetings } = await made.chancery.meetings.listMeetings({ all: true }, made.owner.session);

    const traces = (await made.happened()).filter(({ type }) => type === 'meeting.viewed_by_admin');
    expect(meeting.title).to.equal('Severance of Kim');
    expect(meetings.map(({ id }) => id)).to.include(meetingId);
    expect(traces.map(({ target }) => target.id)).to.deep.equal([meetingId, meetingId]);
  });
});

const tells = (answer: string) => secrets.some((secret) => answer.includes(secret));
const shownText = (data: unknown): string =>
  JSON.stringify(data, (_, value) => (value instanceof Uint8Array ? Buffer.from(value).toString() : value)) ??
  '';
