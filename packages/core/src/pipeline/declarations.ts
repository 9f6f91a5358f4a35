import type { UseCase } from '../kernel/declaration.ts';
import { groupBy } from '../kernel/grouping.ts';
import type { KnownReaction, Reaction, ScheduledTopic } from '../kernel/reaction.ts';
import { contexts } from './contexts.ts';

const isUseCase = (value: unknown): value is UseCase =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  ['query', 'command', 'action'].includes(String(value.kind));
const isReaction = (value: unknown): value is Reaction =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'reaction';
const isScheduled = (value: unknown): value is ScheduledTopic =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'scheduled';

export interface NamedUseCase {
  readonly context: string;
  readonly name: string;
  readonly useCase: UseCase;
}

/**
 * Gathered at the first call, when all contexts are loaded: to read a thousand exports of modules takes a millisecond, and each
 * installation in a process asks several times.
 */
function once<T>(gather: () => readonly T[]): () => readonly T[] {
  let gathered: readonly T[] | null = null;
  return () => {
    gathered ??= gather();
    return gathered;
  };
}

/** All use cases by context and name: what the contract, the permission table and the tests enumerate. */
export const useCases = once<NamedUseCase>(() =>
  Object.entries(contexts).flatMap(([context, declared]) =>
    Object.entries(declared).flatMap(([name, value]) =>
      isUseCase(value) ? [{ context, name, useCase: value }] : [],
    ),
  ),
);

export const reactions = once<KnownReaction>(() =>
  Object.entries(contexts).flatMap(([context, declared]) =>
    Object.values(declared)
      .filter(isReaction)
      .map((reaction) => ({ ...reaction, context })),
  ),
);

let byEvent: ReadonlyMap<string, readonly KnownReaction[]> | null = null;
/** The reactions to an event. */
export function reactionsTo(eventType: string): readonly KnownReaction[] {
  byEvent ??= groupBy(reactions(), ({ event }) => event.type);
  return byEvent.get(eventType) ?? [];
}

export const scheduledTopics = once<ScheduledTopic>(() =>
  Object.values(contexts).flatMap((declared) => Object.values(declared).filter(isScheduled)),
);
