import type { OutsideMail } from '../../kernel/outside-mail.ts';
import type { MeetingsPorts } from '../ports.ts';

/**
 * Mail to registrants who are no members. It is left out and not refused where nobody can be refused: the answer to a
 * registration must not tell whether the address is known (MTG-84).
 */
export const mailToOutsiders: OutsideMail<{ readonly registrationId: string }, MeetingsPorts> = {
  beyond: 'leave out',
  outsiders: async (events, { registrations }) => {
    const addresses = await registrations.outsiders(events.map(({ registrationId }) => registrationId));
    return events.map(({ registrationId }) => addresses.get(registrationId) ?? []);
  },
};
