import { z } from 'zod';

export interface JsonSchema {
  readonly [member: string]: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly default?: unknown;
  readonly description?: string;
}

/** Collects the named schemas of a document; a schema's name is the `id` of its declaration. */
export class SchemaBook {
  readonly schemas: Record<string, JsonSchema> = {};
  readonly responses: Record<string, JsonSchema> = {};
  readonly headers: Record<string, JsonSchema> = {};
  readonly #bodies = new Map<z.ZodObject, string>();

  /** A schema that has no declaration of its own. */
  shape(name: string, schema: z.ZodType): JsonSchema {
    return this.named(name, this.#converted(schema, 'output'));
  }

  named(name: string, schema: JsonSchema): JsonSchema {
    this.schemas[name] = schema;
    return { $ref: `#/components/schemas/${name}` };
  }

  /** An answer that operations share. */
  response(name: string, response: JsonSchema): JsonSchema {
    this.responses[name] = response;
    return { $ref: `#/components/responses/${name}` };
  }

  /** A header that answers share. */
  header(name: string, header: JsonSchema): JsonSchema {
    this.headers[name] = header;
    return { $ref: `#/components/headers/${name}` };
  }

  input(schema: z.ZodObject): JsonSchema {
    return this.#converted(schema, 'input');
  }

  /** A body under this name, or under that of the first use case that takes the very same input and sends the same of it. */
  body(name: string, input: z.ZodObject, body: JsonSchema): JsonSchema {
    const known = this.#bodies.get(input);
    if (known !== undefined && JSON.stringify(this.schemas[known]) === JSON.stringify(body))
      return this.named(known, body);
    this.#bodies.set(input, name);
    return this.named(name, body);
  }

  output(schema: z.ZodType): JsonSchema {
    const { id } = schema.meta() ?? {};
    const converted = this.#converted(schema, 'output');
    // A named schema comes back as a reference into the book already.
    return typeof id === 'string' && converted.$ref === undefined ? this.named(id, converted) : converted;
  }

  #converted(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const { $defs = {}, ...root } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema & {
      $defs?: Record<string, JsonSchema>;
    };
    for (const [name, definition] of Object.entries($defs))
      this.schemas[name] = clean(definition) as JsonSchema;
    return clean(root) as JsonSchema;
  }
}

/** References into the document, and nothing that only a validator's own dialect knows. */
function clean(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(clean);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(
    ([name, member]) =>
      name !== '$schema' &&
      name !== '$id' &&
      name !== 'id' &&
      !(name === 'pattern' && 'format' in value) &&
      !isBoundOfNumbers(name, member),
  );
  return Object.fromEntries(
    members.map(([name, member]) => [
      name,
      name === '$ref'
        ? String(member).replace('#/$defs/', '#/components/schemas/')
        : name === 'properties'
          ? cleanProperties(member)
          : clean(member),
    ]),
  );
}

/** What any whole number of JavaScript is within; a reader would take it for a rule, and a tool for an example. */
const isBoundOfNumbers = (name: string, member: unknown): boolean =>
  (name === 'minimum' && member === Number.MIN_SAFE_INTEGER) ||
  (name === 'maximum' && member === Number.MAX_SAFE_INTEGER);

/** A property may be called `id`; only the keyword of that name is dropped. */
const cleanProperties = (properties: unknown): unknown =>
  Object.fromEntries(Object.entries(properties as object).map(([name, schema]) => [name, clean(schema)]));
