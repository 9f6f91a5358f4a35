import type { Operation } from '@chancery/sdk/operations';
import { kebabCase, singular } from './names.ts';

/**
 * The short names that one context's commands had: those that its declaration gives, and the bare verb. `create-meeting`
 * in `meetings` was `create`; elsewhere a verb stood for the only use case that has it. No name is ever shared.
 */
export function formerShortNamesOf(operations: readonly Operation[]): Map<string, string[]> {
  const names = operations.map(({ id }) => kebabCase(id));
  const taken = new Set(names);
  const shortNames = new Map<string, string[]>(operations.map(({ id }) => [id, []]));
  const give = (operation: Operation | undefined, name: string) => {
    if (!operation || taken.has(name)) return;
    taken.add(name);
    shortNames.get(operation.id)?.push(name);
  };

  for (const operation of operations) for (const alias of operation.aliases) give(operation, alias);
  for (const verb of new Set(names.map(verbOf))) {
    const candidates = operations.filter(({ id }) => verbOf(kebabCase(id)) === verb);
    const own = candidates.filter(isOfItsContext);
    give(own.length === 1 ? own[0] : candidates.length === 1 ? candidates[0] : undefined, verb);
  }
  return shortNames;
}

const verbOf = (name: string) => name.split('-')[0] ?? name;

function isOfItsContext({ id, tag }: Operation): boolean {
  const name = kebabCase(id);
  return singular(name.slice(verbOf(name).length + 1)) === singular(kebabCase(tag));
}
