import type { OperationField } from '@chancery/sdk/operations';

type Items = Pick<NonNullable<OperationField['items']>, 'kinds' | 'choices'>;

/** Names of pairs, each with the values that it takes if those are few: `role (signer, approver), note, required (yes, no)`. */
export function keysHint(names: readonly string[], { kinds = {}, choices = {} }: Items = {}): string {
  const valuesOf = (name: string): readonly string[] =>
    kinds[name] === 'boolean' ? ['yes', 'no'] : (choices[name] ?? []);
  return names
    .map((name) => (valuesOf(name).length > 0 ? `${name} (${valuesOf(name).join(', ')})` : name))
    .join(', ');
}
