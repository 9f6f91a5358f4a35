import { goneBecause, nobody } from '../../kernel/links.ts';
import type { LinkTokens } from '../../kernel/ports.ts';
import type { MeetingsPorts } from '../ports.ts';
import type { ListedRegistration } from './ports.ts';
import { goneReasonOf } from './registration.ts';

/**
 * The registration of a mailed link, after entering its workspace; `registration.not_found` if there never was one, by the
 * same work.
 */
export async function registrationOfLink(
  token: string,
  context: Pick<MeetingsPorts, 'registrations'> & {
    readonly linkTokens: Pick<LinkTokens, 'hash'>;
    enterByLink(workspaceId: string): Promise<void>;
  },
): Promise<ListedRegistration> {
  const found = (await context.registrations.ofToken(context.linkTokens.hash(token))) ?? nobody;
  await context.enterByLink(found.workspaceId);
  return context.registrations.get(found.id);
}

/** The same, if the registration is active; `link.gone` if it was declined or cancelled. */
export async function activeRegistrationOfLink(
  ...given: Parameters<typeof registrationOfLink>
): Promise<ListedRegistration> {
  const registration = await registrationOfLink(...given);
  const gone = goneReasonOf(registration);
  if (gone !== null) throw goneBecause(gone);
  return registration;
}
