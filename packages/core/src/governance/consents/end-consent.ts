import type { FollowUpContext } from '../../kernel/reacting-context.ts';
import type { Subject } from '../../records/index.ts';
import type { GovernancePorts } from '../ports.ts';
import { type Consent, expired, revoked } from './consent.ts';
import { aboutConsent, consentExpired, consentRejected, consentRevoked } from './events.ts';
import { consentMailTopic } from './mail-topic.ts';

type Ending = Pick<GovernancePorts, 'consents'> & Pick<FollowUpContext, 'now' | 'emit' | 'cancelJobs'>;

/** Who ends a consent, why, and whether it should never have been recorded. */
export interface Revocation {
  /** Null for whoever withdraws by the link. */
  readonly byUserId: string | null;
  readonly reason: string | null;
  readonly enteredInError: boolean;
}

/** Ends a consent in this transaction: one that was only asked for is rejected, and its link ends with it. */
export async function revokeConsent(
  consent: Consent,
  subject: Subject,
  { byUserId, reason, enteredInError }: Revocation,
  context: Ending,
): Promise<Consent> {
  const { consents, now, emit } = context;
  const action = enteredInError ? 'void' : 'revoke';
  const saved = await consents.save(revoked(consent, { byUserId, reason, action }, now));
  if (consent.status === 'requested') {
    await context.cancelJobs({ type: 'consent', id: consent.id }, consentMailTopic);
    emit(consentRejected, aboutConsent(saved, subject));
  } else emit(consentRevoked, { ...aboutConsent(saved, subject), enteredInError, reason });
  return saved;
}

/** The time of a consent, or of the request for it, is over. */
export async function expireConsent(
  consent: Consent,
  subject: Subject,
  context: Ending,
): Promise<void> {
  const { consents, now, emit } = context;
  const saved = await consents.save(expired(consent, now));
  await context.cancelJobs({ type: 'consent', id: consent.id }, consentMailTopic);
  emit(consentExpired, aboutConsent(saved, subject));
}
