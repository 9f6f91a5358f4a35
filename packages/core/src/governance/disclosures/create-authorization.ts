import { z } from 'zod';
import { daysLater, localDate } from '../../kernel/plain-dates.ts';
import { type Instant, plusDays } from '../../kernel/time.ts';
import { invalidField } from '../../kernel/validation.ts';
import {
  caseNotFound,
  purposeOfUse,
  recordsPurposeNotAllowed,
  recordsPurposeRequired,
  writesOfRecords,
} from '../../records/index.ts';
import { requireDocument } from '../consents/new-consent.ts';
import { authorizationSubjectNotInCase, consentNotValid } from '../errors.ts';
import { command, type GovernancePorts } from '../ports.ts';
import {
  authorizationNumberOf,
  authorizationStates,
  type DisclosureAuthorization,
  type DisclosureBasis,
  isAccounted,
} from './authorization.ts';
import { requireConsent } from './consent-coverage.ts';
import { newAuthorizationFields } from './disclosure-fields.ts';
import { onDisclosure } from './disclosure-permissions.ts';
import { nextReminder } from './due-reminders.ts';
import { aboutAuthorization, authorizationRequested } from './events.ts';
import { deniedDisclosureOf, foundCase } from './found-disclosure.ts';
import { shownAuthorization } from './shown-disclosure.ts';
import { AuthorizationView } from './views.ts';

export const createDisclosureAuthorization = command({
  summary: 'Ask for the authorization of a disclosure',
  description:
    'Says who is to receive what, for what and on which legal basis. Somebody else decides on it; only then packages are prepared on it.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  feature: 'records_governance',
  throttles: writesOfRecords,
  cli: { command: 'governance disclosures authorizations create' },
  input: z.strictObject({ ...newAuthorizationFields, purposeOfReading: purposeOfUse() }),
  output: z.object({ authorization: AuthorizationView }),
  errors: [
    caseNotFound,
    authorizationSubjectNotInCase,
    consentNotValid,
    recordsPurposeRequired,
    recordsPurposeNotAllowed,
  ],
  denial: deniedDisclosureOf,

  find: ({ caseId, purposeOfReading }, context) =>
    foundCase({ caseId, purposeOfUse: purposeOfReading }, caseNotFound, context),
  may: onDisclosure('request'),

  async run({ purposeOfReading: _, ...input }, context) {
    const { found, disclosureAuthorizations, workspaceIdentity, timeZones, now } = context;
    await requireInCase(input, context);
    requireReference(input);
    await requireDocument(input.documentId, context);
    const { defaultTimeZone } = await workspaceIdentity.profile();
    const today = localDate(now, defaultTimeZone, timeZones);
    const authorization: DisclosureAuthorization = {
      ...input,
      ...timesOf(input, { now, today }),
      id: context.newId(),
      authorizationNumber: '',
      status: authorizationStates.begin('pending'),
      requestedAt: now,
      remindAt: null,
      releasesUsed: 0,
      accounted: isAccounted(input),
      decidedByUserId: null,
      decidedAt: null,
      decisionReason: null,
      singlePerson: false,
      singlePersonReason: null,
      createdByUserId: context.user.userId,
      updatedAt: now,
      updatedByUserId: context.user.userId,
      version: 1,
    };
    await requireConsent(authorization, context);

    const year = today.slice(0, 4);
    const numbered = {
      ...authorization,
      authorizationNumber: authorizationNumberOf(year, await disclosureAuthorizations.nextNumber(year)),
      remindAt: nextReminder(authorization.dueOn, defaultTimeZone, { now, timeZones }),
    };
    await disclosureAuthorizations.add(numbered);
    context.accessedBy(found.used);
    context.emit(authorizationRequested, aboutAuthorization(numbered, found.recordCase));
    return { authorization: await shownAuthorization(numbered, context) };
  },
});

/** The case may be about the same person under the id of a subject that was merged. */
async function requireInCase(
  { caseId, subjectId }: Pick<DisclosureAuthorization, 'caseId' | 'subjectId'>,
  { recordCases, recordSubjects }: Pick<GovernancePorts, 'recordCases' | 'recordSubjects'>,
): Promise<void> {
  const same = await recordSubjects.sameAs(subjectId);
  const subjects = await recordCases.subjectIds(caseId);
  if (!subjects.some((id) => same.includes(id))) throw authorizationSubjectNotInCase();
}

const needReference: readonly DisclosureBasis[] = ['court_order', 'subpoena', 'statutory_duty', 'other'];

function requireReference({
  basis,
  consentId,
  legalReference,
}: Pick<DisclosureAuthorization, 'basis' | 'consentId' | 'legalReference'>): void {
  if (basis === 'consent' && consentId === null)
    throw invalidField('/consentId', 'field.required', 'Name the consent that covers it.');
  if (basis !== 'consent' && consentId !== null)
    throw invalidField('/consentId', 'field.invalid', 'Leave this out: only the basis consent rests on one.');
  if (needReference.includes(basis) && legalReference === null)
    throw invalidField('/legalReference', 'field.required', 'Name the order, subpoena or statute.');
}

interface Times {
  readonly basis: DisclosureBasis;
  readonly dueOn?: string | undefined;
  readonly validFrom?: Instant | undefined;
  readonly validUntil?: Instant | undefined;
}

function timesOf(
  { basis, ...given }: Times,
  { now, today }: { readonly now: Instant; readonly today: string },
): Pick<DisclosureAuthorization, 'dueOn' | 'validFrom' | 'validUntil'> {
  const dueOn = given.dueOn ?? daysLater(today, basis === 'subject_access_request' ? 30 : 14);
  const validFrom = given.validFrom ?? now;
  const validUntil = given.validUntil ?? plusDays(validFrom, 90);
  if (dueOn <= today || dueOn > daysLater(today, 365))
    throw invalidField(
      '/dueOn',
      'field.out_of_range',
      'Let it be due within a year, and not before tomorrow.',
    );
  if (validFrom > plusDays(now, 365))
    throw invalidField('/validFrom', 'field.out_of_range', 'Let it begin within a year.');
  if (validUntil <= now || validUntil <= validFrom || validUntil > plusDays(validFrom, 365))
    throw invalidField(
      '/validUntil',
      'field.out_of_range',
      'Let it end after it has begun, not in the past, and within a year.',
    );
  return { dueOn, validFrom, validUntil };
}
