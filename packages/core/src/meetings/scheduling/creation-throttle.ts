import type { KeyedThrottle } from '../../kernel/declaration.ts';

/** How many meetings one member, or one API key, creates in an hour (meetings 12). */
export const creationThrottles: readonly KeyedThrottle<unknown>[] = [
  {
    bucket: 'meeting_create',
    limit: 60,
    windowSeconds: 3600,
    by: (_, principal) => (principal.kind === 'user' ? principal.userId : null),
  },
  {
    bucket: 'meeting_create_key',
    limit: 600,
    windowSeconds: 3600,
    by: (_, principal) => (principal.kind === 'api_key' ? principal.apiKeyId : null),
  },
];
