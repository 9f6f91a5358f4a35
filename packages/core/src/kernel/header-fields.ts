import { z } from 'zod';

/** How an input field travels in a header of the request (PLT-24). */
export interface HeaderField {
  /** As it is written, such as `X-Purpose-Of-Use`; compared without case. */
  readonly name: string;
  /** Its value opens something: it is redacted in logs (PLT-10), and documentation asks for it as for a password. */
  readonly secret: boolean;
  /** It must be sent, although the schema lets its absence through to a failure of its own. */
  readonly required: boolean;
}

const headerFields = z.registry<HeaderField>();

/**
 * Declares that a field of an input travels in a header, wherever this field is used: the HTTP adapter reads it, OpenAPI,
 * SDK and CLI name it, browsers of other origins may send it, and logs redact it if it is secret. Values are UTF-8 on the
 * wire, and hold no control characters. What its schema refuses is a 400 at `/header/<name in lower case>`.
 *
 * `purposeOfUse: headerField('X-Purpose-Of-Use', z.enum(purposes).optional())`
 */
export function headerField<S extends z.ZodType>(
  name: string,
  schema: S,
  { secret = false, required = false }: Partial<Pick<HeaderField, 'secret' | 'required'>> = {},
): S {
  if (!/^[A-Za-z][A-Za-z0-9-]*$/.test(name)) throw new TypeError(`${name} is no name of a header`);
  // A copy, so that a shared schema does not travel in a header everywhere.
  const copy = schema.clone();
  headerFields.add(copy, { name, secret, required });
  return copy;
}

/** The fields of an input that travel in headers, each with its declaration. */
export const headersOf = (input: z.ZodObject): ReadonlyMap<string, HeaderField> =>
  new Map(
    Object.entries(input.shape).flatMap(([field, schema]) => {
      const declared = declarationOf(schema as z.core.$ZodType);
      return declared === undefined ? [] : [[field, declared] as const];
    }),
  );

/** A field may have been made optional or given a default after it was declared. */
function declarationOf(schema: z.core.$ZodType): HeaderField | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return headerFields.get(schema) ?? ('innerType' in def ? declarationOf(def.innerType) : undefined);
}
