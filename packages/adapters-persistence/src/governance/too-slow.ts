import { dependencyUnavailable } from '@chancery/core';

/** What a count over all records that takes too long ends with (GOV-47). */
export const tooSlow = () =>
  dependencyUnavailable({
    message: 'This took too long to count; try again shortly, or ask for a shorter time.',
  });
