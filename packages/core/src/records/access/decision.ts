import { isManager, type Role } from '../../kernel/access.ts';
import type { AccessUsed } from '../../kernel/events.ts';
import {
  allLabels,
  confidentialOnly,
  isWithin,
  type LabelMask,
  noLabels,
  type Purpose,
  sealedOnly,
} from './labels.ts';

export const caseRoles = ['viewer', 'reviewer', 'contributor', 'lead'] as const;
export type CaseRole = (typeof caseRoles)[number];

/** Access for a time: granted to somebody, or taken in an emergency. */
export interface LiveGrant {
  readonly basis: 'temporary_access' | 'break_glass';
  readonly grantId: string;
  /** What it opens beyond confidential. */
  readonly labels: LabelMask;
  /** Whether its holder counts as a contributor of the case. */
  readonly mayContribute: boolean;
  /** It opens for this purpose alone (GOV-14). */
  readonly purposeOfUse: Purpose;
}

/** What the caller is in the workspace. */
export interface RecordCaller {
  readonly userId: string;
  readonly role: Role;
  /** The labels that they are cleared for. */
  readonly clearance: LabelMask;
}

/** What the caller is to one case. */
export interface CaseStanding {
  /** Of an active membership; null for others. */
  readonly caseRole: CaseRole | null;
  /** Behind an ethical wall the case does not exist. */
  readonly isBlocked: boolean;
  readonly isVisibleToWorkspace: boolean;
  /** Of the entry that is asked for; false for everything else. */
  readonly isAuthor: boolean;
  readonly grants: readonly LiveGrant[];
}

/** What the caller is to a subject. */
export interface SubjectStanding {
  readonly isCreator: boolean;
  /** Every case that the subject is linked to. */
  readonly cases: readonly CaseStanding[];
  /** On the subject itself. */
  readonly grants: readonly LiveGrant[];
}

/** Whether members see all subjects, or those of their own cases. */
export type SubjectDirectory = 'workspace' | 'case_team';

/** One way in which a thing is reached, and the labels that it opens. */
interface Route {
  readonly access: AccessUsed['access'];
  readonly opens: LabelMask;
}

const byRole = { basis: 'role', grantId: null } as const;
const byMembership = { basis: 'case_member', grantId: null } as const;
const byAuthorship = { basis: 'author', grantId: null } as const;

/** By what right the caller passes, or null if the thing does not exist for them (records 3.2 and 3.3). */
export function accessToCase(
  mask: LabelMask,
  caller: RecordCaller,
  standing: CaseStanding,
): AccessUsed['access'] | null {
  return passing(mask, routesToCase(caller, standing));
}

/** The same for a subject: through the workspace, through any one case, or by a grant on it. */
export function accessToSubject(
  mask: LabelMask,
  caller: RecordCaller,
  { isCreator, cases, grants }: SubjectStanding,
  directory: SubjectDirectory,
): AccessUsed['access'] | null {
  const isInDirectory =
    caller.role === 'member' && (directory === 'workspace' || (isCreator && cases.length === 0));
  const general: Route[] = [];
  if (isManager(caller.role)) general.push({ access: byRole, opens: confidentialOnly });
  else if (isInDirectory) general.push({ access: byRole, opens: noLabels });
  // Whoever wrote it down knows it, until a case says who works on it.
  if (general.length > 0 && isCreator && cases.length === 0)
    general.push({ access: byAuthorship, opens: allLabels });
  general.push(...grants.map(routeOfGrant));

  return (
    passing(mask, general) ??
    cases
      .map((standing) => routesToCase(caller, standing))
      // A case that is reached opens what its table says, beside what is open anyway.
      .map((routes) => (routes.length === 0 ? null : passing(mask, [...routes, ...general])))
      .find((access) => access !== null) ??
    null
  );
}

function routesToCase(
  { role, clearance }: RecordCaller,
  { caseRole, isBlocked, isVisibleToWorkspace, isAuthor, grants }: CaseStanding,
): readonly Route[] {
  if (isBlocked) return [];
  const routes: Route[] = [];
  if (isManager(role)) routes.push({ access: byRole, opens: confidentialOnly });
  else if (isVisibleToWorkspace && role === 'member') routes.push({ access: byRole, opens: noLabels });
  if (caseRole !== null && mayHold(role, caseRole)) {
    const cleared = caseRole === 'lead' ? clearance : clearance & ~sealedOnly;
    routes.push({ access: byMembership, opens: confidentialOnly | cleared });
    if (isAuthor) routes.push({ access: byAuthorship, opens: allLabels & ~sealedOnly });
  }
  return [...routes, ...grants.map(routeOfGrant)];
}

/** Guests read and review, and no more. */
export const mayHold = (role: Role, caseRole: CaseRole): boolean =>
  role !== 'guest' || caseRole === 'viewer' || caseRole === 'reviewer';

const routeOfGrant = ({ basis, grantId, labels }: LiveGrant): Route => ({
  access: { basis, grantId },
  opens: confidentialOnly | labels,
});

/** All labels have to be open; the right that is named is the one that opened the last of them. */
function passing(mask: LabelMask, routes: readonly Route[]): AccessUsed['access'] | null {
  let open = noLabels;
  for (const { access, opens } of routes) {
    open |= opens;
    if (isWithin(mask, open)) return access;
  }
  return null;
}
