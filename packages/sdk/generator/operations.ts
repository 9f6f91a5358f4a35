import type { Operation, OperationField } from '../src/operation.ts';
import { bodyFields, fieldOf } from './fields.ts';
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
    ...(extension.saved !== undefined && { saved: extension.saved }),
    ...(extension.body === 'file' && { file: fileField }),
    ...(extension.cli?.command !== undefined && { command: extension.cli.command }),
    aliases: extension.cli?.aliases ?? [],
    ...(extension.cli?.example && { example: extension.cli.example }),
    ...listOf(document, raw),
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

/**
 * An answer that counts its items is a list; the array that holds them is its only one, or the first if it has columns, or
 * those that are declared.
 */
function listOf(document: OpenApiDocument, raw: OpenApiOperation): Pick<Operation, 'list'> {
  const data = dataOf(document, raw);
  const properties = (data && resolve<Schema>(document, data).properties) ?? {};
  const columns = raw['x-chancery-columns'];
  const lists = Object.entries(properties).flatMap(([field, given]) => {
    const { items } = resolve<Schema>(document, given);
    const item = typeof items === 'object' ? resolve<Schema>(document, items).properties : undefined;
    return item === undefined ? [] : [{ field, fields: Object.keys(item), ...(columns && { columns }) }];
  });
  const arrays = raw['x-chancery-lists'];
  if (arrays !== undefined) {
    const named = arrays.map((array) => lists.find(({ field }) => field === array));
    const fields = [...new Set(named.flatMap((list) => list?.fields ?? []))];
    return { list: { ...lists[0], field: arrays.at(-1) ?? '', fields, arrays } };
  }
  const [list] = lists;
  return list && 'count' in properties && (columns !== undefined || lists.length === 1) ? { list } : {};
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
