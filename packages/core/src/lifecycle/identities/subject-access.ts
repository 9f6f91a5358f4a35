import type { Part } from '../../kernel/context-ports.ts';

/** What one context says about who sees the subjects of a workspace. */
export interface SubjectAccess {
  readonly context: string;
  /** Whether the subject exists and this person sees it, whatever the purpose. */
  maySeeSubject(userId: string, subjectId: string): Promise<boolean>;
}

/** A context's part in the answer; it is found because the context's index exports it. */
export interface SubjectAccessPart extends Part {
  readonly kind: 'subject_access';
  // biome-ignore lint/suspicious/noExplicitAny: the pipeline hands each part the ports that its own declaration was typed with
  bind(context: string, own: () => any): SubjectAccess;
}

/** Whether this person sees the subject, whichever context keeps it. */
export async function maySee(
  subjectAccess: readonly SubjectAccess[],
  userId: string,
  subjectId: string,
): Promise<boolean> {
  for (const { maySeeSubject } of subjectAccess) if (await maySeeSubject(userId, subjectId)) return true;
  return false;
}
