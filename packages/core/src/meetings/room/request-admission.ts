import { z } from 'zod';
import { workspaceNotActive } from '../../kernel/access.ts';
import { type Failure, type FailureType, rateLimited, requestInvalid } from '../../kernel/errors.ts';
import type { WritingContext } from '../../kernel/handler-context.ts';
import { goneBecause, linkGone } from '../../kernel/links.ts';
import { id, secretToken, visibleName } from '../../kernel/shapes.ts';
import { codeThrottles, joinThrottle } from '../code-throttles.ts';
import {
  admissionInvalidState,
  meetingNotFound,
  meetingNotJoinable,
  occurrenceNoneJoinable,
  occurrenceNotStarted,
  passcodeInvalid,
  passcodeRequired,
  registrationRequired,
} from '../errors.ts';
import { typedJoinCode } from '../join-code.ts';
import { action, type MeetingsPorts } from '../ports.ts';
import { givenPasscode } from '../scheduling/passcode.ts';
import { type Admission, isNew, isWaiting } from './admission.ts';
import type { AdmissionHistory } from './admission-ports.ts';
import { type AdmissionRequest, decideAdmission, refusalOf } from './admission-rules.ts';
import { type Arrival, newAdmission, savedWithDevice } from './arrival.ts';
import { conferenceJoinOf } from './conference-join.ts';
import { admissionAdmitted, admissionRequested, requestedBy } from './events.ts';
import type { AdmissionBasis } from './join-code-ports.ts';
import { attemptPasscode, type PasscodeAttempt } from './passcode-attempt.ts';
import { openEarly, withPlace } from './room-entry.ts';
import { capacityOf, joinWindowOf } from './session-life.ts';
import { AdmissionView, admissionView, ConferenceJoinView } from './views.ts';
import { type IdentifiedVisitor, identified } from './visitor.ts';
import { historyOf, withVerdict } from './waiting-line.ts';

export const requestAdmission = action({
  summary: 'Ask to enter a meeting',
  description:
    'Send the join code, and the token of an invitation link or registration link if there is one. Whoever is admitted gets a token for the media server; whoever waits polls the admission. Send a heartbeat while you are in the room, and leave at the end.',
  access: 'anyone',
  cli: { command: 'meetings admissions request' },
  bearer: 'optional',
  secret: true,
  throttle: joinThrottle,
  throttles: codeThrottles('meeting_join_code'),
  always: true,
  input: z.strictObject({
    joinCode: typedJoinCode().describe('The code of the invitation, such as kwmtf-hprzd.'),
    displayName: visibleName(120)
      .optional()
      .describe('The name that others see; required if nothing else says who you are.'),
    passcode: givenPasscode().optional().describe('The passcode of the meeting, if it has one.'),
    invite: secretToken().optional().describe('The token in the link of your invitation.'),
    registration: secretToken().optional().describe('The token in the link of your registration.'),
    sessionId: id()
      .optional()
      .describe('The id of a session; by default the live one, or else the next one of the coming day.'),
  }),
  output: z.object({
    admission: AdmissionView,
    admissionToken: z
      .string()
      .describe('Shown once; this device needs it to poll, to send heartbeats and to leave.'),
    conference: ConferenceJoinView.nullable().describe(
      'What a client needs to enter the room; null while the person waits.',
    ),
  }),
  errors: [
    meetingNotFound,
    meetingNotJoinable,
    linkGone,
    workspaceNotActive,
    registrationRequired,
    passcodeRequired,
    passcodeInvalid,
    occurrenceNotStarted,
    occurrenceNoneJoinable,
    admissionInvalidState,
  ],

  prepares: ({ passcode }) => passcode !== undefined,
  prepare: async ({ joinCode, passcode }, context): Promise<PasscodeAttempt | null> =>
    passcode === undefined ? null : attemptPasscode(joinCode, passcode, context),

  async run(input, context) {
    const { linkTokens, principal, now } = context;
    const workspaceId = await context.meetings.workspaceOfCode(input.joinCode);
    if (workspaceId === null) throw meetingNotFound();
    const visitor = {
      userId: principal.kind === 'user' ? principal.userId : null,
      inviteHash: input.invite === undefined ? null : linkTokens.hash(input.invite),
      registrationHash: input.registration === undefined ? null : linkTokens.hash(input.registration),
    };
    const [, basis] = await Promise.all([
      context.enterByLink(workspaceId),
      context.joinCodes.admissionBasisOf(input.joinCode, input.sessionId ?? null, visitor, now),
    ]);
    if (basis === null || !basis.linksKnown) throw meetingNotFound();

    const who = identified(basis);
    const asked = initialRequest(basis, who, context.prepared);
    const refusal = refusalOf(asked);
    if (refusal !== null) throw refusalWith(refusal.failure, who, context.prepared);
    const { session } = basis;
    if (session === null) throw noneJoinable(basis);
    const displayName = who.displayName ?? input.displayName;
    if (displayName === undefined) throw nameNeeded();

    const token = linkTokens.random();
    const tokenHash = linkTokens.hash(token);
    const arrival = { workspaceId, basis, session, who, displayName, asked, tokenHash };
    const { status, roomName, admitted } = await enter(arrival, context);
    return {
      admission: admissionView(admitted, workspaceId),
      admissionToken: token,
      conference: await conferenceJoinOf(admitted, { status, roomName }, basis.meeting, context),
    };
  },
});

interface Entered {
  readonly admitted: Admission;
  /** The status of the session afterwards. */
  readonly status: string;
  readonly roomName: string | null;
}

type EnteringContext = WritingContext & MeetingsPorts;

async function enter(arrival: Arrival, context: EnteringContext): Promise<Entered> {
  const { session, who, basis } = arrival;
  const { admissions, now, emit } = context;
  let history = await admissions.historyOf(session.id, who.personKeys);
  const planParticipants =
    session.status === 'live'
      ? session.planParticipants
      : context.entitlementsOn(basis.workspace).limit('meeting_participants');
  const most = capacityOf(basis.meeting.settings, planParticipants);
  const verdict = decideAdmission(requestOf(arrival, history, session.participantCount >= most, now));
  if (verdict.kind === 'refused' && verdict.failure === occurrenceNotStarted) throw notStarted(arrival);
  let opened = session;
  if (verdict.kind === 'admitted' && session.status !== 'live') {
    opened = await openEarly(basis.meeting.id, session.id, context);
    // Opening has decided about everybody who waited, perhaps about this person too.
    history = await admissions.historyOf(session.id, who.personKeys);
  }

  const before = history.admission ?? newAdmission(arrival, context);
  const { role, invitationId } = who;
  const current = { ...before, role, invitationId: invitationId ?? before.invitationId, lastSeenAt: now };
  // Another device of somebody who is in the room shares their admission.
  if (current.status === 'admitted' && opened.status === 'live')
    return {
      admitted: await savedWithDevice({ ...current, updatedAt: now }, arrival, context),
      status: opened.status,
      roomName: opened.roomName,
    };

  const outcome = await withPlace(verdict, opened.id, { role, most }, context);
  const asked = isWaiting(before) && !isNew(before) ? before.requestedAt : now;
  const decided = withVerdict(outcome, { ...current, requestedAt: asked }, now);
  const admitted = await savedWithDevice(decided, arrival, context);
  const { id: admissionId, sessionId, meetingId, status } = admitted;
  emit(admissionRequested, requestedBy(admitted));
  if (status === 'admitted')
    emit(admissionAdmitted, { admissionId, sessionId, meetingId, decidedByUserId: null });
  return { admitted, status: opened.status, roomName: opened.roomName };
}

function requestOf(
  { basis, session, who, asked }: Arrival,
  history: AdmissionHistory,
  isFull: boolean,
  now: string,
): AdmissionRequest {
  const { settings } = basis.meeting;
  return {
    ...asked,
    identity: who.identity,
    isInvited: who.isInvited,
    role: who.role,
    history: historyOf(history),
    mayBeSomebodyRemoved: history.somebodyRemoved,
    session: joinWindowOf(session, settings, now),
    isLocked: session.isLocked,
    isFull,
    policy: who.policy,
    admission: settings.admission,
    hasDeclined: who.hasDeclined,
  };
}

function initialRequest(
  { meeting, session, nextStartsAt }: AdmissionBasis,
  { identity, isInvited, link }: IdentifiedVisitor,
  tried: PasscodeAttempt | null,
) {
  const over = meeting.status === 'cancelled' || (meeting.status === 'ended' && nextStartsAt === null);
  const gone = meeting.status === 'archived';
  return {
    entry: gone ? 'none' : over && session === null ? 'closed' : 'open',
    link,
    isWebinar: meeting.meetingType === 'webinar',
    identity,
    isInvited,
    passcode: meeting.passcodeHash === null ? 'unset' : tried === null ? 'missing' : passcodeOf(tried),
  } as const satisfies Partial<AdmissionRequest>;
}

/** A passcode that was set after the attempt counts as missing. */
const passcodeOf = ({ kind }: PasscodeAttempt) => (kind === 'unset' || kind === 'unknown' ? 'missing' : kind);

function refusalWith(
  refusal: FailureType,
  { goneBy }: Pick<IdentifiedVisitor, 'goneBy'>,
  tried: PasscodeAttempt | null,
): Failure {
  if (refusal === linkGone && goneBy !== null) return goneBecause(goneBy);
  return refusal === rateLimited && tried?.kind === 'throttled'
    ? rateLimited({ retryAfterSeconds: tried.retryAfterSeconds })
    : refusal();
}

const noneJoinable = ({ nextStartsAt }: AdmissionBasis) =>
  occurrenceNoneJoinable(
    nextStartsAt === null
      ? {}
      : {
          details: [{ path: '', code: 'next_start', message: `The next session starts at ${nextStartsAt}.` }],
        },
  );

/** Who gets this runs the meeting, so it says which one to start, and where: their sign-in may act in another workspace. */
const notStarted = ({ basis: { meeting }, workspaceId }: Arrival) =>
  occurrenceNotStarted({
    details: [
      {
        path: '',
        code: 'meeting_to_start',
        message: `Start the meeting ${meeting.id} in the workspace ${workspaceId}.`,
      },
    ],
  });

const nameNeeded = () =>
  requestInvalid({
    details: [
      { path: '/displayName', code: 'field.required', message: 'Give the name that others shall see.' },
    ],
  });
