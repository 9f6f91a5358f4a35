import { isManager } from '../../kernel/access.ts';
import type { AccessUsed } from '../../kernel/events.ts';
import type { HandlerContext } from '../../kernel/handler-context.ts';
import { permissionsOn } from '../../kernel/thing-permission.ts';
import { accessToSubject, mayHold, type SubjectStanding } from '../access/decision.ts';
import type { Purpose } from '../access/labels.ts';
import { readerOf } from '../access/reader.ts';
import type { RecordReader } from '../access/record-reader.ts';
import { openedSubject } from '../access/used-access.ts';
import { subjectIdentifierNotFound, subjectNotFound } from '../errors.ts';
import { accessDenied, recordOfSubject } from '../events.ts';
import { denied, type RecordsPorts } from '../ports.ts';
import type { Subject } from './subject.ts';

/** A subject, what the caller is to it, and by what right they see it. */
export interface SeenSubject {
  readonly subject: Subject;
  readonly reader: RecordReader;
  readonly standing: SubjectStanding;
  readonly used: AccessUsed;
}

interface Asked {
  readonly subjectId: string;
  readonly purposeOfUse?: Purpose | undefined;
}

type Looking = Pick<RecordsPorts, 'recordStandings'> & Pick<HandlerContext, 'user' | 'now'>;
type LookingAs = Omit<Looking, 'user'> & { readonly user: Pick<HandlerContext['user'], 'userId'> };

/** What somebody is to a subject, through its cases too. */
export async function standingOn(
  { id, createdByUserId }: Pick<Subject, 'id' | 'createdByUserId'>,
  { recordStandings, user: { userId }, now }: LookingAs,
): Promise<SubjectStanding> {
  const [cases, grants] = await Promise.all([
    recordStandings.toCasesOf(id, userId, now),
    recordStandings.grantsOnSubject(id, userId, now),
  ]);
  return { isCreator: createdByUserId === userId, cases, grants };
}

/** By what right the caller sees a subject; null if there is none for them. */
export async function accessOf(
  subject: Subject,
  reader: RecordReader,
  context: LookingAs,
): Promise<AccessUsed['access'] | null> {
  return accessToSubject(
    subject.effectiveMask,
    reader,
    await standingOn(subject, context),
    reader.subjectDirectory,
  );
}

/** The subject that is asked for, for the purpose that its labels need; for everybody else there is none (REC-1). */
export async function seenSubject(
  { subjectId, purposeOfUse }: Asked,
  context: Pick<RecordsPorts, 'subjects'> & Looking,
  lock?: 'for update',
): Promise<SeenSubject> {
  const [subject, reader] = await Promise.all([context.subjects.find(subjectId, lock), readerOf(context)]);
  if (subject === null) throw subjectNotFound();
  const standing = await standingOn(subject, context);
  const mask = subject.effectiveMask;
  const opened = openedSubject({ mask, purpose: purposeOfUse ?? null, standing }, (counted) =>
    accessToSubject(mask, reader, counted, reader.subjectDirectory),
  );
  if (opened === null) throw subjectNotFound();
  return { subject, reader, ...opened };
}

type Standing = 'manager' | 'creator' | 'contributor' | 'lead' | 'records manager' | 'reader';
type Stood = Pick<SeenSubject, 'reader' | 'standing'>;

/** The permission table of subjects (records 9 and 5.1). */
const subjectPermissions = {
  update: ['manager', 'creator', 'contributor', 'lead'],
  archive: ['manager', 'records manager'],
  unarchive: ['manager', 'lead'],
} as const satisfies Readonly<Record<string, readonly Standing[]>>;

/** Whoever made a subject changes it until a case says who works on it. */
const standingsOf = ({ reader, standing: { isCreator, cases } }: Stood): readonly Standing[] => {
  const held = cases.flatMap(({ caseRole, isBlocked }) =>
    caseRole === null || isBlocked || !mayHold(reader.role, caseRole) ? [] : [caseRole],
  );
  return [
    ...(isManager(reader.role) ? (['manager'] as const) : []),
    ...(isCreator && cases.length === 0 ? (['creator'] as const) : []),
    ...(held.includes('contributor') ? (['contributor'] as const) : []),
    ...(held.includes('lead') ? (['lead'] as const) : []),
    ...(reader.duties.includes('records_manager') ? (['records manager'] as const) : []),
    'reader' as const,
  ];
};

/** Whether somebody who sees the subject may change it, and so sees its identifiers whole. */
export const mayUpdate = (stood: Stood): boolean =>
  standingsOf(stood).some((standing) =>
    (subjectPermissions.update as readonly Standing[]).includes(standing),
  );

/** The permission on the subject that was found: `may: onSubject('update')`. */
export const onSubject = permissionsOn('subject', subjectPermissions, {
  ofRoles: {
    owner: { always: ['manager'], perhaps: ['creator', 'contributor', 'lead', 'records manager'] },
    admin: { always: ['manager'], perhaps: ['creator', 'contributor', 'lead', 'records manager'] },
    member: { always: ['reader'], perhaps: ['creator', 'contributor', 'lead', 'records manager'] },
    guest: { always: ['reader'], perhaps: [] },
  },
  standingsOf: (stood: Stood) => standingsOf(stood),
  words: {
    manager: 'is an owner or admin of the workspace',
    creator: 'made the subject, as long as it has no case',
    contributor: 'is a contributor of a case of the subject',
    lead: 'leads a case of the subject',
    'records manager': 'is a records manager',
    reader: 'sees the subject',
  },
});

/** A refusal about a subject that there is stands in the ledger (REC-7). Nobody is refused an identifier that there is not. */
export const deniedSubject = denied(accessDenied, async ({ subjectId }: Asked, { subjects }, { code }) => {
  if (code === subjectIdentifierNotFound.code) return null;
  const subject = await subjects.find(subjectId);
  return subject === null ? null : { ...recordOfSubject(subject), code };
});
