import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { failure, machine } from '@chancery/core';
import { expect } from 'chai';
import { transition } from './transition.ts';

const stuck = failure('gate.stuck', 'conflict', 'Look at the gate again.');

describe('transition', () => {
  const gate = machine(stuck, ['open'], {
    open: { shut: 'closed', lock: 'locked' },
    ajar: { shut: 'closed' },
    closed: { open: 'open', lock: 'locked' },
    locked: {},
  });

  it('writes an action of a table into the text of a statement', () => {
    expect(transition(gate, 'shut')).to.deep.equal({ from: "('open', 'ajar')", to: "'closed'" });
    expect(transition(gate, 'open')).to.deep.equal({ from: "('closed')", to: "'open'" });
  });

  it('refuses whatever is no plain word, so that no other text gets into a statement', () => {
    const odd = machine(stuck, ['a'], { a: { go: "b', c = '" }, "b', c = '": {} });
    expect(() => transition(odd, 'go')).to.throw(TypeError);
  });

  it('compiles only for actions of the table', () => {
    // @ts-expect-error no state of the table has this action
    expect(() => transition(gate, 'archve')).to.throw(TypeError);
  });
});

/** Finds assignments of a literal status, in an update and in the parts that one is made of. */
const writtenByAWord = [
  /\bset\b(?:(?!\bwhere\b|`|;)[\s\S])*?(?<![\w.])(?:status|state) = (?:(?:(?!,|\bwhere\b|`)[\s\S])*?\b(?:then|else) )?'/gi,
  /(?:["'`]|,)\s*(?:status|state) = '\w+'\s*[,"'`]/gi,
  /\.update\((?:[^()]|\([^()]*\))*?\bstatus: '/g,
];
const offences = (text: string) => writtenByAWord.flatMap((pattern) => text.match(pattern) ?? []);

describe('statuses in statements', () => {
  const folder = fileURLToPath(new URL('../', import.meta.url));
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    // A migration stays as it was released, and the equipment of tests may put things into any state.
    .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|^(?:migrations|testing)\//.test(path))
    .map((path) => ({ path, text: readFileSync(`${folder}${path}`, 'utf8') }));

  it('are changed by a transition of their table or by a value from the core, never by a literal', () => {
    const found = sources.flatMap(({ path, text }) => offences(text).map((what) => `${path}: ${what}`));
    expect(found).to.deep.equal([]);
  });

  for (const text of [
    "`update a set status = 'b' where id = $1`",
    "`update a set x = $2,\n  status = 'b', y = 1 where id = $1`",
    "`update a r set status = case when x then 'b' else r.status end where id = $1`",
    `update a set status = case when x then \${b.to} else 'c' end from d where id = $1`,
    "`insert into a (status) values ($1) on conflict (id) do update set status = 'b'`",
    'ended(id, "status = \'b\', finished_at = $3")',
    "table.update({ id }, { status: 'b' })",
  ])
    it(`would be found in ${JSON.stringify(text)}`, () => {
      expect(offences(text)).to.have.lengthOf.at.least(1);
    });

  for (const text of [
    "`update a set x = $2 where id = $1 and status = 'b'`",
    "`update a set status = $2, x = 'y' where id = $1`",
    `update a set status = \${b.to} where status in \${b.from}`,
    "`update a set delivery_status = 'b' where id = $1`",
    "`select status = 'b' active, x from a`",
  ])
    it(`is not found in ${JSON.stringify(text)}`, () => {
      expect(offences(text)).to.deep.equal([]);
    });
});
