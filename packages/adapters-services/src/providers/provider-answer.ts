import { dependencyUnavailable, isFailure } from '@chancery/core';

/** How long a provider may take for one answer. */
export const answerSeconds = 5;

/** Returns what the provider answers; anything that keeps it from answering becomes `dependency.unavailable`. */
export async function ask<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question();
  } catch (cause) {
    throw isFailure(cause) ? cause : dependencyUnavailable({ cause });
  }
}
