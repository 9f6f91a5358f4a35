import { isManager } from '../../kernel/access.ts';
import type { AccessUsed } from '../../kernel/events.ts';
import type { HandlerContext } from '../../kernel/handler-context.ts';
import type { UserPrincipal } from '../../kernel/principal.ts';
import { permissionsOn } from '../../kernel/thing-permission.ts';
import { callerOf, grantsOnSubjects, linkedCases, subjectDirectory } from '../access/caller.ts';
import { accessToSubject } from '../access/decision.ts';
import type { Purpose } from '../access/labels.ts';
import { purposeUsed, requirePurpose } from '../access/purposes.ts';
import { subjectIdentifierNotFound, subjectNotFound } from '../errors.ts';
import { aboutSubject, accessDenied } from '../events.ts';
import { denied, type RecordsPorts } from '../ports.ts';
import type { Subject } from './subject.ts';

/** A subject, and by what right the caller sees it. */
export interface SeenSubject {
  readonly subject: Subject;
  readonly used: AccessUsed;
}

interface Asked {
  readonly subjectId: string;
  readonly purposeOfUse?: Purpose | undefined;
}

/** By what right somebody sees a subject; null if there is none for them. */
export const accessOf = (subject: Subject, user: UserPrincipal): AccessUsed['access'] | null =>
  accessToSubject(
    subject.effectiveMask,
    callerOf(user),
    {
      isCreator: subject.createdByUserId === user.userId,
      cases: linkedCases,
      grants: grantsOnSubjects,
    },
    subjectDirectory,
  );

/** The subject that is asked for, for the purpose that its labels need; for everybody else there is none (REC-1). */
export async function seenSubject(
  { subjectId, purposeOfUse }: Asked,
  { subjects, user }: Pick<RecordsPorts, 'subjects'> & Pick<HandlerContext, 'user'>,
  lock?: 'for update',
): Promise<SeenSubject> {
  const subject = await subjects.find(subjectId, lock);
  const access = subject && accessOf(subject, user);
  if (subject === null || access === null) throw subjectNotFound();
  requirePurpose(subject.effectiveMask, purposeOfUse ?? null);
  return { subject, used: { access, purposeOfUse: purposeUsed(purposeOfUse ?? null) } };
}

type Standing = 'manager' | 'creator' | 'reader';

/** The permission table of subjects (records 9). */
const subjectPermissions = {
  update: ['manager', 'creator'],
  archive: ['manager'],
  merge: ['manager'],
} as const satisfies Readonly<Record<string, readonly Standing[]>>;

const standingsOf = (
  { createdByUserId }: Pick<Subject, 'createdByUserId'>,
  { userId, membership }: Pick<UserPrincipal, 'userId' | 'membership'>,
): readonly Standing[] => [
  ...(isManager(membership?.role) ? (['manager'] as const) : []),
  ...(createdByUserId === userId ? (['creator'] as const) : []),
  'reader' as const,
];

/** Whether somebody who sees the subject may change it, and so sees its identifiers whole. */
export const mayUpdate = (subject: Subject, user: UserPrincipal): boolean =>
  standingsOf(subject, user).some((standing) =>
    (subjectPermissions.update as readonly Standing[]).includes(standing),
  );

/** The permission on the subject that was found: `may: onSubject('update')`. */
export const onSubject = permissionsOn('subject', subjectPermissions, {
  ofRoles: {
    owner: { always: ['manager'], perhaps: [] },
    admin: { always: ['manager'], perhaps: [] },
    member: { always: ['reader'], perhaps: ['creator'] },
    guest: { always: ['reader'], perhaps: [] },
  },
  standingsOf: (
    { subject }: { readonly subject: Pick<Subject, 'createdByUserId'> },
    _input: unknown,
    { user },
  ) => standingsOf(subject, user),
  words: {
    manager: 'is an owner or admin of the workspace',
    creator: 'made the subject',
    reader: 'sees the subject',
  },
});

/** A refusal about a subject that there is stands in the ledger (REC-7). Nobody is refused an identifier that there is not. */
export const deniedSubject = denied(accessDenied, async ({ subjectId }: Asked, { subjects }, { code }) => {
  if (code === subjectIdentifierNotFound.code) return null;
  const subject = await subjects.find(subjectId);
  return subject === null ? null : { ...aboutSubject(subject), code };
});
