import { defaultJobPolicy } from '../../kernel/outbox.ts';
import type { OutsideMail } from '../../kernel/outside-mail.ts';
import type { FollowUpContext } from '../../kernel/reacting-context.ts';
import {
  meetingCancelled,
  meetingSplit,
  meetingUpdated,
  occurrenceCancelled,
  occurrenceRestored,
  occurrenceUpdated,
} from '../events.ts';
import { type MeetingsPorts, type MeetingsReacting, reaction } from '../ports.ts';
import { type RegistrationMailSubject, registrationMailDue } from './events.ts';
import { mailAggregate, mailOf } from './places.ts';
import type { Registration } from './registration.ts';

const orderOf = (meetingId: string): string => `registrant-changes:${meetingId}`;
/** The changes of one webinar are processed in the order in which they were made. */
const inOrder = {
  policy: { ...defaultJobPolicy, queue: 'meetings' },
  orderingKey: ({ meetingId }: { readonly meetingId: string }) => orderOf(meetingId),
};
const topic = 'meetings.mail_registrant';
/** Their mails are written when they leave, so one that is to come tells later changes of the same thing too (MTG-78). */
const mergingTopics = {
  update: 'meetings.registrants_update',
  split: 'meetings.registrants_split',
  session: 'meetings.registrants_occurrence',
  restoring: 'meetings.registrants_occurrence_restored',
} as const;

/** The registrants who are no members, whom a change of one of these meetings is mailed to. */
const toRegistrants = <D extends Told>(
  beyond: 'refuse' | 'send' = 'refuse',
  partsOf: (event: D) => readonly string[] = ({ meetingId }) => [meetingId],
): OutsideMail<D, MeetingsPorts> => ({
  beyond,
  outsiders: (events, { registrations }) =>
    Promise.all(
      events.map(async (event) => {
        const { notify, sessionId = null } = event;
        const outsidersOf = (meetingId: string) => {
          if (beyond === 'send') return registrations.outsidersOf(meetingId);
          const queued = { key: orderOf(meetingId), topics: Object.values(mergingTopics), mailTopic: topic };
          return registrations.outsidersToTell({ meetingId, sessionId, queued });
        };
        return (await Promise.all((notify ? partsOf(event) : []).map(outsidersOf))).flat();
      }),
    ),
});

interface News {
  readonly about: Exclude<RegistrationMailSubject, 'standing'>;
  readonly meetingId: string;
  readonly sessionId?: string;
}

/**
 * Mails a change to everybody with a place, and a cancellation to everybody registered. A mail that waits is written when it
 * leaves, so a further change of the same thing replaces it: fifty changes in a minute are one mail. A change of one date
 * is a message about that date alone (MTG-75); its cancellation is never merged away.
 */
const tell = (news: readonly News[], { once }: Pick<MeetingsReacting, 'once'>): Promise<void> =>
  once(async (context) => {
    const [first] = news;
    if (first === undefined) return;
    const { meetingType, chainId } = await context.meetings.get(first.meetingId);
    if (meetingType !== 'webinar') return;
    for (const registration of await context.registrations.activeOf(chainId))
      for (const one of news) await tellOne(registration, one, context);
  });

async function tellOne(
  registration: Pick<Registration, 'id' | 'status' | 'lastSequence'>,
  news: News,
  { cancelJobs, emit, now }: Pick<FollowUpContext, 'cancelJobs' | 'emit' | 'now'>,
): Promise<void> {
  const { id, status, lastSequence } = registration;
  const isCalledOff = news.about === 'called_off';
  if (!isCalledOff && status !== 'approved') return;
  // Whoever has not been mailed their place yet is mailed the place, with its current details.
  const isNew = !isCalledOff && lastSequence === null;
  const mail = mailOf(registration, now, isNew ? { about: 'changed', meetingId: news.meetingId } : news);
  await cancelJobs(overtakenBy(mail), topic);
  if (status !== 'approved') await cancelJobs({ type: 'registration', id }, topic);
  emit(registrationMailDue, mail);
}

const overtakenBy = (mail: ReturnType<typeof mailOf>) =>
  mailAggregate(mail.about === 'session_cancelled' ? { ...mail, about: 'session_changed' } : mail);

interface Told {
  readonly meetingId: string;
  readonly notify: boolean;
  readonly sessionId?: string;
}
interface ToldOfSession extends Told {
  readonly sessionId: string;
}

export const notifyRegistrantsOfUpdate = reaction(
  meetingUpdated,
  {
    topic: mergingTopics.update,
    needs: ['meetingId', 'notify'],
    mails: toRegistrants(),
    ...inOrder,
  },
  async ({ meetingId, notify }: Told, context) => {
    if (notify) await tell([{ about: 'changed', meetingId }], context);
  },
);
/** Each message has one UID: first the head that ends, then the tail that begins (meetings 7.4). */
export const notifyRegistrantsOfSplit = reaction(
  meetingSplit,
  {
    topic: mergingTopics.split,
    needs: ['meetingId', 'tailMeetingId', 'notify'],
    mails: toRegistrants('refuse', ({ meetingId, tailMeetingId }) => [meetingId, tailMeetingId]),
    ...inOrder,
  },
  async ({ meetingId, tailMeetingId, notify }, context) => {
    const parts = [meetingId, tailMeetingId];
    if (notify)
      await tell(
        parts.map((part) => ({ about: 'changed', meetingId: part })),
        context,
      );
  },
);

const tellOfSession =
  (about: 'session_changed' | 'session_cancelled') =>
  async ({ meetingId, sessionId, notify }: ToldOfSession, context: MeetingsReacting) => {
    if (notify) await tell([{ about, meetingId, sessionId }], context);
  };
export const notifyRegistrantsOfChangedSession = reaction(
  occurrenceUpdated,
  {
    topic: mergingTopics.session,
    needs: ['meetingId', 'sessionId', 'notify'],
    mails: toRegistrants(),
    ...inOrder,
  },
  tellOfSession('session_changed'),
);
export const notifyRegistrantsOfCancelledSession = reaction(
  occurrenceCancelled,
  {
    topic: 'meetings.registrants_occurrence_cancelled',
    needs: ['meetingId', 'sessionId', 'notify'],
    mails: toRegistrants('send'),
    ...inOrder,
  },
  tellOfSession('session_cancelled'),
);
export const notifyRegistrantsOfRestoredSession = reaction(
  occurrenceRestored,
  {
    topic: mergingTopics.restoring,
    needs: ['meetingId', 'sessionId', 'notify'],
    mails: toRegistrants(),
    ...inOrder,
  },
  tellOfSession('session_changed'),
);
export const notifyRegistrantsOfCancellation = reaction(
  meetingCancelled,
  {
    topic: 'meetings.registrants_cancellation',
    needs: ['meetingId', 'notify'],
    mails: toRegistrants('send'),
    ...inOrder,
  },
  async ({ meetingId, notify }, context) => {
    if (notify) await tell([{ about: 'called_off', meetingId }], context);
  },
);
