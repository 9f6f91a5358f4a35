import type { AccessUsed } from '../../kernel/events.ts';
import { recordsPurposeNotAllowed, recordsPurposeRequired } from '../errors.ts';
import type { CaseStanding, LiveGrant, SubjectStanding } from './decision.ts';
import { isRestricted, type LabelMask, type Purpose } from './labels.ts';
import { purposeUsed, requirePurpose } from './purposes.ts';
import type { RecordReader } from './record-reader.ts';

type Access = AccessUsed['access'];

/** By what right a thing was opened, and what the caller is to it for this purpose. */
export interface Opened<S> {
  readonly used: AccessUsed;
  readonly standing: S;
}

interface Asked<S> {
  readonly mask: LabelMask;
  readonly purpose: Purpose | null;
  readonly standing: S;
}

/** Null if the caller does not pass whatever the purpose; refuses where they pass but for the purpose (records 3.4, GOV-14). */
export const openedCase = (
  asked: Asked<CaseStanding>,
  access: (standing: CaseStanding) => Access | null,
): Opened<CaseStanding> | null => opened(asked, access, ({ grants }) => grants, caseFor);

/** The same for a subject, which the caller may reach through any of its cases. */
export const openedSubject = (
  asked: Asked<SubjectStanding>,
  access: (standing: SubjectStanding) => Access | null,
): Opened<SubjectStanding> | null =>
  opened(
    asked,
    access,
    ({ grants, cases }) => [...grants, ...cases.flatMap((each) => each.grants)],
    subjectFor,
  );

function opened<S>(
  { mask, purpose, standing }: Asked<S>,
  access: (standing: S) => Access | null,
  grantsOf: (standing: S) => readonly LiveGrant[],
  countedFor: (standing: S, purpose: Purpose) => S,
): Opened<S> | null {
  if (access(standing) === null) return null;
  requirePurpose(mask, purpose);
  const counted = countedFor(standing, purposeUsed(purpose));
  const right = access(counted);
  if (right === null) throw purpose === null ? recordsPurposeRequired() : recordsPurposeNotAllowed();
  // Whatever is read during an emergency is read under it, also what would be open anyway (GOV-16).
  const emergency = grantsOf(standing).find(({ basis }) => basis === 'break_glass');
  const named = emergency === undefined ? right : { basis: emergency.basis, grantId: emergency.grantId };
  return { used: { access: named, purposeOfUse: purposeUsed(purpose) }, standing: counted };
}

const caseFor = (standing: CaseStanding, purpose: Purpose): CaseStanding => ({
  ...standing,
  grants: grantsFor(standing.grants, purpose),
});
const subjectFor = ({ grants, cases, ...rest }: SubjectStanding, purpose: Purpose): SubjectStanding => ({
  ...rest,
  grants: grantsFor(grants, purpose),
  cases: cases.map((each) => caseFor(each, purpose)),
});
const grantsFor = (grants: readonly LiveGrant[], purpose: Purpose): readonly LiveGrant[] =>
  grants.filter(({ purposeOfUse }) => purposeOfUse === purpose);

/** Whether a thing was opened by access for a time. */
export const isByGrant = ({ access: { grantId } }: AccessUsed): boolean => grantId !== null;

/** Whether reading one thing leaves a line: what is labelled beyond confidential, and all that a grant or an emergency opens. */
export const leavesLine = (
  mask: LabelMask,
  used: AccessUsed,
  { auditsAllReads }: Pick<RecordReader, 'auditsAllReads'>,
): boolean => auditsAllReads || isByGrant(used) || isRestricted(mask);
