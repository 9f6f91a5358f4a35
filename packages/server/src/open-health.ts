import type { health } from '@chancery/core';

/** The health of a process that is not ready before it has begun to work. */
export const healthOnceOpen = (of: health.Health, isOpen: () => boolean): health.Health => ({
  ...of,
  ready: async () => ({
    ...(await of.ready()),
    ...(isOpen() ? {} : { status: 'unavailable' as const }),
  }),
});
