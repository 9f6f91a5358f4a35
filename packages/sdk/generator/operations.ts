import type { FieldType, Operation, OperationField } from '../src/operation.ts';
import { camelCase } from './names.ts';
import {
  type OpenApiDocument,
  type OpenApiOperation,
  type Parameter,
  resolve,
  type Schema,
} from './openapi.ts';

/** An operation together with the schemas that its method is typed by. */
export interface Endpoint {
  readonly operation: Operation;
  /** What travels in path, query and headers, as the properties of one object. */
  readonly parameters: Schema;
  readonly body: Schema | null;
  readonly data: Schema | null;
}

/** The one part that is a file, on the wire and in the input. */
const fileField = 'file';
const methods = ['get', 'post', 'put', 'patch', 'delete'];

/** Raw bytes have helpers of their own, and where only browsers come nobody calls. */
const isForClients = ({ 'x-chancery': extension }: OpenApiOperation): boolean =>
  extension?.body !== 'bytes' && extension?.forBrowsers !== true;

/** Every operation of the document, in its order. Refuses what the clients could not distinguish. */
export function endpointsOf(document: OpenApiDocument): Endpoint[] {
  const endpoints = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method, operation]) => methods.includes(method) && isForClients(operation))
      .map(([method, operation]) => endpointOf(document, path, method.toUpperCase(), operation)),
  );
  const seen = new Set<string>();
  for (const { operation } of endpoints) {
    if (seen.has(operation.id)) throw new Error(`two operations are called ${operation.id}`);
    seen.add(operation.id);
  }
  return endpoints;
}

function endpointOf(
  document: OpenApiDocument,
  path: string,
  method: string,
  raw: OpenApiOperation,
): Endpoint {
  const extension = raw['x-chancery'] ?? {};
  const parameters = (raw.parameters ?? []).map((parameter) => resolve<Parameter>(document, parameter));
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const inHeader = parameters.flatMap(({ 'x-chancery-field': field, ...parameter }) =>
    parameter.in === 'header' && field !== undefined
      ? [{ ...parameter, name: field, header: parameter.name }]
      : [],
  );
  const content = raw.requestBody && resolve(document, raw.requestBody).content;
  const body = (content?.['application/json'] ?? content?.['multipart/form-data'])?.schema ?? null;
  const listed =
    method === 'GET' || inQuery.length === 0 ? '' : `{?${inQuery.map(({ name }) => name).join(',')}}`;

  const carried =
    inHeader.length === 0 ? '' : `{^${inHeader.map(({ name, header }) => `${name}=${header}`).join(',')}}`;
  const fieldOfParameter = (parameter: Parameter, place: OperationField['in']) =>
    fieldOf(
      document,
      parameter.name,
      place,
      parameter.schema,
      place === 'path' || parameter.required === true,
      parameter.description,
    );

  const fields = [
    ...inPath.map((parameter) => fieldOfParameter(parameter, 'path')),
    ...inQuery.map((parameter) => fieldOfParameter(parameter, 'query')),
    ...inHeader.map((parameter) => ({
      ...fieldOfParameter(parameter, 'header'),
      ...(parameter['x-chancery-secret'] && { secret: true }),
    })),
    ...bodyFields(document, body),
  ];
  const operation: Operation = {
    id: raw.operationId,
    tag: camelCase(raw.tags[0] ?? 'api'),
    route: `${method} ${path}${listed}${carried}`,
    method,
    path,
    summary: raw.summary ?? raw.operationId,
    description: raw.description ?? '',
    kind: extension.kind ?? (method === 'GET' ? 'query' : 'command'),
    credentials: credentialsOf(raw),
    idempotent: extension.idempotent ?? method === 'POST',
    pagination: extension.pagination ?? null,
    binary: extension.binary ?? false,
    ...(extension.body === 'file' && { file: fileField }),
    aliases: extension.cli?.aliases ?? [],
    positional: [...new Set([...inPath.map(({ name }) => name), ...(extension.cli?.positional ?? [])])],
    fields,
  };
  return {
    operation,
    parameters: parametersSchema([...inPath, ...inQuery, ...inHeader]),
    body,
    data: dataOf(document, raw),
  };
}

function credentialsOf({ security = [] }: OpenApiOperation): ('bearer' | 'apiKey')[] {
  const names = security.flatMap((each) => Object.keys(each));
  const found = names.map((name) => (name === 'bearer' ? 'bearer' : 'apiKey'));
  return [...new Set(found)];
}

function parametersSchema(parameters: readonly Parameter[]): Schema {
  const properties = parameters.map(({ name, schema, description }) => {
    return [name, description ? { ...schema, description } : (schema ?? {})] as const;
  });
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: parameters.filter((each) => each.in === 'path' || each.required).map(({ name }) => name),
  };
}

/** The schema of `data` in the envelope of the first 2xx answer, or the whole body if there is no envelope. */
function dataOf(document: OpenApiDocument, raw: OpenApiOperation): Schema | null {
  const status = Object.keys(raw.responses).find((each) => each.startsWith('2'));
  const response = status === undefined ? undefined : raw.responses[status];
  const schema = response && resolve(document, response).content?.['application/json']?.schema;
  if (!schema) return null;
  const { properties } = resolve<Schema>(document, schema);
  return properties?.success && properties.data ? properties.data : schema;
}

function bodyFields(document: OpenApiDocument, body: Schema | null): OperationField[] {
  if (!body) return [];
  const schema = resolve<Schema>(document, body);
  const variants = schema.anyOf ?? schema.oneOf;
  const parts = schema.allOf ?? variants ?? [];
  const own = Object.entries(schema.properties ?? {}).map(([name, property]) =>
    fieldOf(document, name, 'body', property, schema.required?.includes(name) === true),
  );
  // Of a union, each field is optional here: which go together is for the service to say.
  const inherited = parts.flatMap((part) => bodyFields(document, part));
  const fields = [...own, ...inherited.map((field) => (variants ? { ...field, required: false } : field))];
  return [...new Map(fields.map((field) => [field.name, field])).values()];
}

function fieldOf(
  document: OpenApiDocument,
  name: string,
  place: OperationField['in'],
  given: Schema | undefined,
  required: boolean,
  description = given?.description,
): OperationField {
  const shape = shapeOf(document, given ?? {});
  const items = typeof shape.schema.items === 'object' ? shapeOf(document, shape.schema.items) : null;
  const keys = textKeys(document, shape.schema);
  const itemKeys = items === null ? [] : textKeys(document, items.schema, true);
  return {
    name,
    in: place,
    type: shape.type,
    required,
    nullable: shape.nullable,
    description: description ?? shape.schema.description ?? '',
    ...(shape.values.length > 0 && { values: shape.values }),
    ...(given?.default !== undefined && { default: given.default }),
    ...(keys.length > 0 && { keys }),
    ...(items && {
      items: {
        type: items.type,
        ...(items.values.length > 0 && { values: items.values }),
        ...(itemKeys.length > 0 && { keys: itemKeys }),
      },
    }),
  };
}

interface Shape {
  readonly schema: Schema;
  readonly type: FieldType;
  readonly nullable: boolean;
  readonly values: readonly string[];
}

/** The one type behind references and nullability; `any` if there are several. */
function shapeOf(document: OpenApiDocument, given: Schema): Shape {
  const schema = resolve<Schema>(document, given);
  const union = schema.anyOf ?? schema.oneOf;
  if (union) {
    const shapes = union.map((each) => shapeOf(document, each));
    const real = shapes.filter(({ schema: each }) => each.type !== 'null');
    const nullable = real.length < shapes.length || real.some((each) => each.nullable);
    const [only] = real;
    if (only && real.length === 1) return { ...only, nullable };
    const types = new Set(real.map(({ type }) => type));
    return {
      schema: {},
      type: types.size === 1 ? (only?.type ?? 'any') : 'any',
      nullable,
      values: real.flatMap((each) => each.values),
    };
  }
  const types = (typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])).filter(
    (type) => type !== 'null',
  );
  const values = (schema.enum ?? (schema.const === undefined ? [] : [schema.const])).filter(
    (value) => value !== null,
  );
  const inferred =
    types[0] ?? (values.every((value) => typeof value === 'string') && values.length > 0 ? 'string' : 'any');
  return {
    schema,
    // JSON Schema has no types beyond these and `null`, which is filtered out above.
    type: types.length > 1 ? 'any' : (inferred as FieldType),
    nullable: Array.isArray(schema.type) && schema.type.includes('null'),
    values: values.map(String),
  };
}

/** The field names of an object that can be written as text alone, such as an invitee; else none. */
function textKeys(document: OpenApiDocument, schema: Schema, mayLeaveOut = false): string[] {
  const properties = Object.entries(schema.properties ?? {});
  const isText = (property: Schema) => shapeOf(document, property).type === 'string';
  const isNeedless = (name: string) => mayLeaveOut && !schema.required?.includes(name);
  const canBeWritten = properties.every(([name, property]) => isText(property) || isNeedless(name));
  return canBeWritten ? properties.filter(([, property]) => isText(property)).map(([name]) => name) : [];
}
