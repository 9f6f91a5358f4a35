import { z } from 'zod';
import { event } from '../../kernel/events.ts';
import { id } from '../../kernel/shapes.ts';
import { type AccessScope, labels, labelsOf, scopeKinds } from '../../records/index.ts';
import type { TemporaryGrant } from './grant.ts';

const about = {
  grantId: id(),
  granteeUserId: z.string(),
  scopeKind: z.enum(scopeKinds),
  scopeId: id(),
  caseId: id().nullable(),
  subjectId: id(),
  labels: z.array(z.enum(labels)),
  version: z.int(),
};
type AboutGrant = z.output<z.ZodObject<typeof about>>;

/** What every event about access for a time says of it; the labels are those of what it reaches. */
export const aboutGrant = (
  { id: grantId, scope, ...grant }: TemporaryGrant,
  { effectiveMask }: Pick<AccessScope, 'effectiveMask'>,
): AboutGrant => ({
  grantId,
  granteeUserId: grant.granteeUserId,
  scopeKind: scope.kind,
  scopeId: scope.id,
  caseId: grant.caseId,
  subjectId: grant.subjectId,
  labels: [...labelsOf(effectiveMask)],
  version: grant.version,
});

const ofGrant = {
  target: ({ grantId, version }: AboutGrant) => ({ kind: 'temporary_access', id: grantId, version }),
  refs: ({ caseId, subjectId, scopeKind, scopeId }: AboutGrant) => ({
    ...{ caseId, subjectId },
    artifactId: scopeKind === 'entry' ? scopeId : null,
  }),
  labels: (data: AboutGrant) => data.labels,
};

export const temporaryAccessGranted = event(
  'temporary_access.granted',
  z.strictObject({ ...about, opened: z.array(z.enum(labels)), minutes: z.int(), reason: z.string() }),
  {
    ...ofGrant,
    facts: ({ granteeUserId, opened, minutes, scopeKind, scopeId }) => ({
      ...{ granteeUserId, minutes, scopeKind, scopeId },
      labels: [...opened].sort(),
    }),
    detail: ({ reason }) => ({ reason }),
  },
);
export const temporaryAccessRevoked = event(
  'temporary_access.revoked',
  z.strictObject({ ...about, reason: z.string() }),
  { ...ofGrant, facts: ({ granteeUserId }) => ({ granteeUserId }), detail: ({ reason }) => ({ reason }) },
);
export const temporaryAccessExpired = event('temporary_access.expired', z.strictObject(about), {
  ...ofGrant,
  facts: ({ granteeUserId }) => ({ granteeUserId }),
});
