import { scheduled } from './ports.ts';

/** Checks every day whether a new key has to be published or has to sign from now on (platform 3.3). */
export const rotateSigningKey = scheduled(
  {
    topic: 'identity.rotate_signing_key',
    cron: '30 3 * * *',
    policy: { queue: 'identity', maxAttempts: 10, baseSeconds: 60, capSeconds: 3600, leaseSeconds: 120 },
  },
  async ({ tokens, now }) => tokens.rotate(now),
);
