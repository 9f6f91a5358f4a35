import { expect } from 'chai';
import { openApiDocument } from './openapi.ts';

/** JSON Schema and what refers to it, as far as the test looks. */
interface Node {
  readonly $ref?: string;
  readonly type?: string;
  readonly anyOf?: readonly Node[];
  readonly items?: Node;
  readonly properties?: Readonly<Record<string, Node>>;
}

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Node }>> }>
  >;
  readonly 'x-chancery-columns'?: readonly string[];
  readonly 'x-chancery-lists'?: readonly string[];
}

describe('the columns of lists', () => {
  const document = openApiDocument('http://127.0.0.1:8080');
  const operations = Object.values(document.paths as Record<string, Record<string, Operation>>).flatMap(
    (item) => Object.values(item),
  );

  /** The schema behind references and behind "or null". */
  function resolved(given: Node | undefined): Node | undefined {
    if (given?.$ref !== undefined) return resolved(at(given.$ref));
    const real = given?.anyOf?.filter(({ type }) => type !== 'null');
    return real?.length === 1 ? resolved(real[0]) : given;
  }
  const at = (reference: string) =>
    reference
      .slice('#/'.length)
      .split('/')
      .reduce<unknown>((found, step) => (found as Record<string, unknown>)[step], document) as Node;
  const field = (schema: Node | undefined, name: string) => resolved(resolved(schema)?.properties?.[name]);

  const lists = operations.flatMap((operation) => {
    // A list that is asked for by POST, such as a search, is answered with 201.
    const answer = operation.responses[200] ?? operation.responses[201];
    const envelope = answer?.content?.['application/json']?.schema;
    const data = field(envelope, 'data');
    const declared = operation['x-chancery-lists'];
    const items = (declared ?? Object.keys(data?.properties ?? {}))
      .map((name) => resolved(field(data, name)?.items))
      .filter((item) => item?.properties !== undefined);
    const columns = operation['x-chancery-columns'];
    const isList = field(data, 'count') !== undefined && (items.length === 1 || columns !== undefined);
    const listed = declared === undefined ? items.slice(0, 1) : items;
    return isList ? [{ id: operation.operationId, columns: columns ?? [], items: listed }] : [];
  });

  it('are four to six, each a field of what is listed', () => {
    const wrong = lists.flatMap(({ id, columns, items }) => {
      const unknown = columns.filter((name) =>
        items.every((item) => name.split('.').reduce(field, item) === undefined),
      );
      const isRight = columns.length >= 4 && columns.length <= 6 && unknown.length === 0;
      return isRight ? [] : [`${id}: ${columns.length} columns, of them unknown: ${unknown.join(', ')}`];
    });
    expect(wrong).to.deep.equal([]);
    expect(lists.length).to.be.greaterThan(20);
  });

  it('are declared of lists alone', () => {
    const declared = operations.filter((operation) => operation['x-chancery-columns'] !== undefined);
    expect(declared.map(({ operationId }) => operationId)).to.have.members(lists.map(({ id }) => id));
  });
});
