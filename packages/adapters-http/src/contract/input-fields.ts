import { z } from 'zod';
import type { Route } from './routes.ts';

/** Where each field of the flat input travels, and how its text in the address is to be read. */
export interface InputFields {
  readonly path: readonly string[];
  readonly query: ReadonlyMap<string, 'integer' | 'boolean' | 'array' | 'string'>;
  readonly takesBody: boolean;
  readonly takesVersion: boolean;
}

export function inputFieldsOf({ useCase, method, pathFields }: Route): InputFields {
  const fields = Object.keys(useCase.input.shape).filter((field) => !pathFields.includes(field));
  const inQuery = method === 'GET';
  const schema = z.toJSONSchema(useCase.input, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, { type?: string }>;
  };
  return {
    path: pathFields,
    query: new Map(inQuery ? fields.map((field) => [field, formOf(schema.properties?.[field]?.type)]) : []),
    takesBody: !inQuery,
    takesVersion: fields.includes('expectedVersion'),
  };
}

const formOf = (type: string | undefined) =>
  type === 'integer' || type === 'boolean' || type === 'array' ? type : 'string';
