import type { BytesBody } from '@chancery/core';
import { fileField, headersOf, mostBytesOf, takesFile } from '@chancery/core/internal';
import { z } from 'zod';
import type { Route } from './routes.ts';

/** How the text of a field is to be read where it travels in an address or a header. */
export type TextForm = 'integer' | 'boolean' | 'array' | 'string';

/** Where each field of the flat input travels, and how its text in the address is to be read. */
export interface InputFields {
  readonly path: readonly string[];
  /** How the text of each of them is to be read. */
  readonly pathForms: readonly TextForm[];
  readonly query: ReadonlyMap<string, TextForm>;
  readonly takesBody: boolean;
  /** A body of bytes instead of JSON; null if the body is JSON, a form or none. */
  readonly bytes: BytesBody | null;
  /** Fields that travel in headers, each with the header's name in lower case. */
  readonly headers: ReadonlyMap<string, { readonly header: string; readonly form: TextForm }>;
  /** Fields that travel in cookies, each with the cookie's name. */
  readonly cookies: ReadonlyMap<string, string>;
  /** Fields of a posted HTML form; null if the body is no form. */
  readonly form: ReadonlySet<string> | null;
  /** Texts of a body in parts, each as it is or as JSON; null if the body is none. */
  readonly texts: ReadonlyMap<string, 'json' | 'text'> | null;
  readonly takesVersion: boolean;
  /** How many bytes of body are read, a file apart. */
  readonly mostBytes: number;
}

export function inputFieldsOf({ useCase, method, pathFields, wire }: Route): InputFields {
  const cookies = new Map(Object.entries(wire.cookies ?? {}));
  const headers = headersOf(useCase.input);
  const fields = Object.keys(useCase.input.shape).filter(
    (field) => !pathFields.includes(field) && !cookies.has(field) && !headers.has(field),
  );
  const inQuery = method === 'GET';
  const schema = z.toJSONSchema(useCase.input, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, { type?: string }>;
  };
  return {
    path: pathFields,
    pathForms: pathFields.map((field) => formOf(schema.properties?.[field]?.type)),
    query: new Map(inQuery ? fields.map((field) => [field, formOf(schema.properties?.[field]?.type)]) : []),
    takesBody: !inQuery,
    bytes: useCase.body === undefined || useCase.body.form === 'fields' ? null : useCase.body,
    cookies,
    form: useCase.body?.form === 'fields' ? new Set(fields) : null,
    texts: takesFile(useCase) ? textsOf(fields, schema.properties ?? {}, Object.fromEntries(headers)) : null,
    headers: new Map(
      [...headers].map(([field, { name }]) => [
        field,
        { header: name.toLowerCase(), form: formOf(schema.properties?.[field]?.type) },
      ]),
    ),
    takesVersion: fields.includes('expectedVersion'),
    mostBytes: mostBytesOf(useCase),
  };
}

const jsonTypes: ReadonlySet<string> = new Set(['integer', 'number', 'boolean', 'array', 'object']);

const textsOf = (
  fields: readonly string[],
  properties: Readonly<Record<string, { type?: string }>>,
  elsewhere: object,
): ReadonlyMap<string, 'json' | 'text'> =>
  new Map(
    fields
      .filter((field) => field !== fileField && !Object.hasOwn(elsewhere, field))
      .map((field) => [field, jsonTypes.has(properties[field]?.type ?? '') ? 'json' : 'text']),
  );

const formOf = (type: string | undefined): TextForm =>
  type === 'integer' || type === 'boolean' || type === 'array' ? type : 'string';
