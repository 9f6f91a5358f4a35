import { PermanentJobError } from '../../kernel/outbox.ts';
import { joinUrlOf } from '../join-code.ts';
import type { MeetingsReacting } from '../ports.ts';
import type { Registration } from './registration.ts';

/** The registrant's own token, derived with the key with which it was first made, so that rotating keys does not change it. */
export function registrationTokenOf(
  { id, tokenGeneration, tokenKeyNumber, tokenHash }: Registration,
  { linkTokens }: Pick<MeetingsReacting, 'linkTokens'>,
): string {
  const { token } = linkTokens.derive('webinar_registration', id, tokenGeneration, tokenKeyNumber);
  // A link that does not fit the stored digest would open nothing.
  if (linkTokens.hash(token) !== tokenHash)
    throw new PermanentJobError('link_key.missing', 'The key that made this link is not configured');
  return token;
}

/** The registrant's own link: to the room where they have a place, else to their registration. */
export const registrationLinkOf = (webUrl: string, joinCode: string, token: string): string =>
  `${joinUrlOf(webUrl, joinCode)}&registration=${token}`;
