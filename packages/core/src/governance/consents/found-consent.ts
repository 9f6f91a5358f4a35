import { isManager } from '../../kernel/access.ts';
import type { HandlerContext, ReadingContext } from '../../kernel/handler-context.ts';
import { permissionsOn } from '../../kernel/thing-permission.ts';
import {
  accessDenied,
  isRestricted,
  labelsOf,
  type Purpose,
  recordOfSubject,
  recordsListRead,
  type SeenSubject,
} from '../../records/index.ts';
import { consentNotFound } from '../errors.ts';
import { denied, type GovernancePorts } from '../ports.ts';
import type { Consent } from './consent.ts';

export interface FoundConsent extends SeenSubject {
  readonly consent: Consent;
}

interface Asked {
  readonly consentId: string;
  readonly purposeOfUse?: Purpose | undefined;
}
type Context = Pick<GovernancePorts, 'consents' | 'recordSubjects'> &
  Pick<HandlerContext, 'user' | 'now'>;

/** The consent, if its subject is seen; for everybody else there is none (REC-1). */
export async function foundConsent(
  { consentId, purposeOfUse }: Asked,
  context: Context,
  lock?: 'for update',
): Promise<FoundConsent> {
  const consent = await context.consents.get(consentId, lock);
  if (consent === null) throw consentNotFound();
  const { subjectId } = consent;
  const seen = await context.recordSubjects.seen({ subjectId, purposeOfUse }, context).catch((error: unknown) => {
    // The answer does not tell a consent that is hidden from one that there is not.
    throw isSubjectNotFound(error) ? consentNotFound() : error;
  });
  return { ...seen, consent };
}

const isSubjectNotFound = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'subject.not_found';

type Standing = 'manager' | 'creator' | 'reader';

/** Governance 11. */
const consentPermissions = {
  read: ['manager', 'creator'],
  write: ['manager', 'creator'],
} as const satisfies Readonly<Record<string, readonly Standing[]>>;

/** The permission on the consents of the subject that was found. */
export const onConsents = permissionsOn('consents of the subject', consentPermissions, {
  ofRoles: {
    owner: { always: ['manager'], perhaps: [] },
    admin: { always: ['manager'], perhaps: [] },
    member: { always: ['reader'], perhaps: ['creator'] },
    guest: { always: ['reader'], perhaps: [] },
  },
  standingsOf: ({ subject }: SeenSubject, _input: unknown, { user }): readonly Standing[] => [
    ...(isManager(user.membership?.role) ? (['manager'] as const) : []),
    ...(subject.createdByUserId === user.userId ? (['creator'] as const) : []),
    'reader',
  ],
  words: {
    manager: 'is an owner or admin of the workspace',
    creator: 'made the subject',
    reader: 'sees the subject',
  },
});

/** A refusal about the consents of a subject that there is stands in the ledger (REC-7). */
export const deniedConsentsOf = denied(
  accessDenied,
  async ({ subjectId }: { readonly subjectId: string }, { recordSubjects }, { code }) => {
    const subject = await recordSubjects.get(subjectId);
    return subject === null ? null : { ...recordOfSubject(subject), code };
  },
);
export const deniedConsent = denied(
  accessDenied,
  async ({ consentId }: { readonly consentId: string }, { consents, recordSubjects }, { code }) => {
    const consent = await consents.get(consentId);
    const subject = consent && (await recordSubjects.get(consent.subjectId));
    return subject === null ? null : { ...recordOfSubject(subject), code };
  },
);

/** Reading consents about somebody who is labelled beyond confidential leaves a line (REC-6). */
export function sayConsentsRead(
  consents: readonly Consent[],
  { subject, used }: SeenSubject,
  { workspaceId, emit, accessedBy }: Pick<ReadingContext, 'workspaceId' | 'emit' | 'accessedBy'>,
): void {
  if (consents.length === 0 || !isRestricted(subject.effectiveMask)) return;
  accessedBy(used);
  emit(recordsListRead, {
    resource: 'consents',
    workspaceId,
    ids: consents.map(({ id }) => id),
    labels: [...labelsOf(subject.effectiveMask)],
  });
}
