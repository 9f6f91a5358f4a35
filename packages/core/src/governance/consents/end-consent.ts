import type { Subject } from '../../records/index.ts';
import { type Ending as EndingDisclosures, endDisclosuresOn } from '../disclosures/end-disclosures.ts';
import type { ReleasePackage } from '../disclosures/release-package.ts';
import type { GovernancePorts } from '../ports.ts';
import { type Consent, expired, revoked } from './consent.ts';
import { aboutConsent, consentExpired, consentRejected, consentRevoked } from './events.ts';
import { consentMailTopic } from './mail-topic.ts';

type Ending = Pick<GovernancePorts, 'consents'> & EndingDisclosures;

/** Who ends a consent, why, and whether it should never have been recorded. */
export interface Revocation {
  /** Null for whoever withdraws by the link. */
  readonly byUserId: string | null;
  readonly reason: string | null;
  readonly enteredInError: boolean;
  /** Whether what was released on it is closed to its recipients too. */
  readonly cutReleasedAccess: boolean;
}

/** Ends a consent in this transaction, with what rests on it: one that was only asked for is rejected, and its link ends with it. */
export async function revokeConsent(
  consent: Consent,
  subject: Subject,
  { byUserId, reason, enteredInError, cutReleasedAccess }: Revocation,
  context: Ending,
): Promise<{ readonly consent: Consent; readonly packages: readonly ReleasePackage[] }> {
  const { consents, now, emit } = context;
  const action = enteredInError ? 'void' : 'revoke';
  const saved = await consents.save(revoked(consent, { byUserId, reason, action }, now));
  if (consent.status === 'requested') {
    await context.cancelJobs({ type: 'consent', id: consent.id }, consentMailTopic);
    emit(consentRejected, aboutConsent(saved, subject));
  } else emit(consentRevoked, { ...aboutConsent(saved, subject), enteredInError, reason });
  // What a person said to the consent is not a reason that recipients or colleagues read elsewhere.
  const end = { byUserId, reason: null, cutReleasedAccess, tellsRecipient: true };
  return { consent: saved, packages: await endDisclosuresOn(saved.id, end, context) };
}

/** The time of a consent, or of the request for it, is over. */
export async function expireConsent(consent: Consent, subject: Subject, context: Ending): Promise<void> {
  const { consents, now, emit } = context;
  const saved = await consents.save(expired(consent, now));
  await context.cancelJobs({ type: 'consent', id: consent.id }, consentMailTopic);
  emit(consentExpired, aboutConsent(saved, subject));
  const end = { byUserId: null, reason: null, cutReleasedAccess: true, tellsRecipient: false };
  await endDisclosuresOn(saved.id, end, context);
}
