import { defaultJobPolicy } from '../../kernel/outbox.ts';
import type { ReactingContext } from '../../kernel/use-case.ts';
import {
  meetingCancelled,
  meetingSplit,
  meetingUpdated,
  occurrenceCancelled,
  occurrenceRestored,
  occurrenceUpdated,
} from '../events.ts';
import { type MeetingsPorts, reaction } from '../ports.ts';
import { registrationMailDue } from './events.ts';
import { mailOf } from './places.ts';

const policy = { ...defaultJobPolicy, queue: 'meetings' };

/**
 * Everybody with a place is told of a change, everybody registered that the webinar is called off. A mail that waits says
 * what holds when it leaves, so a further change takes its place: fifty changes in a minute are one mail.
 */
const tell = (
  meetingId: string,
  about: 'changed' | 'called_off',
  { once }: Pick<ReactingContext<MeetingsPorts>, 'once'>,
): Promise<void> =>
  once(async ({ meetings, registrations, cancelJobs, emit, now }) => {
    const { meetingType, chainId } = await meetings.get(meetingId);
    if (meetingType !== 'webinar') return;
    const standing = await registrations.standingOf(chainId);
    for (const registration of standing) {
      if (about === 'changed' && registration.status !== 'approved') continue;
      await cancelJobs({ type: 'registration', id: registration.id }, 'meetings.mail_registrant');
      emit(registrationMailDue, mailOf(registration, now, about));
    }
  });

interface Told {
  readonly meetingId: string;
  readonly notify: boolean;
}
const tellChanged = async ({ meetingId, notify }: Told, context: ReactingContext<MeetingsPorts>) => {
  if (notify) await tell(meetingId, 'changed', context);
};

export const tellRegistrantsOfUpdate = reaction(
  meetingUpdated,
  { topic: 'meetings.registrants_update', policy, needs: ['meetingId', 'notify'] },
  tellChanged,
);
export const tellRegistrantsOfSplit = reaction(
  meetingSplit,
  { topic: 'meetings.registrants_split', policy, needs: ['meetingId', 'notify'] },
  tellChanged,
);
export const tellRegistrantsOfOccurrence = reaction(
  occurrenceUpdated,
  { topic: 'meetings.registrants_occurrence', policy, needs: ['meetingId', 'notify'] },
  tellChanged,
);
export const tellRegistrantsOfLostOccurrence = reaction(
  occurrenceCancelled,
  { topic: 'meetings.registrants_occurrence_cancelled', policy, needs: ['meetingId', 'notify'] },
  tellChanged,
);
export const tellRegistrantsOfRestoredOccurrence = reaction(
  occurrenceRestored,
  { topic: 'meetings.registrants_occurrence_restored', policy, needs: ['meetingId', 'notify'] },
  tellChanged,
);
export const tellRegistrantsOfCancellation = reaction(
  meetingCancelled,
  { topic: 'meetings.registrants_cancellation', policy, needs: ['meetingId', 'notify'] },
  async ({ meetingId, notify }, context) => {
    if (notify) await tell(meetingId, 'called_off', context);
  },
);
