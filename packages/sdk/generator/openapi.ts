/** The parts of OpenAPI 3.1 that the contract uses. */
export interface OpenApiDocument {
  readonly info: { readonly version: string };
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components?: {
    readonly schemas?: Readonly<Record<string, Schema>>;
    readonly parameters?: Readonly<Record<string, Parameter>>;
    readonly responses?: Readonly<Record<string, OpenApiResponse>>;
    readonly requestBodies?: Readonly<Record<string, RequestBody>>;
  };
}

export interface OpenApiOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly Referable<Parameter>[];
  readonly requestBody?: Referable<RequestBody>;
  readonly responses: Readonly<Record<string, Referable<OpenApiResponse>>>;
  readonly 'x-chancery'?: Extension;
  /** Of a list: the fields of an item that tell a person most. */
  readonly 'x-chancery-columns'?: readonly string[];
  readonly 'x-chancery-lists'?: readonly string[];
}

/** What the contract adds to an operation for its clients. */
interface Extension {
  readonly kind?: 'query' | 'command' | 'action';
  readonly idempotent?: boolean;
  readonly pagination?: string | null;
  readonly binary?: boolean;
  /** The field that asks for the answer as a file. */
  readonly saved?: string;
  /** `bytes`: the request's body is no JSON; a helper of its own sends it. `file`: multipart with one file. */
  readonly body?: 'bytes' | 'file';
  /** Only browsers come there, sent by another site. */
  readonly forBrowsers?: boolean;
  readonly cli?: {
    readonly command?: string;
    readonly example?: Readonly<Record<string, string | number | boolean | object | readonly object[]>>;
    readonly aliases?: readonly string[];
    readonly positional?: readonly string[];
  };
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
  /** Of a header: the field of the input that travels in it. Headers without it are no fields. */
  readonly 'x-chancery-field'?: string;
  readonly 'x-chancery-secret'?: true;
}
interface RequestBody {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}
type OpenApiResponse = RequestBody;
export type Referable<Shape> = Shape | { readonly $ref: string };

/** JSON Schema, as zod writes it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly format?: string;
  readonly minimum?: number;
  readonly writeOnly?: boolean;
  readonly example?: unknown;
  readonly examples?: readonly unknown[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema | boolean;
  readonly prefixItems?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

export const refName = (ref: string) => ref.slice(ref.lastIndexOf('/') + 1);

/** Follows references into the components until the thing itself is there. */
export function resolve<Shape extends object>(document: OpenApiDocument, found: Referable<Shape>): Shape {
  if (!('$ref' in found) || typeof found.$ref !== 'string') return found as Shape; // no reference: the shape itself
  const path = found.$ref.replace(/^#\//, '').split('/');
  let target: unknown = document;
  for (const step of path) target = (target as Record<string, unknown> | undefined)?.[step];
  if (target === undefined) throw new Error(`${found.$ref} names nothing in this document`);
  return resolve(document, target as Referable<Shape>); // the reference's place says which shape it is
}
