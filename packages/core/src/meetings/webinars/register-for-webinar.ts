import { z } from 'zod';
import { workspaceNotActive } from '../../kernel/access.ts';
import type { WritingContext } from '../../kernel/handler-context.ts';
import { linkGone } from '../../kernel/links.ts';
import { mailBudgetUsed } from '../../kernel/outside-mail.ts';
import type { Principal } from '../../kernel/principal.ts';
import { email, foldEmail, timeZone, visibleName } from '../../kernel/shapes.ts';
import { misses } from '../../kernel/throttling.ts';
import { type Instant, plusMinutes } from '../../kernel/time.ts';
import { invalidField } from '../../kernel/validation.ts';
import { meetingNotFound, registrationClosed, registrationFull } from '../errors.ts';
import { typedJoinCode } from '../join-code.ts';
import { action, type MeetingsPorts } from '../ports.ts';
import { type AnswersInput, answersInput, checkedAnswers } from './answers.ts';
import { registrationApproved, registrationCreated, registrationWaitlisted } from './events.ts';
import { capacityOf, isOpen, notifyOfStatus } from './places.ts';
import type { Webinar } from './ports.ts';
import { type Registration, registrationStates, registrationStatuses } from './registration.ts';
import { registrationMessage } from './views.ts';
import { webinarOfCode } from './webinar-of-code.ts';

/** What one network may register for one webinar: a lecture hall, and no more than can be looked through. */
const placesOfNetwork = [
  { bucket: 'webinar_register_minute', limit: 60, windowSeconds: 60 },
  { bucket: 'webinar_register_hour', limit: 300, windowSeconds: 3600 },
].map((rate) => ({
  ...rate,
  by: ({ joinCode }: { readonly joinCode: string }, _: Principal, network: string) =>
    `${joinCode} ${network}`,
}));

/** How often a known address is mailed its status again at most. */
const mailAgainMinutes = 10;

type RegisteringContext = WritingContext & MeetingsPorts;

export const registerForWebinar = action({
  summary: 'Register for a webinar',
  description:
    'The link to enter comes by mail and never in this answer. An address that is registered already gets the same answer, and is mailed again at most every ten minutes.',
  access: 'anyone',
  cli: { command: 'meetings webinars register' },
  throttle: misses('webinar_register', 5),
  throttles: [
    ...placesOfNetwork,
    {
      bucket: 'webinar_register_address',
      limit: 3,
      windowSeconds: 600,
      by: ({ joinCode, email: address }) => `${joinCode} ${foldEmail(address)}`,
    },
  ],
  always: true,
  input: z.strictObject({
    joinCode: typedJoinCode(),
    email: email().describe('Where the link is mailed.'),
    displayName: visibleName(120)
      .describe('Shown in the room and to the hosts.')
      .meta({ examples: ['Ada Byron'] }),
    answers: answersInput(),
    timeZone: timeZone()
      .optional()
      .describe('The zone of the times in mails; by default that of the webinar.'),
  }),
  output: z.object({
    registration: z
      .object({ status: z.enum(registrationStatuses).describe('Where the registration is in its life.') })
      .describe('The registration.'),
    message: z.string().describe('What happens next, in a sentence.'),
  }),
  errors: [
    mailBudgetUsed,
    meetingNotFound,
    linkGone,
    workspaceNotActive,
    registrationClosed,
    registrationFull,
  ],

  async prepare({ joinCode, email: address, answers }, { transact }) {
    // In a transaction of its own, so that somebody with a place is mailed again even if strangers are refused.
    await transact((context) => mailAgain({ joinCode, address, answers }, context));
  },

  async run(input, context) {
    const { now, timeZones } = context;
    const webinar = await webinarOfCode(input.joinCode, context);
    const { registrations } = context;
    if (!isOpen(webinar, now)) throw registrationClosed();
    await context.requireMailBudget();
    if (input.timeZone !== undefined && !timeZones.has(input.timeZone))
      throw invalidField(
        '/timeZone',
        'time_zone.unknown',
        'Give an IANA time zone name, such as Europe/Berlin.',
      );
    const answers = checkedAnswers(webinar.webinar.questions, input.answers);

    await registrations.holdPlaces(webinar.chainId);
    const known = await registrations.ofAddress(webinar.chainId, input.email);
    const status = await statusOfNew(webinar, known === null, context);
    if (known === null) await add({ ...input, answers, status }, webinar, context);
    return { registration: { status }, message: registrationMessage };
  },
});

/** Depends on the webinar alone, so that the answer is the same for a known address (MTG-84). */
async function statusOfNew(
  webinar: Webinar,
  takes: boolean,
  context: RegisteringContext,
): Promise<'approved' | 'pending' | 'waitlisted'> {
  const { registrations } = context;
  const { registrationMode, waitlistEnabled } = webinar.webinar;
  if (registrationMode === 'approval') return 'pending';
  const capacity = await capacityOf(webinar, context);
  const free = takes
    ? await registrations.takePlace(webinar.chainId, capacity)
    : capacity === null || (await registrations.placesTaken(webinar.chainId)) < capacity;
  if (free) return 'approved';
  if (waitlistEnabled) return 'waitlisted';
  throw registrationFull();
}

async function mailAgain(
  {
    joinCode,
    address,
    answers,
  }: { readonly joinCode: string; readonly address: string; readonly answers: AnswersInput },
  context: RegisteringContext,
): Promise<void> {
  const { now } = context;
  const webinar = await webinarOfCode(joinCode, context);
  const { registrations } = context;
  if (!isOpen(webinar, now)) return;
  // A registration with wrong answers changes nothing.
  checkedAnswers(webinar.webinar.questions, answers);
  await registrations.holdPlaces(webinar.chainId);
  const known = await registrations.ofAddress(webinar.chainId, address);
  if (known === null || !isMailedAgain(known, now)) return;
  await notifyOfStatus(await registrations.save({ ...known, mailedAt: now }), context);
}

const isMailedAgain = ({ mailedAt }: Registration, now: Instant) =>
  plusMinutes(mailedAt, mailAgainMinutes) <= now;

async function add(
  given: {
    readonly email: string;
    readonly displayName: string;
    readonly answers: Registration['answers'];
    readonly timeZone?: string | undefined;
    readonly status: 'approved' | 'pending' | 'waitlisted';
  },
  { meetingId, chainId }: Webinar,
  context: RegisteringContext,
): Promise<void> {
  const { registrations, linkTokens, newId, now, emit } = context;
  const id = newId();
  const { email: address, displayName, answers, status } = given;
  const { token, keyNumber } = linkTokens.derive('webinar_registration', id, 1);
  const registration: Registration = {
    id,
    chainId,
    meetingId,
    email: address,
    displayName,
    answers,
    status: registrationStates.begin(status),
    wasApproved: status === 'approved',
    timeZone: given.timeZone ?? null,
    tokenHash: linkTokens.hash(token),
    tokenKeyNumber: keyNumber,
    tokenGeneration: 1,
    waitlistedAt: status === 'waitlisted' ? now : null,
    mailedAt: now,
    decidedAt: status === 'approved' ? now : null,
    decidedByUserId: null,
    decisionReason: null,
    deliveryStatus: 'queued',
    lastSentAt: null,
    lastSequence: null,
    firstMessageId: null,
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
  await registrations.add(registration);

  const told = { registrationId: id, meetingId, version: 1, email: address, displayName };
  if (status === 'approved') emit(registrationApproved, { ...told, byUserId: null, promoted: false });
  else emit(status === 'pending' ? registrationCreated : registrationWaitlisted, told);
  await notifyOfStatus(registration, context);
}
