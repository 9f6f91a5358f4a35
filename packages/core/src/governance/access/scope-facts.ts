import { z } from 'zod';
import { id } from '../../kernel/shapes.ts';
import { type AccessScope, labels, labelsOf, scopeKinds } from '../../records/index.ts';

/** What every event about access to a part of the records says of that part. */
export const scopeFacts = {
  scopeKind: z.enum(scopeKinds),
  scopeId: id(),
  caseId: id().nullable(),
  subjectId: id(),
  labels: z.array(z.enum(labels)),
  version: z.int(),
};
export type ScopeFacts = z.output<z.ZodObject<typeof scopeFacts>>;

interface OnScope {
  readonly scope: Pick<AccessScope, 'kind' | 'id'>;
  readonly caseId: string | null;
  readonly subjectId: string;
  readonly version: number;
}

/** The labels are those of what the access reaches. */
export const factsOfScope = (
  { scope, caseId, subjectId, version }: OnScope,
  { effectiveMask }: Pick<AccessScope, 'effectiveMask'>,
): ScopeFacts => ({
  ...{ scopeKind: scope.kind, scopeId: scope.id, caseId, subjectId, version },
  labels: [...labelsOf(effectiveMask)],
});
