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

/** All use cases by context and name: what the contract, the permission table and the tests enumerate. */
export function useCases(): readonly {
  readonly context: string;
  readonly name: string;
  readonly useCase: UseCase;
}[] {
  return Object.entries(contexts).flatMap(([context, declared]) =>
    Object.entries(declared).flatMap(([name, value]) =>
      isUseCase(value) ? [{ context, name, useCase: value }] : [],
    ),
  );
}

export const reactions = (): readonly KnownReaction[] =>
  Object.entries(contexts).flatMap(([context, declared]) =>
    Object.values(declared)
      .filter(isReaction)
      .map((reaction) => ({ ...reaction, context })),
  );

let byEvent: ReadonlyMap<string, readonly KnownReaction[]> | null = null;
/** The reactions to an event; grouped at the first call, when all contexts are loaded. */
export function reactionsTo(eventType: string): readonly KnownReaction[] {
  byEvent ??= groupBy(reactions(), ({ event }) => event.type);
  return byEvent.get(eventType) ?? [];
}

export const scheduledTopics = (): readonly ScheduledTopic[] =>
  Object.values(contexts).flatMap((declared) => Object.values(declared).filter(isScheduled));
