import { expect } from 'chai';
import { openApiDocument } from './openapi.ts';
import type { JsonSchema } from './schema-book.ts';
import { statusOfKind } from './statuses.ts';

// The document as any reader gets it: JSON, with nothing known of how it was made.
const document = JSON.parse(JSON.stringify(openApiDocument('http://127.0.0.1:8080'))) as Node;

interface Node {
  // biome-ignore lint/suspicious/noExplicitAny: the test walks through whatever the document holds
  readonly [member: string]: any;
}

const at = (ref: string): Node | undefined =>
  ref
    .replace('#/', '')
    .split('/')
    .reduce<Node | undefined>((node, step) => node?.[step], document);

/** Each node of the document with its address. Examples are values and no part of the description. */
function* nodes(node: unknown, path = '#'): Generator<readonly [string, Node]> {
  if (typeof node !== 'object' || node === null) return;
  yield [path, node as Node];
  for (const [name, member] of Object.entries(node))
    if (!['example', 'examples', 'default', 'enum'].includes(name) || path.endsWith('/properties'))
      yield* nodes(member, `${path}/${name}`);
}

/** A property is described itself, or by the named schema that it is, or that it is null or a list of. */
function isDescribed(schema: JsonSchema): boolean {
  if (typeof schema.description === 'string' && /\w.*[.!?)]$/.test(schema.description)) return true;
  if (typeof schema.$ref === 'string') return isDescribed(at(schema.$ref) ?? {});
  if (schema.type === 'array') return isDescribed((schema.items ?? {}) as JsonSchema);
  const parts = ((schema.anyOf ?? []) as JsonSchema[]).filter(({ type }) => type !== 'null');
  return parts.length === 1 && parts[0]?.$ref !== undefined && isDescribed(parts[0]);
}

/** Whether the value, or each value that it holds by a name, can be null. */
const canBeNull = ({ type, anyOf, additionalProperties }: Node): boolean =>
  [type].flat().includes('null') ||
  (anyOf ?? []).some(canBeNull) ||
  (typeof additionalProperties === 'object' && canBeNull(additionalProperties));

describe('the published contract, as a whole', () => {
  const operations = Object.entries(document.paths as Node).flatMap(([path, item]) =>
    Object.entries(item as Node).map(([method, operation]) => ({ path, method, operation })),
  );

  const properties = () =>
    [...nodes(document)]
      .filter(([path, node]) => /\/properties$/.test(path) && typeof node === 'object')
      .flatMap(([path, node]) =>
        Object.entries(node).map(([name, schema]) => [`${path}/${name}`, schema] as const),
      );

  it('describes every property of every schema, each in a sentence', () => {
    expect(properties().length).to.be.above(1000);
    expect(
      properties()
        .filter(([, schema]) => !isDescribed(schema))
        .map(([path]) => path),
    ).to.deep.equal([]);
  });

  it('says of every property that can be null when it is, and of no other', () => {
    const wrong = properties().filter(
      ([, schema]) => canBeNull(schema) !== /\bnull\b/i.test(schema.description ?? ''),
    );

    expect(wrong.map(([path, { description }]) => `${path}: ${description}`)).to.deep.equal([]);
  });

  it('describes every parameter, every header and every group of operations', () => {
    const told = [...nodes(document)].filter(
      ([path, node]) =>
        /\/parameters\/\d+$|\/headers\/[^/]+$|^#\/tags\/\d+$/.test(path) && node.$ref === undefined,
    );

    expect(told.length).to.be.above(100);
    expect(told.filter(([, node]) => !isDescribed(node)).map(([path]) => path)).to.deep.equal([]);
  });

  it('says of every input that opens something that it does, so that no client shows it', () => {
    const bodies = operations.flatMap(({ operation }) =>
      Object.values((operation.requestBody?.content ?? {}) as Node).map(({ schema }) =>
        schema?.$ref === undefined ? schema : at(schema.$ref),
      ),
    );
    const inputs = [
      ...bodies.flatMap((schema) => Object.entries((schema?.properties ?? {}) as Node)),
      ...operations.flatMap(({ operation }) =>
        ((operation.parameters ?? []) as Node[])
          .filter(({ in: place }) => place === 'path' || place === 'query')
          .map(({ name, schema }) => [name, schema] as const),
      ),
    ];
    const isSecret = ({ writeOnly, anyOf = [] }: Node): boolean =>
      writeOnly === true || (anyOf as Node[]).some(isSecret);
    const byName = /(password|passcode|token|secret|verifier|(totp|recovery|handoff|authorization)code)$/i;

    // A flag, such as generatePasscode, opens nothing.
    const named = inputs.filter(([name, { type }]) => byName.test(name) && type !== 'boolean');
    expect(named.length).to.be.above(40);
    expect(named.filter(([, schema]) => !isSecret(schema)).map(([name]) => name)).to.deep.equal([]);
    // What opens something under a name that does not say so.
    expect([
      ...new Set(inputs.filter(([, schema]) => isSecret(schema)).map(([name]) => name)),
    ]).to.include.members(['invite', 'registration', 'code']);
  });

  it('has the chapters that every caller needs, which name operations that exist', () => {
    const { description } = document.info as { description: string };
    const named = [...description.matchAll(/`(GET|POST|PATCH|DELETE) (\/api\/[^`]+)`/g)];
    const ids = operations.map(({ operation }) => operation.operationId);

    for (const chapter of [
      'Authentication',
      'Errors',
      'Idempotency',
      'Lists and paging',
      'Rate limits',
      'Webhooks',
    ])
      expect(description).to.include(`\n## ${chapter}\n`);
    for (const status of Object.values(statusOfKind).filter((code) => code !== 500))
      expect(description).to.include(`\n| ${status} | `);
    expect(named.length).to.be.above(3);
    for (const [line, method = '', path = ''] of named)
      expect(document.paths[path]?.[method.toLowerCase()], line).to.be.an('object');
    expect(ids).to.include.members(['redeliverWebhook', 'recoverWebhookDeliveries']);
  });

  it('refers to nothing that is not there', () => {
    const refs = [...nodes(document)].flatMap(([path, { $ref }]) =>
      typeof $ref === 'string' ? [[path, $ref]] : [],
    );

    expect(refs.length).to.be.above(500);
    expect(refs.filter(([, ref = '']) => at(ref) === undefined)).to.deep.equal([]);
  });

  const lacking = (needed: (operation: Node) => readonly number[]) =>
    operations.flatMap(({ operation }) =>
      needed(operation)
        .filter((status) => operation.responses[status] === undefined)
        .map((status) => `${operation.operationId}: ${status}`),
    );
  const isHealth = ({ tags }: Node) => tags[0] === 'health';

  it('declares 401 and 403 wherever a credential is asked for, 404 or 410 wherever an address names a thing, and 429 everywhere', () => {
    expect(
      lacking((operation) => [
        ...(operation.security.length > 0 && operation.security.every((one: Node) => Object.keys(one).length)
          ? [401]
          : []),
        ...(typeof operation['x-chancery-permission']?.access === 'string' &&
        ['workspace', 'api_key'].includes(operation['x-chancery-permission'].access)
          ? [403]
          : []),
        ...(isHealth(operation) ? [] : [429]),
      ]),
    ).to.deep.equal([]);
    const nameless = operations.filter(
      ({ path, operation }) =>
        path.includes('{') &&
        operation.responses[404] === undefined &&
        operation.responses[410] === undefined,
    );
    expect(nameless.map(({ operation }) => operation.operationId)).to.deep.equal([]);
  });

  it('gives every failure as a shared response that has the headers of its status', () => {
    const failures = operations
      .filter(({ operation }) => !isHealth(operation))
      .flatMap(({ operation }) =>
        Object.entries(operation.responses as Node).filter(([status]) => Number(status) >= 400),
      );
    const headersOf = (status: number) =>
      Object.keys(at(failures.find(([one]) => Number(one) === status)?.[1].$ref)?.headers ?? {});

    expect(
      failures.filter(([, answer]) => at(answer.$ref)?.content['application/json'] === undefined),
    ).to.deep.equal([]);
    expect(headersOf(401)).to.include('WWW-Authenticate');
    expect(headersOf(429)).to.include('Retry-After');
    expect(headersOf(412)).to.include('ETag');
  });
});
