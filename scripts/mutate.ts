import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { inLanes } from './mutate/child.ts';
import { coverageOf, keptCoverage } from './mutate/coverage.ts';
import { Judge, type Outcome } from './mutate/judge.ts';
import { type Program, programOf } from './mutate/program.ts';
import { lineOf, tableOf } from './mutate/report.ts';
import { isWanted } from './mutate/rules.ts';
import { type Candidate, candidatesOf, drawn } from './mutate/select.ts';

/**
 * `npm run mutate -- --rules AUT --sample 40`: changes one clause at a time, in memory only, and says which of the tests
 * that name its rule notice. docs/mutations.md tells how to read what it prints.
 */
const root = join(import.meta.dirname, '..');
const { values } = parseArgs({
  options: {
    rules: { type: 'string', default: '' },
    files: { type: 'string', default: '' },
    tests: { type: 'string', default: '' },
    sample: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
    lanes: { type: 'string', default: '2' },
    mutant: { type: 'string', multiple: true, default: [] },
    list: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    'then-all': { type: 'boolean', default: false },
    fresh: { type: 'boolean', default: false },
  },
});
const wanted = values.rules.split(',').filter((rule) => rule !== '');
const lanes = Math.min(2, Number(values.lanes));
const say = (line: string) => console.error(line);

const program = await programOf(root);
process.on('exit', () => rmSync(dirname(program.bundled('x')), { recursive: true, force: true }));
const candidates = await candidatesIn(program);
const chosen = values.mutant.length > 0 ? chosenById(candidates) : [...sampleOf(candidates)];
if (values.list) for (const candidate of chosen) console.log(listed(candidate));
else if (values.mutant.length > 0) {
  const judge = new Judge(program, values['then-all']);
  for (const candidate of chosen) {
    const outcome = await judge.judge(candidate);
    console.log(`${lineOf(outcome)}\n    ${outcome.message ?? `${outcome.ran} tests ran`}`);
  }
  await judge.end();
} else show(await judgedAll());

async function candidatesIn({ tests, sources }: Program): Promise<Candidate[]> {
  const namesWanted = (file: string) => {
    const found = readFileSync(join(root, file), 'utf8').match(/\b[A-Z]{3}-\d+\b/g) ?? [];
    return found.some((rule) => isWanted(rule, wanted));
  };
  const files = tests.filter((file) => file.includes(values.tests)).filter(namesWanted);
  const { failing } = await coverageOf(program, files, { lanes, isFresh: values.fresh, say });
  for (const title of failing) say(`fails without any mutant, so it judges none: ${title}`);
  const candidateOf = candidatesOf(program, keptCoverage(program, values.tests));
  const within = (file: string) => values.files === '' || file.includes(values.files);
  const asked = new Set(values.mutant);
  return sources
    .flatMap(({ mutants }) => mutants)
    .filter(({ file, id }) => within(file) && (asked.size === 0 || asked.has(id)))
    .flatMap((mutant) => candidateOf(mutant) ?? []);
}

function chosenById(all: readonly Candidate[]): Candidate[] {
  return values.mutant.map((id) => {
    const found = all.find(({ mutant }) => mutant.id === id);
    if (found === undefined) throw new Error(`No mutant ${id}: its line was changed, or no test reaches it.`);
    return found;
  });
}

/** As many as are wanted, and a few more for those that will not load. */
function* sampleOf(all: readonly Candidate[]): Generator<Candidate> {
  let count = 0;
  for (const candidate of drawn(all, wanted, Number(values.seed))) {
    if (count >= Number(values.sample) * (values.list ? 1 : 1.25)) return;
    count += 1;
    yield candidate;
  }
}

/** What was judged before under the same question is read and not run again. */
async function judgedAll(): Promise<Outcome[]> {
  const question = JSON.stringify([
    values.rules,
    values.files,
    values.tests,
    values.seed,
    values['then-all'],
  ]);
  const name = `results-${createHash('sha256').update(question).digest('hex').slice(0, 8)}.jsonl`;
  const path = join(root, '.build', 'mutate', name);
  mkdirSync(dirname(path), { recursive: true });
  if (values.fresh) rmSync(path, { force: true });
  const lines = existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
  const before = new Map(
    lines.filter(Boolean).map((line) => [JSON.parse(line).id, JSON.parse(line) as Outcome]),
  );
  const outcomes: Outcome[] = [];
  const viable = () => outcomes.filter(({ verdict }) => verdict !== 'not viable').length;
  const judges = Array.from({ length: lanes }, () => new Judge(program, values['then-all']));
  say(`${path.slice(root.length + 1)} keeps what is found`);
  await inLanes(lanes, chosen, async (candidate, lane) => {
    if (viable() >= Number(values.sample)) return;
    const known = before.get(candidate.mutant.id);
    const outcome = known ?? (await judges[lane]?.judge(candidate));
    if (outcome === undefined) return;
    if (known === undefined) appendFileSync(path, `${JSON.stringify(outcome)}\n`);
    outcomes.push(outcome);
    say(`${viable()}/${values.sample}  ${lineOf(outcome)}`);
  });
  for (const judge of judges) await judge.end();
  return outcomes;
}

function show(outcomes: readonly Outcome[]): void {
  if (values.json) {
    console.log(JSON.stringify(outcomes, null, 1));
    return;
  }
  const unnoticed = outcomes.filter(({ verdict }) => verdict !== 'own' && verdict !== 'not viable');
  for (const outcome of unnoticed) console.log(lineOf(outcome));
  console.log(`\n${tableOf(outcomes)}`);
}

function listed({ mutant, rules, own, kin, others }: Candidate): string {
  const { id, kind, file, line, shown } = mutant;
  return `${id}  ${rules.join(', ')}  ${kind}  ${own.length} own tests, ${kin.length} of its context, ${others.length} others\n    ${file}:${line}  ${shown}`;
}
