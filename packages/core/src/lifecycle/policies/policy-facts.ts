import type { ExpirationPolicy } from './expiration-policy.ts';

/** What events say about a policy. */
export const aboutPolicy = ({ id: policyId, basis, revision, name, version }: ExpirationPolicy) => ({
  policyId,
  basis,
  revision,
  name,
  version,
});
