/** Where a policy can be put, in the order in which it counts: the first one that applies wins (LIF-1). */
export const assignmentScopes = ['document', 'folder', 'type', 'workspace'] as const;
export type AssignmentScope = (typeof assignmentScopes)[number];

/** A policy that was put somewhere and has not been taken away. */
export interface StandingAssignment {
  readonly scope: AssignmentScope;
  /** Null for the workspace. */
  readonly targetId: string | null;
  readonly policyId: string;
  readonly policyStatus: 'active' | 'archived';
}

/** What of a document decides which policy applies to it. */
export interface PlaceOfDocument {
  readonly documentId: string;
  /** Its folder and all above it, the nearest first. */
  readonly folderIds: readonly string[];
  readonly typeId: string | null;
}

export const precedenceReasons = ['wins', 'no_assignment', 'outranked', 'policy_archived'] as const;

/** One place that was looked at. */
export interface PrecedenceStep {
  readonly scope: AssignmentScope;
  readonly targetId: string | null;
  readonly assignment: StandingAssignment | null;
  readonly reason: (typeof precedenceReasons)[number];
}

export interface Precedence {
  readonly winner: StandingAssignment | null;
  /** Every place in the order in which it was tried. */
  readonly trace: readonly PrecedenceStep[];
}

const placesOf = ({ documentId, folderIds, typeId }: PlaceOfDocument) => [
  { scope: 'document' as const, targetId: documentId },
  ...folderIds.map((targetId) => ({ scope: 'folder' as const, targetId })),
  ...(typeId === null ? [] : [{ scope: 'type' as const, targetId: typeId }]),
  { scope: 'workspace' as const, targetId: null },
];

/** Which policy applies to a document, and why: its own, else that of the nearest folder, of its type, of the workspace. */
export function precedenceOf(place: PlaceOfDocument, assignments: readonly StandingAssignment[]): Precedence {
  let winner: StandingAssignment | null = null;
  const trace: PrecedenceStep[] = [];
  for (const { scope, targetId } of placesOf(place)) {
    const assignment = assignments.find((one) => one.scope === scope && one.targetId === targetId) ?? null;
    const reason = reasonOf(assignment, winner);
    if (reason === 'wins') winner = assignment;
    trace.push({ scope, targetId, assignment, reason });
  }
  return { winner, trace };
}

function reasonOf(
  assignment: StandingAssignment | null,
  winner: StandingAssignment | null,
): PrecedenceStep['reason'] {
  if (assignment === null) return 'no_assignment';
  if (assignment.policyStatus === 'archived') return 'policy_archived';
  return winner === null ? 'wins' : 'outranked';
}
