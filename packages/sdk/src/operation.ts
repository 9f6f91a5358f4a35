/** One endpoint as data: what a command line, a form or a proxy needs to offer it without knowing it beforehand. */
export interface Operation {
  /** The use case, such as `createApiKey`; also the method's name. */
  readonly id: string;
  /** The context, such as `workspace`; also the client's property. */
  readonly tag: string;
  /** What `Chancery.call` takes. */
  readonly route: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly kind: 'query' | 'command' | 'action';
  /** Which credentials it takes; none of them: public. */
  readonly credentials: readonly ('bearer' | 'apiKey')[];
  /** Accepts an idempotency key. */
  readonly idempotent: boolean;
  /** The field of the answer that holds the items of a list with a cursor. */
  readonly pagination: string | null;
  /** Answers bytes, not JSON. */
  readonly binary: boolean;
  /** The field by which the answer comes as a file instead of JSON, if there is one. */
  readonly saved?: string;
  /** The field that is a file, if there is one: bytes are given for it, and the body is multipart. */
  readonly file?: string;
  /** Its words on a command line where a rule over method, path and name would give others. */
  readonly command?: string;
  readonly aliases: readonly string[];
  /** Values for an example of its use, beside those of its fields. */
  readonly example?: Readonly<Record<string, string | number | boolean | object | readonly object[]>>;
  /** What it lists, if its answer is a list. */
  readonly list?: OperationList;
  /** Fields to be given by position, first the path's. */
  readonly positional: readonly string[];
  readonly fields: readonly OperationField[];
}

export type FieldType = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'any';

export interface OperationField {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'body';
  readonly type: FieldType;
  readonly required: boolean;
  readonly nullable: boolean;
  readonly description: string;
  /** Its value opens something, and should stay out of histories and logs. */
  readonly secret?: boolean;
  /** A value that shows how it is written. */
  readonly example?: unknown;
  /** As JSON Schema names them: `date-time`, `email`, `uri`. */
  readonly format?: string;
  readonly minimum?: number;
  readonly values?: readonly string[];
  readonly default?: unknown;
  /** Of an array. */
  readonly items?: {
    readonly type: FieldType;
    readonly values?: readonly string[];
    /** Of objects: the fields that can be written as `name=value` pairs. */
    readonly keys?: readonly string[];
    /** The types of those keys that are no text. */
    readonly kinds?: Readonly<Record<string, FieldType>>;
    /** The values of those keys that take only some. */
    readonly choices?: Readonly<Record<string, readonly string[]>>;
  };
  /** Of an object whose fields are all text. */
  readonly keys?: readonly string[];
  /** Of an object: its own fields, each of which can be given apart. */
  readonly properties?: readonly OperationField[];
}

export interface OperationList {
  /** The field of the answer that holds the items. */
  readonly field: string;
  /** Where several fields hold them, all of those in the order of the items, `field` being the last. */
  readonly arrays?: readonly string[];
  /** The fields of an item. */
  readonly fields: readonly string[];
  /** Those that tell a person most, in their order; a dot leads into a field's own fields. */
  readonly columns?: readonly string[];
}
