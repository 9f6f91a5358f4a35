import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { transform } from 'esbuild';
import { type Instrumented, instrument } from './instrument.ts';

const source = `
/** Holds AUT-3. */
export const most = [1, 2].length;
export function verdict(age: number, isGuest: boolean): string[] {
  const said: string[] = [];
  if (isGuest && age < 18) said.push('young');
  said.push('seen');
  return [...said, { name: 'end', age }.name ?? 'nothing'];
}`;

describe('A source with its mutants inside', () => {
  let folder: string;
  let made: Instrumented;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'chancery-mutate-'));
    writeFileSync(join(folder, 'verdict.ts'), source);
    made = instrument(folder, 'verdict.ts', 1);
  });
  after(() => rmSync(folder, { recursive: true }));

  async function run(chosen: number): Promise<{ said: unknown; reached: Uint8Array }> {
    const reached = new Uint8Array(200);
    const { code } = await transform(made.text, { loader: 'ts', format: 'cjs' });
    const module = { exports: {} as { verdict(age: number, isGuest: boolean): unknown } };
    new Function('module', '__mutation', '__reached', code)(module, { chosen }, reached);
    return { said: module.exports.verdict(18, true), reached };
  }

  it('does what it did before while no mutant is chosen, and notes what it reaches', async () => {
    const { said, reached } = await run(0);

    const guard = made.mutants.find(({ kind }) => kind === 'guard');
    expect(said).to.deep.equal(['seen', 'end']);
    expect(reached[guard?.number ?? 0]).to.equal(1);
  });

  it('does what each mutant says when it is chosen', async () => {
    const outcomes: Record<string, unknown> = {};
    for (const { number, shown } of made.mutants) outcomes[shown] = (await run(number)).said;

    expect(outcomes).to.deep.include({
      'age < 18 → age <= 18': ['young', 'seen', 'end'],
      'isGuest && age < 18 → isGuest': ['young', 'seen', 'end'],
      "said.push('seen');: left out": ['end'],
      "name: 'end': left out": ['seen', 'nothing'],
    });
  });

  it('gives each mutant the line and the rules of the nearest comment, and an id that lines above do not change', () => {
    const [first] = made.mutants;
    writeFileSync(join(folder, 'moved.ts'), `\n\n${source}`);
    writeFileSync(join(folder, 'verdict.ts'), `\n\n${source}`);
    const [moved] = instrument(folder, 'verdict.ts', 500).mutants;

    expect(first).to.deep.include({ line: 3, named: ['AUT-3'], isStatic: true });
    expect(moved).to.deep.include({ id: first?.id, line: 5, number: 500 });
  });

  it('gives what many use cases declare the rule of that field, unless a comment names another', () => {
    const declared = `export const sweep = scheduled({ topic: 'a.b', policy: { maxAttempts: many } });
/** KEY-4 */
export const use = command({ summary: 'Use', role: 'member', always: true, needs: [1] });
/** KEY-4 */
export const mail = command({
  // SPR-2
  always: false,
});`;
    writeFileSync(join(folder, 'declared.ts'), declared);

    const { mutants } = instrument(folder, 'declared.ts', 900);
    expect(Object.fromEntries(mutants.map(({ shown, named }) => [shown, named]))).to.deep.include({
      "topic: 'a.b': left out": [],
      'maxAttempts: many: left out': ['JOB-1'],
      "role: 'member': left out": ['KEY-4'],
      'true → false': ['BIL-3'],
      'needs: [1]: left out': ['JOB-9'],
      'false → true': ['SPR-2'],
    });
  });
});
