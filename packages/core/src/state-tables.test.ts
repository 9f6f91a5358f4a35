import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { Failure } from './kernel/errors.ts';
import { type Machine, machinesAmong } from './kernel/machine.ts';
import { contexts } from './pipeline/contexts.ts';

const machines = machinesAmong(contexts);

/** Every source that may move a state, without tests and test equipment. */
const sources = ['core', 'adapters-persistence'].flatMap((name) => {
  const folder = fileURLToPath(new URL(`../../${name}/src/`, import.meta.url));
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/(\.test|\.contract)\.ts$|(^|\/)testing/.test(path))
    .map((path) => ({ path: `${name}/${path}`, text: readFileSync(`${folder}${path}`, 'utf8') }));
});

const actionsOf = ({ table }: Machine) => [...new Set(Object.values(table).flatMap(Object.keys))];

/** The text from an opening bracket to the one that closes it. */
function bracketed(text: string, open: number): string {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    if ('([{'.includes(text.charAt(at))) depth += 1;
    if (')]}'.includes(text.charAt(at))) depth -= 1;
    if (depth === 0) return text.slice(open, at + 1);
  }
  return text.slice(open);
}

const quoted = (text: string): readonly string[] =>
  [...text.matchAll(/'([a-z_]+)'/g)].map(([, word = '']) => word);

/** Repository methods that take the action itself: the calls of these name it. */
const takers: Readonly<Record<string, string>> = { uploadStates: 'uploads.advance' };

/**
 * What the code does by a table: the actions that its calls name. Where a call takes its action from a value, that value is
 * made or typed in the same file, so all words of the file count, those of the table itself left out.
 */
function performed(name: string): ReadonlySet<string> {
  const taker = takers[name];
  const calls = [
    `\\b${name}\\.(?:next|can|step)\\(`,
    `\\btransition\\((?=(?:\\w+\\.)?${name}\\b)`,
    ...(taker === undefined ? [] : [`\\b${taker}\\(`]),
  ];
  const call = new RegExp(calls.join('|'), 'g');
  const words = sources.flatMap(({ text }) =>
    [...text.matchAll(call)].flatMap(({ index, 0: start }) => {
      const given = bracketed(text, index + start.indexOf('(')).slice(1, -1);
      const named = quoted(start.startsWith(`${taker}`) ? given : given.slice(given.indexOf(',')));
      return named.length > 0 ? named : quoted(text.replace(declarationOf(name, text), ''));
    }),
  );
  return new Set(words);
}

function declarationOf(name: string, text: string): string {
  const at = text.indexOf(`const ${name} = machine(`);
  return at < 0 ? '' : bracketed(text, text.indexOf('(', at));
}

/** From where a thing begins, by any actions. */
function reachable({ table, initial }: Machine): ReadonlySet<string> {
  const reached = new Set<string>(initial);
  for (const state of reached) for (const next of Object.values(table[state] ?? {})) reached.add(next);
  return reached;
}

const failureOf = (move: () => unknown): unknown => {
  try {
    return move();
  } catch (error) {
    return error;
  }
};

describe('state tables', () => {
  it('are all exported by their contexts, each under its own name', () => {
    const declared = sources.flatMap(({ text }) =>
      [...text.matchAll(/^(?:export )?const (\w+) = machine\(/gm)].map(([, name]) => name),
    );
    const names = machines.map(({ name }) => name);
    expect(names).to.have.members(declared);
    expect(new Set(names).size).to.equal(names.length);
  });

  for (const { context, name, machine } of machines) {
    const { table, states, initial } = machine;

    describe(`${context}.${name}`, () => {
      for (const state of states)
        for (const action of actionsOf(machine)) {
          const target = table[state]?.[action];
          it(
            target === undefined
              ? `refuses to ${action} what is ${state}`
              : `makes ${target} of what is ${state} by ${action}`,
            () => {
              expect(machine.can(state, action)).to.equal(target !== undefined);
              const outcome = failureOf(() => machine.next(state, action));
              if (target !== undefined) return expect(outcome).to.equal(target);
              expect(outcome).to.be.instanceOf(Failure);
              return expect(outcome).to.include({ code: machine.failure.code, kind: machine.failure.kind });
            },
          );
        }

      it('reaches every state from those in which a thing begins', () => {
        expect([...reachable(machine)]).to.have.members([...states]);
        for (const state of initial) expect(machine.begin(state)).to.equal(state);
      });

      it('is final in the states that no action leaves, and in no other', () => {
        const stuck = states.filter((state) =>
          actionsOf(machine).every((action) => !machine.can(state, action)),
        );
        expect(states.filter((state) => machine.isFinal(state))).to.deep.equal(stuck);
      });

      it('is used by the code: each of its actions is performed', () => {
        const missing = actionsOf(machine).filter((action) => !performed(name).has(action));
        expect(missing).to.deep.equal([]);
      });
    });
  }
});

describe('statuses in the core', () => {
  /** Of things that have no table of their own: the answers of others, and what is made anew whenever it is read. */
  const withoutTable = new Set([
    // The processor's records, written over ours whole.
    'core/billing/embedded-billing-processor.ts',
    'core/billing/operator-steps.ts',
    // Secrets of a key: the current one, and those before it.
    'core/integrations/api-key.ts',
    // Outcomes of a health check.
    'core/health/health.ts',
    // How the last mail to a registrant fared.
    'core/meetings/webinars/mail-registrant.ts',
  ]);

  it('are changed by their state table, never by a word', () => {
    const spread = /\{(?:[^{}]|\{[^{}]*\})*?\.\.\.\w+(?:[^{}]|\{[^{}]*\})*?\bstatus: (?:'|\w+ \? ')/g;
    const offenders = sources
      .filter(({ path }) => path.startsWith('core/') && !withoutTable.has(path))
      .flatMap(({ path, text }) =>
        [...text.matchAll(spread)].map(([found]) => `${path}: ${found.slice(-80)}`),
      );
    expect(offenders).to.deep.equal([]);
  });
});
