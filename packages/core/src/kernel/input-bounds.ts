import { z } from 'zod';
import type { FailureDetail } from './errors.ts';
import { isStreamSafe } from './shapes.ts';
import { mostDetails, pointer } from './validation.ts';

/** Ids, tokens, dates and instants state their form instead of a greatest length; none of them is longer. */
const longestForm = 200;

/** Null where the value is of another type than the declaration, so that no bound of it applies. */
type Excesses = readonly FailureDetail[] | null;

/**
 * What of an input is longer than its declaration allows, or has a name that nobody can keep, read off the declaration. It
 * is asked before anything of the input is normalised, decoded or matched, and looks at lengths and that name alone, so that
 * a list or a text that is too long costs nothing however long it is (PLT-28).
 */
export const excessesOf = (schema: z.core.$ZodType, input: unknown): readonly FailureDetail[] =>
  (within(schema, input, []) ?? []).slice(0, mostDetails);

function within(schema: z.core.$ZodType, value: unknown, path: readonly PropertyKey[]): Excesses {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'string':
      return typeof value === 'string' ? ofText(schema, def.checks, value, path) : null;
    case 'array':
      return Array.isArray(value) ? ofList(def, value, path) : null;
    case 'object':
      return typeof value === 'object' && value !== null ? ofObject(def.shape, value, path) : null;
    case 'record':
      return typeof value === 'object' && value !== null ? ofRecord(value, path) : null;
    case 'union':
      return ofUnion(def.options, value, path);
    case 'pipe':
      return within(def.in, value, path);
    case 'optional':
    case 'nullable':
    case 'default':
      return within(def.innerType, value, path);
    default:
      return null;
  }
}

type Checks = readonly z.core.$ZodCheck<never>[] | undefined;

function ofText(
  schema: z.core.$ZodType,
  checks: Checks,
  text: string,
  path: readonly PropertyKey[],
): Excesses {
  const most = mostOf(checks) ?? longestForm;
  if (text.length > most) {
    // Text is cleaned before it is counted, so that more is let through than is declared.
    const declared = z.globalRegistry.get(schema)?.maxLength ?? most;
    return [excess(path, `Give at most ${declared} characters.`)];
  }
  if (isStreamSafe(text)) return [];
  return [
    { path: pointer(path), code: 'field.characters', message: 'Put at most 30 combining marks in a row.' },
  ];
}

function ofList(
  { checks, element }: z.core.$ZodArrayDef,
  list: readonly unknown[],
  path: readonly PropertyKey[],
): Excesses {
  const most = mostOf(checks) ?? longestForm;
  if (list.length > most) return [excess(path, `Give at most ${most} entries.`)];
  return list.flatMap((member, position) => within(element, member, [...path, position]) ?? []);
}

const ofObject = (shape: z.core.$ZodShape, value: object, path: readonly PropertyKey[]): Excesses =>
  Object.entries(shape).flatMap(([name, member]) =>
    Object.hasOwn(value, name)
      ? (within(member, (value as Record<string, unknown>)[name], [...path, name]) ?? [])
      : [],
  );

/** The schema passes over this one name, and what was sent under it would be lost. */
const unkeepable = '__proto__';

const ofRecord = (value: object, path: readonly PropertyKey[]): Excesses =>
  Object.hasOwn(value, unkeepable)
    ? [{ path: pointer([...path, unkeepable]), code: 'field.unknown', message: 'Choose another name.' }]
    : [];

/** What fits one of the forms fits. */
function ofUnion(
  options: readonly z.core.$ZodType[],
  value: unknown,
  path: readonly PropertyKey[],
): Excesses {
  const judged = options.map((option) => within(option, value, path)).filter((each) => each !== null);
  return judged.find((each) => each.length === 0) ?? judged[0] ?? null;
}

const excess = (path: readonly PropertyKey[], message: string): FailureDetail => ({
  path: pointer(path),
  code: 'field.out_of_range',
  message,
});

/** The greatest length that the checks of a text or a list allow. */
function mostOf(checks: Checks): number | null {
  for (const { _zod } of checks ?? [])
    if (_zod.def.check === 'max_length') return (_zod.def as z.core.$ZodCheckMaxLengthDef).maximum;
  return null;
}
