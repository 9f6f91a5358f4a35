import type { EntitySchemaColumnOptions } from 'typeorm';

/** Column types of the mappings; names are the property's in snake_case. */
export const key = (): EntitySchemaColumnOptions => ({ type: 'uuid', primary: true });
export const textKey = (): EntitySchemaColumnOptions => ({ type: 'text', primary: true });
export const uuid = (): EntitySchemaColumnOptions => ({ type: 'uuid' });
/** This column is in every condition and is never read back. */
export const tenant = (): EntitySchemaColumnOptions => ({ type: 'text' });
export const text = (name?: string): EntitySchemaColumnOptions => ({
  type: 'text',
  ...(name === undefined ? {} : { name }),
});
export const texts = (): EntitySchemaColumnOptions => ({ type: 'text', array: true });
export const ints = (): EntitySchemaColumnOptions => ({ type: 'integer', array: true });
export const uuids = (): EntitySchemaColumnOptions => ({ type: 'uuid', array: true });
export const int = (): EntitySchemaColumnOptions => ({ type: 'integer' });
export const boolean = (): EntitySchemaColumnOptions => ({ type: 'boolean' });
export const instant = (): EntitySchemaColumnOptions => ({ type: 'timestamptz' });
export const date = (): EntitySchemaColumnOptions => ({ type: 'date' });
export const json = (): EntitySchemaColumnOptions => ({ type: 'jsonb' });
export const bytes = (): EntitySchemaColumnOptions => ({ type: 'bytea' });
export const nullable = (column: EntitySchemaColumnOptions): EntitySchemaColumnOptions => ({
  ...column,
  nullable: true,
});
