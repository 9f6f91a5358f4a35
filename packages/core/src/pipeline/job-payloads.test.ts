import { expect } from 'chai';
import { z } from 'zod';
import { reactions } from './declarations.ts';

interface Leaf {
  readonly type?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Leaf>>;
  readonly items?: Leaf;
  readonly prefixItems?: readonly Leaf[];
  readonly anyOf?: readonly Leaf[];
  readonly oneOf?: readonly Leaf[];
  readonly allOf?: readonly Leaf[];
  readonly additionalProperties?: Leaf | boolean;
}

const values = new Set(['uuid', 'date', 'date-time']);
const telling = ['Ada Lovelace', 'Ada', 'ada@example.com', '+41791234567', `Q${'w'.repeat(42)}`];

/** Where a value of the schema could be a name, an address or a secret. */
function revealingFields(schema: Leaf, path: string): string[] {
  const below = [
    ...Object.entries(schema.properties ?? {}).map(([name, leaf]) => [leaf, `${path}.${name}`] as const),
    ...[schema.items ?? [], schema.prefixItems ?? []].flat().map((leaf) => [leaf, `${path}[]`] as const),
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].map(
      (leaf) => [leaf, path] as const,
    ),
    ...(typeof schema.additionalProperties === 'object'
      ? [[schema.additionalProperties, `${path}.*`] as const]
      : []),
  ];
  if (below.length > 0) return below.flatMap(([leaf, at]) => revealingFields(leaf, at));
  if (schema.enum !== undefined || schema.const !== undefined) return [];
  if (['integer', 'number', 'boolean', 'null'].includes(schema.type ?? '')) return [];
  if (schema.type === 'object' && schema.additionalProperties === false) return [];
  if (schema.type === 'string' && values.has(schema.format ?? '')) return [];
  const { pattern } = schema;
  if (schema.type === 'string' && pattern !== undefined)
    return telling.some((text) => new RegExp(pattern, 'u').test(text)) ? [path] : [];
  return [path];
}

describe('payloads of jobs', () => {
  it('exist for the reactions of the product', () => {
    expect(reactions().length).to.be.greaterThan(5);
  });

  for (const { topic, payload, event } of reactions())
    it(`JOB-9: ${topic} carries ids and values of ${event.type}, and no name, address, text or secret`, () => {
      const schema = z.toJSONSchema(payload, { io: 'output', unrepresentable: 'any' }) as Leaf;

      expect(revealingFields(schema, topic)).to.deep.equal([]);
    });

  it('JOB-9: the check finds a name, an address, a text and a secret', () => {
    const schema = z.strictObject({
      id: z.uuid(),
      state: z.enum(['a', 'b']),
      name: z.string(),
      people: z.array(z.strictObject({ address: z.email(), userId: z.string().regex(/^usr_[0-9a-f]{32}$/) })),
      anything: z.unknown(),
      byKey: z.record(z.string(), z.string()),
      token: z
        .string()
        .regex(/^[A-Za-z0-9_-]{43}$/)
        .nullable(),
    });

    expect(revealingFields(z.toJSONSchema(schema) as Leaf, 'x')).to.deep.equal([
      'x.name',
      'x.people[].address',
      'x.anything',
      'x.byKey.*',
      'x.token',
    ]);
  });
});
