import type { Part } from '../kernel/context-ports.ts';

/**
 * Which cases somebody may read, so that a list asks for what belongs to them in its one statement, and reads nothing of
 * other cases.
 */
export interface ReadableCases {
  /** The cases that are named. */
  readonly caseIds: readonly string[];
  /** Besides those, all cases that are open to everybody of this kind; null if there is none but the named ones. */
  readonly openTo: CaseAudience | null;
}

/** Those to whom a case may be open without being on it. */
export type CaseAudience = 'managers' | 'members';

/** What one context says about who works on the cases of a workspace. */
export interface CaseAccess {
  readonly context: string;
  /** All cases that this person may read. */
  readable(userId: string): Promise<ReadableCases>;
  /** Those of the cases that this person may read. */
  readableAmong(userId: string, caseIds: readonly string[]): Promise<readonly string[]>;
  /** Whether the case exists and this person works on it. */
  mayWork(userId: string, caseId: string): Promise<boolean>;
}

/** A context's part in the answer; it is found because the context's index exports it. */
export interface CaseAccessPart extends Part {
  readonly kind: 'case_access';
  // biome-ignore lint/suspicious/noExplicitAny: the pipeline hands each part the ports that its own declaration was typed with
  bind(context: string, own: () => any): CaseAccess;
}

/** All cases that this person may read, whichever context keeps them. */
export async function allReadableCases(
  caseAccess: readonly CaseAccess[],
  userId: string,
): Promise<ReadableCases> {
  const caseIds = new Set<string>();
  let openTo: CaseAudience | null = null;
  for (const each of caseAccess) {
    const readable = await each.readable(userId);
    for (const caseId of readable.caseIds) caseIds.add(caseId);
    openTo ??= readable.openTo;
  }
  return { caseIds: [...caseIds], openTo };
}

/** Those of the cases that this person may read, whichever context keeps them. */
export async function readableCases(
  caseAccess: readonly CaseAccess[],
  userId: string,
  caseIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const readable = new Set<string>();
  if (caseIds.length === 0) return readable;
  for (const { readableAmong } of caseAccess)
    for (const caseId of await readableAmong(userId, caseIds)) readable.add(caseId);
  return readable;
}

export async function mayWorkOn(
  caseAccess: readonly CaseAccess[],
  userId: string,
  caseId: string,
): Promise<boolean> {
  for (const { mayWork } of caseAccess) if (await mayWork(userId, caseId)) return true;
  return false;
}
