import { z } from 'zod';

/** The answer itself, where its own `version` is the one that is meant. */
const itself = '';

/**
 * Where the version of the thing that an answer is about stands, likeliest first: in the answer itself, else in its first
 * member that has one. Members that may be null give way to those that follow.
 */
export function versionedMembers(output: z.ZodType): readonly string[] {
  if (output instanceof z.ZodUnion) {
    const options = output.options as readonly z.ZodType[];
    return [...new Set(options.flatMap(versionedMembers))];
  }
  if (!(output instanceof z.ZodObject)) return [];
  if (hasVersion(output)) return [itself];
  return Object.entries(output.shape)
    .filter(([, member]) => hasVersion(member instanceof z.ZodNullable ? member.unwrap() : member))
    .map(([name]) => name);
}

/** The `ETag` of an answer: the version of the thing that it is about, if it is about one. */
export function versionTag(members: readonly string[], data: unknown): string | null {
  if (typeof data !== 'object' || data === null) return null;
  for (const name of members) {
    const thing = name === itself ? data : (data as Readonly<Record<string, unknown>>)[name];
    const { version } = (thing ?? {}) as { readonly version?: unknown };
    if (typeof version === 'number') return `"${version}"`;
  }
  return null;
}

const hasVersion = (thing: unknown): boolean =>
  thing instanceof z.ZodObject && thing.shape.version instanceof z.ZodNumber;
