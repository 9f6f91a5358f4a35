import { z } from 'zod';
import { event } from '../../kernel/events.ts';
import { id } from '../../kernel/shapes.ts';
import { type AccessScope, labels } from '../../records/index.ts';
import { factsOfScope, scopeFacts } from '../access/scope-facts.ts';
import type { TemporaryGrant } from './grant.ts';

const about = { grantId: id(), granteeUserId: z.string(), ...scopeFacts };
type AboutGrant = z.output<z.ZodObject<typeof about>>;

/** What every event about access for a time says of it. */
export const aboutGrant = (
  grant: TemporaryGrant,
  reached: Pick<AccessScope, 'effectiveMask'>,
): AboutGrant => ({
  ...{ grantId: grant.id, granteeUserId: grant.granteeUserId },
  ...factsOfScope(grant, reached),
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
