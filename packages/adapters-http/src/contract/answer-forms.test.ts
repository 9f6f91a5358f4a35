import { expect } from 'chai';
import { openApiDocument } from './openapi.ts';

interface Schema {
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, { readonly content?: Record<string, { schema: Schema }> }>>;
}

const document = JSON.parse(JSON.stringify(openApiDocument('http://127.0.0.1:8080'))) as Document;

/** What `data` of each operation's success is. */
const answers = Object.values(document.paths)
  .flatMap((methods) => Object.values(methods))
  .flatMap(({ operationId, responses }) =>
    Object.entries(responses)
      .filter(([status]) => status.startsWith('2'))
      .flatMap(([, { content }]) => content?.['application/json']?.schema.properties?.data ?? [])
      .map((data) => ({ operationId, data })),
  );

/** What is answered of a webhook about records is called `webhook` in all of its rows, as the contract has it. */
const otherwise = new Map([['setRecordWebhookActive', 'webhook']]);

/** The named schema that this is, or that it is or null. */
const nameOf = ({ $ref, anyOf = [] }: Schema): string | undefined =>
  ($ref ?? anyOf.find((part) => part.$ref !== undefined)?.$ref)?.split('/').at(-1);

describe('the form of answers', () => {
  it('one thing is answered always under one name, or always as it is', () => {
    const forms = new Map<string, Set<string>>();
    for (const { operationId, data } of answers) {
      const fields = Object.entries(data.properties ?? {}).filter(
        ([field]) => otherwise.get(operationId) !== field,
      );
      const [[field, schema] = []] = fields.length === 1 ? fields : [];
      const thing = data.$ref === undefined ? nameOf(schema ?? {}) : nameOf(data);
      if (thing !== undefined)
        forms.set(
          thing,
          (forms.get(thing) ?? new Set()).add(data.$ref === undefined ? `${field}` : 'as it is'),
        );
    }

    expect(forms.size).to.be.above(25);
    expect([...forms].filter(([, of]) => of.size > 1).map(([thing, of]) => [thing, ...of])).to.deep.equal([]);
  });

  it('no answer is a bare list or a bare value', () => {
    const isObject = ({ $ref, properties, anyOf, oneOf }: Schema): boolean =>
      $ref !== undefined || properties !== undefined || (anyOf ?? oneOf)?.every(isObject) === true;
    const others = answers.filter(({ data }) => !isObject(data));

    expect(others.map(({ operationId }) => operationId)).to.deep.equal([]);
  });
});
