import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { ChanceryError } from '@chancery/sdk';
import { operations } from '@chancery/sdk/operations';
import { expect } from 'chai';
import { type Installation, openInstallation, storyPassword } from './stories/testing/installation.ts';
import { peopleOf } from './stories/testing/people.ts';

const packages = join(import.meta.dirname, '../..');
const casablanca = 'Africa/Casablanca';
/** None of these is a name of the tz data that names a place. */
const unknownZones = [
  'Europe/Atlantis',
  'EST',
  'CET',
  'Berlin',
  'utc',
  'Z',
  '+01:00',
  'UTC+2',
  'europe/berlin',
];

/** What a browser says of itself never stands in the way of whoever signs (SIG-32). */
const lenient = ['completeSigning'];

describe('local times', () => {
  let installation: Installation;
  before(async () => {
    // This is before the clocks of Morocco change for good, which the runtime's own data does not know.
    installation = await openInstallation(
      { CHANCERY_RATE_LIMIT_SCALE: '10' },
      { startsAt: '2026-09-01T08:00:00.000Z' },
    );
  });
  after(() => installation?.close());

  it('PLT-16: ten in Casablanca on 2026-10-01 is 10:00Z in a meeting, in its mails and in its calendars', async () => {
    const { registerVerified } = peopleOf(installation);
    const ann = await registerVerified('ann@example.com', 'Ann');
    const weekly = {
      scheduledStartAt: '2026-09-10T09:00:00.000Z',
      timeZone: casablanca,
      durationMinutes: 45,
      recurrence: { rrule: 'FREQ=WEEKLY;COUNT=6' },
    };

    const { meeting } = await ann.meetings.createMeeting({
      ...weekly,
      title: 'Review',
      meetingType: 'recurring',
      invitees: [{ email: 'ben@client.example', displayName: 'Ben' }],
    });
    const single = await ann.meetings.createMeeting({
      title: 'Hearing',
      scheduledStartAt: '2026-10-01T10:00:00.000Z',
      timeZone: casablanca,
      invitees: [{ email: 'ben@client.example', displayName: 'Ben' }],
    });

    const inMeeting = meeting.upcomingOccurrences.map(({ startsAt }) => startsAt);
    expect(inMeeting.slice(1, 4)).to.deep.equal([
      '2026-09-17T09:00:00.000Z',
      '2026-09-24T10:00:00.000Z',
      '2026-10-01T10:00:00.000Z',
    ]);
    const preview = await ann.meetings.previewRecurrence(weekly);
    expect(preview.occurrences.map(({ startsAt }) => startsAt)).to.deep.equal(inMeeting);
    installation.advance(61);
    const mails = (await installation.mails()).filter(({ to }) => to.includes('ben@client.example'));
    const notice = mails.find(({ subject }) => subject.includes('Hearing'));
    expect(single.meeting.scheduledStartAt).to.equal('2026-10-01T10:00:00.000Z');
    expect(notice?.text).to.include('1 October 2026, 10:00').and.include(casablanca);
    expect(notice?.calendar).to.include(`DTSTART;TZID=${casablanca}:20261001T100000`);
  });

  it('PLT-16: every endpoint that takes a zone refuses an unknown name, one without a place, and an offset', async () => {
    const { client } = installation;
    const { registerVerified } = peopleOf(installation);
    const owner = await registerVerified('olga@example.com', 'Olga');
    const scheduledStartAt = '2026-10-01T10:00:00.000Z';
    const title = 'Review';
    const { secret } = await owner.integrations.createApiKey({ name: 'App', scopes: ['meetings.write'] });
    const { meeting } = await owner.meetings.createMeeting({ title, scheduledStartAt });
    const scheduled = await client({ apiKey: secret }).meetings.createIntegrationMeeting({
      title,
      scheduledStartAt,
    });
    const webinar = await owner.meetings.createMeeting({ title, scheduledStartAt, meetingType: 'webinar' });
    const { policy } = await owner.lifecycle.createExpirationPolicy({
      name: 'Visas',
      basis: 'document_date',
    });
    const { document } = await owner.documents.uploadDocument({
      file: new Blob(['The visa'], { type: 'text/plain' }),
      name: 'visa.txt',
    });
    const { user } = await owner.identity.getMe();
    const { subject } = await owner.records.createSubject({ displayName: 'Grace' });
    const { case: recordCase } = await owner.records.createCase({
      title,
      caseType: 'general',
      subjectId: subject.id,
    });
    const call = {
      caseId: recordCase.id,
      encounterType: 'contact',
      mode: 'phone',
      scheduledStartAt,
    } as const;
    const { encounter } = await owner.records.createEncounter(call);
    const recurrence = { rrule: 'FREQ=WEEKLY;COUNT=2' };
    const registration = { email: 'eve@example.com', displayName: 'Eve' };
    const rows: Readonly<Record<string, (zone: string) => Promise<unknown>>> = {
      registerAccount: (timeZone) =>
        client().identity.registerAccount({ ...registration, password: storyPassword, timeZone }),
      updateMe: (timeZone) => owner.identity.updateMe({ timeZone }),
      createWorkspace: (timeZone) => owner.workspace.createWorkspace({ name: 'Second', timeZone }),
      updateSettings: (defaultTimeZone) => owner.workspace.updateSettings({ defaultTimeZone }),
      createIntegrationMeeting: (timeZone) =>
        client({ apiKey: secret }).meetings.createIntegrationMeeting({ title, scheduledStartAt, timeZone }),
      updateIntegrationMeeting: (timeZone) =>
        client({ apiKey: secret }).meetings.updateIntegrationMeeting({
          meetingId: scheduled.id,
          timeZone,
        }),
      createMeeting: (timeZone) => owner.meetings.createMeeting({ title, scheduledStartAt, timeZone }),
      updateMeeting: (timeZone) =>
        owner.meetings.updateMeeting({
          meetingId: meeting.id,
          expectedVersion: meeting.version,
          timeZone,
        }),
      registerForWebinar: (timeZone) =>
        client().meetings.registerForWebinar({
          joinCode: webinar.meeting.joinCode,
          ...registration,
          timeZone,
        }),
      createAvailabilityBlock: (timeZone) =>
        owner.meetings.createAvailabilityBlock({
          kind: 'busy',
          startsAt: scheduledStartAt,
          endsAt: '2026-10-01T11:00:00.000Z',
          timeZone,
        }),
      checkAvailability: (timeZone) =>
        owner.meetings.checkAvailability({ startsAt: scheduledStartAt, durationMinutes: 30, timeZone }),
      previewRecurrence: (timeZone) =>
        owner.meetings.previewRecurrence({ scheduledStartAt, durationMinutes: 30, recurrence, timeZone }),
      createExpirationPolicy: (timeZone) =>
        owner.lifecycle.createExpirationPolicy({ name: 'Leases', basis: 'document_date', timeZone }),
      updateExpirationPolicy: (timeZone) =>
        owner.lifecycle.updateExpirationPolicy({
          policyId: policy.id,
          expectedVersion: policy.version,
          timeZone,
        }),
      scheduleReviewMeeting: (timeZone) =>
        owner.lifecycle.scheduleReviewMeeting({
          documentId: document.id,
          scheduledStartAt,
          attendeeUserIds: [user.id],
          timeZone,
        }),
      createEncounter: (timeZone) => owner.records.createEncounter({ ...call, timeZone }),
      updateEncounter: (timeZone) => owner.records.updateEncounter({ encounterId: encounter.id, timeZone }),
    };
    const taking = operations.filter(
      ({ id, fields }) => !lenient.includes(id) && fields.some(({ name }) => /zone/i.test(name)),
    );
    expect(Object.keys(rows).sort()).to.deep.equal(taking.map(({ id }) => id).sort());

    const otherwise: string[] = [];
    for (const [id, ask] of Object.entries(rows)) {
      const field = id === 'updateSettings' ? 'defaultTimeZone' : 'timeZone';
      for (const zone of unknownZones) {
        const answer = await faultOf(ask(zone));
        if (answer !== `400 request.invalid /body/${field} time_zone.unknown`)
          otherwise.push(`${id} ${zone}: ${answer}`);
      }
    }

    expect(otherwise).to.deep.equal([]);
    // The same calls succeed with a name of the data, so nothing else was wrong with them.
    for (const [id, ask] of Object.entries(rows))
      expect([id, await faultOf(ask(casablanca))]).to.deep.equal([id, 'none']);
  });

  it('PLT-16: no source file takes a local time from the runtime, the process or the database', () => {
    const found = sourcesOf(packages).flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          localTimeOfOthers.test(line) && !allowed.test(line)
            ? [`${relative(packages, file)}:${index + 1} ${line.trim()}`]
            : [],
        ),
    );
    const ofMoment = sourcesOf(packages).filter((file) =>
      /from 'moment(-timezone)?'/.test(readFileSync(file, 'utf8')),
    );

    // A terminal shows times on the clock of whoever looks at it, and nothing depends on that.
    expect(found.filter((place) => !place.startsWith('cli/src/times.ts:'))).to.deep.equal([]);
    // Only one file imports the library, behind the port.
    expect(ofMoment.map((file) => relative(packages, file))).to.deep.equal(['core/src/kernel/time-zones.ts']);
  });
});

const localTimeOfOthers =
  /Intl\.DateTimeFormat\(|ZonedDateTime|Temporal\.Now|\bat time zone\b|toLocale(Date|Time)String|getTimezoneOffset|\.(get|set)(FullYear|Month|Date|Hours|Minutes|Day)\(/i;
/** An instant written in UTC, or a wall time that was shifted there, depends on no zone. */
const allowed = /timeZone: 'UTC'|at time zone 'UTC'/i;

function sourcesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return ['node_modules', 'dist', 'testing', 'testing-services'].includes(entry.name)
        ? []
        : sourcesOf(path);
    return path.endsWith('.ts') && !path.endsWith('.test.ts') && path.includes('/src/') ? [path] : [];
  });
}

/** Returns `400 request.invalid` with the first wrong field and its code, or `none`. */
const faultOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'none',
    // Every failure of the SDK is of this class.
    ({ status, code, details }: ChanceryError) =>
      [status, code, ...details.slice(0, 1).map(({ path, code: why }) => `${path} ${why}`)].join(' '),
  );
