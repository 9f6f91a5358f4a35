import type { Instant } from '../../kernel/time.ts';
import type { Label } from '../../records/index.ts';
import { type Consent, type ConsentScope, statusAt } from '../consents/consent.ts';
import { consentNotValid } from '../errors.ts';
import type { GovernancePorts } from '../ports.ts';
import type { DisclosureAuthorization, DisclosureBasis } from './authorization.ts';

type Disclosed = Pick<DisclosureAuthorization, 'purposeOfUse' | 'recipient' | 'caseId' | 'scope'>;

/** What the law demands, and what saves somebody, is disclosed whoever forbids it. */
const aboveDenials: readonly DisclosureBasis[] = ['court_order', 'statutory_duty', 'emergency'];

type Named = ConsentScope['recipients'][number];
const isSameAddress = ({ email }: Named, { recipient }: Disclosed): boolean =>
  email !== null && folded(email) === folded(recipient.email);
/** Two that belong to no organization are the same by their name. */
const isSameName = ({ name, organization }: Named, { recipient }: Disclosed): boolean =>
  folded(name) === folded(recipient.name) &&
  folded(organization ?? '') === folded(recipient.organization ?? '');

/** A consent that names nobody reaches everybody. */
const forbids = ({ recipients }: ConsentScope, disclosed: Disclosed): boolean =>
  recipients.length === 0 ||
  recipients.some((named) => isSameAddress(named, disclosed) || isSameName(named, disclosed));

/** Whoever permits it for an address and names no organization means that address: many people have the same name. */
const reaches = ({ recipients }: ConsentScope, disclosed: Disclosed): boolean =>
  recipients.length === 0 ||
  recipients.some(
    (named) =>
      isSameAddress(named, disclosed) ||
      (isSameName(named, disclosed) && (named.organization !== null || named.email === null)),
  );
const folded = (text: string) => text.normalize('NFC').trim().toLowerCase();

const isAmong = <T>(value: T, limits: readonly T[]): boolean => limits.length === 0 || limits.includes(value);
const beyondConfidential = (labels: readonly Label[]) => labels.filter((label) => label !== 'confidential');

/** Whether all that may be disclosed lies within the scope (GOV-2). */
export function covers(scope: ConsentScope, disclosed: Disclosed): boolean {
  const { entryTypes, from, to, labels } = disclosed.scope;
  return (
    isAmong(disclosed.purposeOfUse, scope.purposes) &&
    reaches(scope, disclosed) &&
    isAmong(disclosed.caseId, scope.caseIds) &&
    (scope.entryTypes.length === 0 ||
      (entryTypes.length > 0 && entryTypes.every((type) => scope.entryTypes.includes(type)))) &&
    (scope.dataFrom === null || (from !== null && from >= scope.dataFrom)) &&
    (scope.dataTo === null || (to !== null && to <= scope.dataTo)) &&
    beyondConfidential(labels).every((label) => scope.labels.includes(label))
  );
}

/** Whether anything that may be disclosed lies within the scope of what somebody forbids. Labels that it names narrow it. */
export function overlaps(scope: ConsentScope, disclosed: Disclosed): boolean {
  const { entryTypes, from, to, labels } = disclosed.scope;
  return (
    isAmong(disclosed.purposeOfUse, scope.purposes) &&
    forbids(scope, disclosed) &&
    isAmong(disclosed.caseId, scope.caseIds) &&
    (scope.entryTypes.length === 0 ||
      entryTypes.length === 0 ||
      entryTypes.some((type) => scope.entryTypes.includes(type))) &&
    (scope.dataTo === null || from === null || from <= scope.dataTo) &&
    (scope.dataFrom === null || to === null || to >= scope.dataFrom) &&
    (scope.labels.length === 0 || scope.labels.some((label) => labels.includes(label)))
  );
}

const holds = (consent: Consent, now: Instant): boolean =>
  consent.category === 'disclosure' && statusAt(consent, now) === 'active' && consent.effectiveFrom <= now;

/** Passes if the consent that it rests on covers the disclosure at this moment, and none forbids it (GOV-2). */
export async function requireConsent(
  authorization: DisclosureAuthorization,
  { consents, recordSubjects, now }: Pick<GovernancePorts, 'consents' | 'recordSubjects'> & { now: Instant },
): Promise<void> {
  const { basis, subjectId, consentId } = authorization;
  // Whatever a person has said before a merge holds after it.
  const about = await recordSubjects.sameAs(subjectId);
  if (basis === 'consent') {
    const consent = consentId === null ? null : await consents.get(consentId);
    const isValid =
      consent !== null &&
      consent.decision === 'permit' &&
      about.includes(consent.subjectId) &&
      holds(consent, now) &&
      covers(consent.scope, authorization);
    if (!isValid) throw consentNotValid();
  }
  if (aboveDenials.includes(basis)) return;
  const denials = await consents.denials(about, now);
  if (denials.some((consent) => holds(consent, now) && overlaps(consent.scope, authorization)))
    throw consentNotValid({
      message: 'A consent that holds now forbids this disclosure.',
    });
}
