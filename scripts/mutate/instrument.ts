import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import type { Mutant, Mutation } from './mutation.ts';
import { isPassedOver, mutationsAt } from './operators.ts';

/** A function, by the number that says in a run whether it was called, and the names that it mentions. */
export interface Probe {
  readonly number: number;
  readonly id: string;
  /** The statement of the module that holds it. */
  readonly statement: number;
  readonly mentions: ReadonlySet<string>;
}

/** A statement of a module: what it declares, and what it needs when the module is loaded. */
export interface TopStatement {
  readonly declares: readonly string[];
  readonly mentions: ReadonlySet<string>;
}

export interface Instrumented {
  readonly file: string;
  /** The source in which each mutant can be chosen by its number. */
  readonly text: string;
  readonly mutants: readonly (Mutant & { readonly number: number; readonly statement: number })[];
  readonly probes: readonly Probe[];
  readonly statements: readonly TopStatement[];
}

/** Comes before each bundled file: which mutant is chosen, and what was reached. */
export const banner = (size: number) =>
  `const __mutation = (globalThis.__mutation ??= { chosen: Number(process.env.CHANCERY_MUTANT ?? 0), reached: new Uint8Array(${size}) }), __reached = __mutation.reached;`;

interface Edit {
  readonly start: number;
  readonly end: number;
  /** Of two edits of the same range the higher stands outside. */
  readonly rank: number;
  readonly render: (inner: string) => string;
}

/** Reads a source and gives it with all its mutants inside. Numbers count up from `first` over all sources. */
export function instrument(root: string, file: string, first: number): Instrumented {
  const text = readFileSync(join(root, file), 'utf8');
  const source = ts.createSourceFile(`/${file}`, text, ts.ScriptTarget.Latest, true);
  const edits: Edit[] = [];
  const mutants: (Mutant & { number: number; statement: number })[] = [];
  const probes: Probe[] = [];
  const ids = new Map<string, number>();
  let number = first;

  for (const [index, statement] of source.statements.entries()) visit(statement, index, []);
  const statements = source.statements.map((statement) => ({
    declares: declaredBy(statement),
    mentions: namesIn(statement, { functions: false }),
  }));
  return { file, text: rendered(text, edits), mutants, probes, statements };

  function visit(node: ts.Node, statement: number, named: readonly string[]): void {
    if (isPassedOver(node, source)) return;
    const nearest = rulesOf(node, text) ?? named;
    for (const mutation of mutationsAt(node, source)) {
      const member = memberAt(node, mutation);
      add(mutation, node, statement, (member && rulesOf(member, text)) ?? nearest);
    }
    if (isFunction(node)) probe(node, statement);
    ts.forEachChild(node, (child) => visit(child, statement, nearest));
  }

  function add(mutation: Mutation, node: ts.Node, statement: number, named: readonly string[]): void {
    const mine = number++;
    const { form, at = mutation.start, ...change } = mutation;
    const line = source.getLineAndCharacterOfPosition(at).line;
    const shown = shownChange(text, mutation);
    const id = idOf(`${mutation.kind}|${shown}`);
    const isStatic = !isInFunction(node);
    mutants.push({ ...change, id, file, line: line + 1, shown, isStatic, named, number: mine, statement });
    edits.push({ ...mutation, rank: ranks[form], render: (inner) => choice(mutation, mine, inner) });
  }

  /** A name that depends on what is there and not on its line. */
  function idOf(what: string): string {
    const key = `${file}|${what}`;
    const times = (ids.get(key) ?? 0) + 1;
    ids.set(key, times);
    return createHash('sha256').update(`${key}|${times}`).digest('hex').slice(0, 8);
  }

  function probe(node: ts.FunctionLikeDeclaration, statement: number): void {
    const { body } = node;
    if (body === undefined) return;
    const mine = number++;
    const id = idOf(node.getText(source).slice(0, 200));
    probes.push({ number: mine, id, statement, mentions: namesIn(node, { functions: true }) });
    const [start, end] = [body.getStart(source), body.end];
    const mark = `__reached[${mine}]=1`;
    if (ts.isBlock(body)) edits.push({ start: start + 1, end: start + 1, rank: 9, render: () => `${mark};` });
    else edits.push({ start, end, rank: 0, render: (inner) => `(${mark},${inner})` });
  }
}

const ranks: Readonly<Record<Mutation['form'], number>> = { expression: 1, member: 2, statement: 3 };

function choice({ form, becomes, kind }: Mutation, number: number, inner: string): string {
  const isChosen = `__mutation.chosen===${number}`;
  const reached = `__reached[${number}]=1`;
  if (form === 'expression') return `(${isChosen}?(${becomes}):(${reached},${inner}))`;
  if (form === 'statement') return `if(${isChosen}){${becomes}}else{${reached};${inner}}`;
  const [open, close] = kind === 'element' ? ['[', ']'] : ['{', '}'];
  return `...(${isChosen}?${open}${close}:(${reached},${open}${inner}${close}))`;
}

/** Puts every edit around what is inside it. */
function rendered(text: string, edits: readonly Edit[]): string {
  const ordered = edits.toSorted(
    (one, other) => one.start - other.start || other.end - one.end || other.rank - one.rank,
  );
  let next = 0;
  return until(0, text.length);

  function until(from: number, to: number): string {
    let result = '';
    let at = from;
    for (
      let edit = ordered[next];
      edit !== undefined && edit.start >= at && edit.end <= to;
      edit = ordered[next]
    ) {
      next += 1;
      result += text.slice(at, edit.start) + edit.render(until(edit.start, edit.end));
      at = edit.end;
    }
    return result + text.slice(at, to);
  }
}

function shownChange(text: string, { start, end, becomes, note, form }: Mutation): string {
  const was = oneLine(text.slice(start, end));
  if (note === undefined) return `${short(was)} → ${short(oneLine(becomes))}`;
  if (note.includes(' → ')) return note;
  return form === 'expression' && (note === 'never' || note === 'always')
    ? `${short(was)} → ${becomes}`
    : note.includes(' ') && note !== 'left out' && form === 'expression'
      ? note
      : `${short(was)}: ${note}`;
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
const short = (text: string) => (text.length > 90 ? `${text.slice(0, 60)} … ${text.slice(-25)}` : text);

const rulePattern = /\b[A-Z]{3}-\d+\b/g;
/** What is written `UTF-8` is no rule. */
const standards = /^(UTF|ISO|SHA|RFC|AES|CVE)-/;

/** The rules in the comments right before a node. */
function rulesBefore(node: ts.Node, text: string): string[] {
  const ranges = ts.getLeadingCommentRanges(text, node.getFullStart()) ?? [];
  const found = ranges.flatMap(({ pos, end }) => text.slice(pos, end).match(rulePattern) ?? []);
  return [...new Set(found.filter((rule) => !standards.test(rule)))];
}

const rulesOf = (node: ts.Node, text: string): readonly string[] | null => {
  const rules = rulesBefore(node, text);
  return rules.length > 0 ? rules : ruleOfField(node);
};

/** The field or the element that is left out, which may have a comment of its own. */
function memberAt(node: ts.Node, { form, start }: Mutation): ts.Node | undefined {
  if (form !== 'member') return undefined;
  if (ts.isObjectLiteralExpression(node)) return node.properties.find((each) => each.getStart() === start);
  if (!ts.isArrayLiteralExpression(node)) return undefined;
  return node.elements.find((each) => each.getStart() === start);
}

const useCaseKinds = new Set(['query', 'slowQuery', 'command', 'action', 'reaction', 'scheduled']);

/** The rules of the fields that many use cases declare, so that not every declaration has to name them. */
const fieldRules: Readonly<Record<string, string>> = {
  policy: 'JOB-1',
  needs: 'JOB-9',
  always: 'BIL-3',
  outside: 'PLT-13',
  secret: 'PLT-4',
};

function ruleOfField(node: ts.Node): readonly string[] | null {
  if (!ts.isPropertyAssignment(node) || !ts.isIdentifier(node.name)) return null;
  const declaration = node.parent.parent;
  if (!ts.isCallExpression(declaration) || !ts.isIdentifier(declaration.expression)) return null;
  const rule = fieldRules[node.name.text];
  return rule === undefined || !useCaseKinds.has(declaration.expression.text) ? null : [rule];
}

const isFunction = (node: ts.Node): node is ts.FunctionLikeDeclaration =>
  ts.isFunctionDeclaration(node) ||
  ts.isFunctionExpression(node) ||
  ts.isArrowFunction(node) ||
  ts.isMethodDeclaration(node) ||
  ts.isConstructorDeclaration(node) ||
  ts.isAccessor(node);

function isInFunction(node: ts.Node): boolean {
  for (let up = node.parent; up !== undefined; up = up.parent)
    if (isFunction(up) || (ts.isPropertyDeclaration(up) && !ts.isSourceFile(up.parent))) return true;
  return false;
}

function declaredBy(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => boundBy(name));
  const isNamed = ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement);
  return isNamed && statement.name !== undefined ? [statement.name.text] : [];
}

const boundBy = (name: ts.BindingName): string[] =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((element) => (ts.isBindingElement(element) ? boundBy(element.name) : []));

const databaseFunctions = /\b(chancery|audit|meetings?)_\w+/g;

/** The identifiers in a node, and the functions of the database that it calls: with those inside its functions, or only what is needed when it is loaded. */
function namesIn(node: ts.Node, { functions }: { functions: boolean }): ReadonlySet<string> {
  const names = new Set<string>();
  const walk = (each: ts.Node): void => {
    if (ts.isTypeNode(each) || ts.isImportDeclaration(each)) return;
    if (!functions && isFunction(each)) return;
    if (ts.isIdentifier(each)) names.add(each.text);
    if (ts.isStringLiteralLike(each) || ts.isTemplateHead(each) || ts.isTemplateMiddleOrTemplateTail(each))
      for (const [name] of each.text.matchAll(databaseFunctions)) names.add(name);
    ts.forEachChild(each, walk);
  };
  ts.forEachChild(node, walk);
  return names;
}
