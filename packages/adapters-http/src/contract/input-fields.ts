import type { BytesBody } from '@chancery/core';
import { mostBytesOf } from '@chancery/core/internal';
import { z } from 'zod';
import type { Route } from './routes.ts';

/** Where each field of the flat input travels, and how its text in the address is to be read. */
export interface InputFields {
  readonly path: readonly string[];
  readonly query: ReadonlyMap<string, 'integer' | 'boolean' | 'array' | 'string'>;
  readonly takesBody: boolean;
  /** A body of bytes instead of JSON; null if the body is JSON, a form or none. */
  readonly bytes: BytesBody | null;
  /** Fields that travel in headers, each with the header's name in lower case. */
  readonly headers: ReadonlyMap<string, { readonly header: string; readonly form: 'integer' | 'string' }>;
  /** Fields that travel in cookies, each with the cookie's name. */
  readonly cookies: ReadonlyMap<string, string>;
  /** Fields of a posted HTML form; null if the body is no form. */
  readonly form: ReadonlySet<string> | null;
  readonly takesVersion: boolean;
  /** How many bytes of body are read, a file apart. */
  readonly mostBytes: number;
}

export function inputFieldsOf({ useCase, method, pathFields, wire }: Route): InputFields {
  const cookies = new Map(Object.entries(wire.cookies ?? {}));
  const fields = Object.keys(useCase.input.shape).filter(
    (field) => !pathFields.includes(field) && !cookies.has(field),
  );
  const inQuery = method === 'GET';
  const schema = z.toJSONSchema(useCase.input, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, { type?: string }>;
  };
  return {
    path: pathFields,
    query: new Map(inQuery ? fields.map((field) => [field, formOf(schema.properties?.[field]?.type)]) : []),
    takesBody: !inQuery,
    bytes: useCase.body === undefined || useCase.body.form === 'fields' ? null : useCase.body,
    cookies,
    form: useCase.body?.form === 'fields' ? new Set(fields) : null,
    headers: new Map(
      Object.entries(wire.headers ?? {}).map(([field, header]) => [
        field,
        {
          header: header.toLowerCase(),
          form: schema.properties?.[field]?.type === 'integer' ? 'integer' : 'string',
        },
      ]),
    ),
    takesVersion: fields.includes('expectedVersion'),
    mostBytes: mostBytesOf(useCase),
  };
}

const formOf = (type: string | undefined) =>
  type === 'integer' || type === 'boolean' || type === 'array' ? type : 'string';
