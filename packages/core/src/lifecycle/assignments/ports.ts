import type { PlaceOfDocument, StandingAssignment } from '../dates/precedence.ts';
import type { AssignmentTarget } from '../lifecycles/ports.ts';
import type { PolicyAssignment } from './assignment.ts';

/** Something that a policy can be put on, with the one that stands on it. */
export interface NamedTarget {
  readonly id: string;
  readonly name: string;
  readonly currentPolicyId: string | null;
}

export interface FolderTarget extends Omit<NamedTarget, 'name'> {
  /** The names of the folders on the way to it, and its own. */
  readonly path: string;
}

/** Where policies were put in this workspace. */
export interface PolicyAssignmentRepository {
  /** Writes a new one; a target has one that has not ended, and whoever assigns to it has ended that first. */
  add(assignment: PolicyAssignment): Promise<void>;
  /** The assignment if it has not ended, or null. */
  get(id: string): Promise<PolicyAssignment | null>;
  /** Whoever assigns something to this target next waits for the end of the transaction. */
  lockTarget(target: AssignmentTarget): Promise<void>;
  /** What stands on this target, or null. */
  on(target: AssignmentTarget): Promise<PolicyAssignment | null>;
  end(assignment: PolicyAssignment): Promise<void>;
  /** What stands on any of these places: on documents, their folders and types, and on the workspace. */
  standingOn(places: readonly PlaceOfDocument[]): Promise<readonly StandingAssignment[]>;
  /** What stands of each policy, the newest first, at most so many each. */
  ofPolicies(policyIds: readonly string[], most: number): Promise<readonly PolicyAssignment[]>;
  /** Removes all of them, for the closure of the workspace. */
  purge(): Promise<void>;
  /** Types that are not archived, by name. */
  types(limit: number): Promise<readonly NamedTarget[]>;
  /** Folders that are not archived and whose name contains the text, whatever its case and accents, by name. */
  folders(text: string, limit: number): Promise<readonly FolderTarget[]>;
  /** Active documents whose texts contain this one, by name; for people who see all of them. */
  documents(text: string, limit: number): Promise<readonly NamedTarget[]>;
  /** How many stand of each policy. */
  counts(policyIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
}
