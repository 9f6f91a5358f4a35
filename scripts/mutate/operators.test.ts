import { expect } from 'chai';
import ts from 'typescript';
import { isPassedOver, mutationsAt } from './operators.ts';
import { sqlChanges } from './sql.ts';

/** Every mutation of a source, as the whole text that it leads to. */
function changed(text: string, file = '/packages/core/src/thing.ts'): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (isPassedOver(node, source)) return;
    for (const { start, end, becomes } of mutationsAt(node, source))
      found.push(`${text.slice(0, start)}${becomes}${text.slice(end)}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

describe('The mutations of a source', () => {
  for (const [text, ...expected] of [
    ['x = a && b;', 'x = a;', 'x = b;'],
    ['x = a < b;', 'x = a <= b;'],
    ['x = a === b;', 'x = a !== b;'],
    ['x = a ?? b;', 'x = b;'],
    ['x = a ? b : c;', 'x = true ? b : c;', 'x = false ? b : c;'],
    ['if (a) throw b;', 'if (false) throw b;'],
    ['x = 3;', 'x = 4;'],
    ['x = 15;', 'x = 16;', 'x = (15 * 10);'],
    ['x = 3_600_000;', 'x = (3_600_000 * 10);'],
    ['x = list[0];'],
    ['({ 0: first }) => first;'],
    ['x = text.slice(0, 8);'],
    ['x = limit + 1;'],
    ['x = { outside: true };', 'x = { outside: false };'],
    ['x = { limit };', 'x = {  };'],
    ['x = { __proto__: shared, limit };', 'x = { __proto__: shared,  };'],
    ["x = { list: 'GET /things 200' };", 'x = {  };'],
    ['x = [a, b];', 'x = [, b];', 'x = [a, ];'],
    ['x = z.string().max(a);', 'x = z.string();'],
    ['x = Math.min(a, b);', 'x = Math.max(a, b);'],
    ['{ this.#a = a; this.#b = b; }', '{  this.#b = b; }', '{ this.#a = a;  }'],
    ['x = list.some(f);', 'x = list.every(f);'],
    [
      "x = machine(failure, { a: { go: 'b' } });",
      'x = machine(failure, {  });',
      'x = machine(failure, { a: {  } });',
    ],
    ['function f() { await send(a); }', 'function f() {  }'],
    [
      'function f() { a(); b(); }',
      'function f() { b();\na(); }',
      'function f() {  b(); }',
      'function f() { a();  }',
    ],
  ] as const)
    it(`of ${text} are ${expected.length === 0 ? 'none' : expected.join(' and ').replaceAll('\n', ' ')}`, () => {
      expect(changed(text)).to.deep.equal(expected);
    });

  it('leave alone what is written for readers and for the compiler', () => {
    for (const text of [
      "x = { summary: a ? 'b' : 'c' };",
      "x = { cli: { aliases: ['book'] } };",
      "x = { null: ['Write null.', 'Schreiben Sie null.'] };",
      "log.info({ a: 1 }, 'two');",
      'type A = 1 | 2;',
      'interface A { b: 1 }',
      'x = z.string().describe(a ? b : c);',
    ])
      expect(changed(text), text).to.deep.equal([]);
  });

  it('of a migration are those of its SQL, and none of the way back', () => {
    const file = '/packages/adapters-persistence/src/migrations/0001-things.ts';
    const text =
      'class A { up() { if (a) query(`create policy b on c using (d = e)`); } down() { query(`delete from c where d = 1`); } }';

    expect(changed(text, file)).to.deep.equal([text.replace('using (d = e)', 'using (true)')]);
  });
});

describe('The changes of a statement of SQL', () => {
  const statements = (sql: string, options = {}) =>
    sqlChanges(sql, options).map(
      ({ start, end, becomes }) => `${sql.slice(0, start)}${becomes}${sql.slice(end)}`,
    );

  for (const [sql, ...expected] of [
    [
      'select a from b where c = $1 and d = $2',
      'select a from b where (c = $1 or true) and d = $2',
      'select a from b where c = $1 and (d = $2 or true)',
    ],
    [
      'select a from b where c = $1 or d = $2',
      'select a from b where (c = $1 or true) or d = $2',
      'select a from b where c = $1 or (d = $2 and false)',
    ],
    ['where a between $1 and $2', 'where (a between $1 and $2 or true)'],
    [`where a = $\{b("and c = d")}`, `where (a = $\{b("and c = d")} or true)`],
    ['and a = $1)', 'and (a = $1 or true))'],
    ['select a from b order by c desc', 'select a from b order by c asc'],
    ['select a from b order by c limit $1', 'select a from b order by c desc limit $1'],
    ['select a from b for update skip locked', 'select a from b ', 'select a from b for update '],
    [
      'update a set b = $1, c = null',
      'update a set b = case when true then b else $1 end, c = null',
      'update a set b = $1, c = case when true then c else null end',
    ],
    ["select interval '30 days' from b", "select interval '300 days' from b"],
  ] as const)
    it(`of ${sql} are ${expected.join(' and ')}`, () => {
      expect(statements(sql)).to.deep.equal(expected);
    });

  it('leave the tenant’s column to row-level security where it holds, and one row to whoever reads the first', () => {
    const sql = 'select a from b where b.workspace_id = $1 and c = $2 limit 1';

    expect(statements(sql, { isOfTenant: true })).to.deep.equal([sql.replace('c = $2', '(c = $2 or true)')]);
    expect(statements(sql)).to.have.length(2);
  });

  it('of a migration open its policies and keep what it takes back', () => {
    expect(
      statements(
        'alter table a force row level security; create policy b on a using (c = d) with check (c = d); revoke all on a from e;',
        { isMigration: true },
      ),
    ).to.deep.equal([
      'select 1; create policy b on a using (c = d) with check (c = d); revoke all on a from e;',
      'alter table a force row level security; create policy b on a using (true) with check (c = d); revoke all on a from e;',
      'alter table a force row level security; create policy b on a using (c = d) with check (true); revoke all on a from e;',
      'alter table a force row level security; create policy b on a using (c = d) with check (c = d); select 1;',
    ]);
  });
});
