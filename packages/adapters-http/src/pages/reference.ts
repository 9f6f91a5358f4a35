import type { JsonSchema } from '../contract/schema-book.ts';
import { baseStyle, escaped, type Page, plainPage } from './html.ts';
import { storedPage } from './stored-page.ts';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}
/** By media type; bytes and pages have no schema. */
type Content = Readonly<Record<string, { readonly schema?: JsonSchema }>>;

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security: readonly object[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly content: Content;
  };
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly description: string;
        readonly content?: Content;
      }
    >
  >;
}

/** `/openapi.json`, and `/docs`: the same document for people, rendered here, with nothing loaded from outside. */
export function referencePage(document: () => JsonSchema): readonly (readonly [string, Page])[] {
  let written: JsonSchema | undefined;
  const read = () => {
    written ??= document();
    return written;
  };
  return [
    [
      '/openapi.json',
      storedPage(() => ({
        body: JSON.stringify(read()),
        headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-cache' },
      })),
    ],
    ['/docs', storedPage(() => plainPage('Chancery API', baseStyle, reference(read())))],
  ];
}

function reference(document: JsonSchema): string {
  // The document is our own, written by openapi.ts in exactly these shapes.
  const paths = document.paths as Record<string, Record<string, Operation>>;
  const schemas = (document.components as { schemas: Record<string, JsonSchema> }).schemas;
  const tags = (document.tags as { name: string }[]).map(({ name }) => name);
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );
  const sections = tags.map((tag) => {
    const rows = operations.filter(({ operation }) => operation.tags[0] === tag);
    return `<h2 id="${escaped(tag)}">${escaped(tag)}</h2>${rows.map((row) => operationRow(row.path, row.method, row.operation, schemas)).join('')}`;
  });
  const { description } = document.info as { description: string };
  return `<main><h1>Chancery API</h1><p>${escaped(description)} <a href="/openapi.json">openapi.json</a></p>
    <p>${tags.map((tag) => `<a href="#${escaped(tag)}">${escaped(tag)}</a>`).join(' · ')}</p>${sections.join('')}</main>`;
}

function operationRow(
  path: string,
  method: string,
  operation: Operation,
  schemas: Record<string, JsonSchema>,
): string {
  const [[bodyType, { schema: body }] = ['', {}]] = Object.entries(operation.requestBody?.content ?? {});
  const fields = [
    ...(operation.parameters ?? []).map(({ name, in: place, required, description, schema }) =>
      fieldRow(name, place, required, schema, description),
    ),
    ...(body === undefined ? [] : bodyRows(resolved(body, schemas))),
  ];
  const [status, success] = Object.entries(operation.responses)[0] ?? ['', undefined];
  const successSchema = success?.content?.['application/json']?.schema;
  const failures = Object.entries(operation.responses)
    .slice(1)
    .map(([code, answer]) => `<tr><td>${code}</td><td>${escaped(answer.description)}</td></tr>`);
  const data =
    successSchema === undefined
      ? Object.keys(success?.content ?? {}).join(', ')
      : shapeOf(resolved(successSchema, schemas).properties?.data, schemas, 0);
  return `<details id="${escaped(operation.operationId)}"><summary><span class="verb">${method.toUpperCase()}</span><code>${escaped(path)}</code><span class="soft">${escaped(operation.summary)}</span></summary><div>
    <p>${escaped(operation.description)}</p>
    ${fields.length === 0 ? '' : `<table><tr><th>field</th><th>in</th><th>type</th><th></th></tr>${fields.join('')}</table>`}
    <p class="soft">${status}: <code>data</code></p><pre>${escaped(data)}</pre>
    <table>${failures.join('')}</table>
    <pre>${escaped(curlOf(path, method, operation, bodyType))}</pre></div></details>`;
}

const bodyRows = (schema: JsonSchema): string[] =>
  Object.entries(schema.properties ?? {}).map(([name, field]) =>
    fieldRow(name, 'body', (schema.required ?? []).includes(name), field, field.description),
  );

const fieldRow = (
  name: string,
  place: string,
  required: boolean,
  schema: JsonSchema,
  description = '',
): string =>
  `<tr><td><code>${escaped(name)}</code>${required ? ' *' : ''}</td><td class="soft">${place}</td><td class="soft">${escaped(typeOf(schema))}</td><td>${escaped(description)}</td></tr>`;

function typeOf(schema: JsonSchema | undefined): string {
  if (schema === undefined) return '';
  if (typeof schema.$ref === 'string') return schema.$ref.split('/').at(-1) ?? '';
  if (Array.isArray(schema.enum)) return schema.enum.join(' | ');
  if (Array.isArray(schema.anyOf)) return schema.anyOf.map((part: JsonSchema) => typeOf(part)).join(' | ');
  if (schema.type === 'array') return `${typeOf(schema.items as JsonSchema)}[]`;
  return [schema.type, schema.format].filter(Boolean).join(', ');
}

function resolved(schema: JsonSchema, schemas: Record<string, JsonSchema>): JsonSchema {
  return typeof schema.$ref === 'string' ? (schemas[schema.$ref.split('/').at(-1) ?? ''] ?? schema) : schema;
}

/** A shape in the words of a reader: two levels deep. */
function shapeOf(schema: JsonSchema | undefined, schemas: Record<string, JsonSchema>, depth: number): string {
  if (schema === undefined) return '';
  const plain = resolved(schema, schemas);
  if (plain.properties === undefined || depth > 1) return typeOf(schema);
  const pad = '  '.repeat(depth + 1);
  const rows = Object.entries(plain.properties).map(
    ([name, field]) => `${pad}${name}: ${shapeOf(field, schemas, depth + 1)}`,
  );
  return `{\n${rows.join('\n')}\n${'  '.repeat(depth)}}`;
}

function curlOf(path: string, method: string, { security }: Operation, bodyType: string): string {
  const parts = [`curl${method === 'get' ? '' : ` -X ${method.toUpperCase()}`} "$CHANCERY_BASE_URL${path}"`];
  if (security.length > 0)
    parts.push(
      security.some((scheme) => 'apiKey' in scheme)
        ? '-H "Authorization: Bearer $CHANCERY_API_KEY"'
        : '-H "Authorization: Bearer $CHANCERY_TOKEN"',
    );
  if (method === 'post') parts.push('-H "X-Idempotency-Key: $(uuidgen)"');
  if (bodyType === 'application/json') parts.push("-H 'Content-Type: application/json' -d '{ … }'");
  else if (bodyType !== '') parts.push(`-H 'Content-Type: ${bodyType}' --data-binary @file`);
  return parts.join(' \\\n  ');
}
