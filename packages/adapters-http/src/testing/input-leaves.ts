import { togetherKeyword } from '@chancery/core/internal';
import { globalRegistry, type z } from 'zod';

export type PathPart = string | 0;

/** A text or a list somewhere in an input, and the most that its declaration lets through. */
export interface InputLeaf {
  readonly path: readonly PathPart[];
  readonly kind: 'text' | 'list';
  readonly most: number | null;
  /** Of a list inside of others: the most that all of them may hold together, where their declaration says so. */
  readonly mostTogether?: number;
}

/** Every text and every list that an input can hold, read off its declaration. */
export function leavesOf(schema: z.core.$ZodType, path: readonly PathPart[] = []): readonly InputLeaf[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([name, member]) => leavesOf(member, [...path, name]));
    case 'array':
      return [
        { path, kind: 'list', most: mostOf(def.checks) },
        ...leavesOf(def.element, [...path, 0]).map((leaf) => withTogether(leaf, schema, path)),
      ];
    case 'union':
      return def.options.flatMap((option) => leavesOf(option, path));
    case 'pipe':
      return leavesOf(def.in, path);
    case 'optional':
    case 'nullable':
    case 'default':
      return leavesOf(def.innerType, path);
    case 'string':
      return [{ path, kind: 'text', most: mostOf(def.checks) }];
    default:
      return [];
  }
}

/** The bound that the outer list puts on all lists at this path together. */
function withTogether(leaf: InputLeaf, outer: z.core.$ZodType, path: readonly PathPart[]): InputLeaf {
  const bounds = globalRegistry.get(outer)?.[togetherKeyword] as Readonly<Record<string, number>> | undefined;
  const name = leaf.path
    .slice(path.length + 1)
    .filter((part) => part !== 0)
    .join('.');
  const most = leaf.kind === 'list' ? bounds?.[name] : undefined;
  return most === undefined ? leaf : { ...leaf, mostTogether: most };
}

const mostOf = (checks: readonly z.core.$ZodCheck<never>[] = []): number | null =>
  checks
    .map(({ _zod: { def } }) => ('maximum' in def && def.check === 'max_length' ? Number(def.maximum) : null))
    .find((most) => most !== null) ?? null;

/** The body with this value at the path; what leads there is made where it is not there. */
export function withValue(body: unknown, [part, ...rest]: readonly PathPart[], value: unknown): unknown {
  if (part === undefined) return value;
  if (part === 0) {
    const [first, ...others] = Array.isArray(body) ? body : [];
    return [withValue(first, rest, value), ...others];
  }
  const holder = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  return { ...holder, [part]: withValue(holder[part], rest, value) };
}
