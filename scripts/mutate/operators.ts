import ts from 'typescript';
import type { Mutation, MutationKind } from './mutation.ts';
import { isSql, sqlChanges } from './sql.ts';

/** Every change that one node of a source can have, without those of the nodes inside it. */
export function mutationsAt(node: ts.Node, source: ts.SourceFile): Mutation[] {
  const isMigration = source.fileName.includes('/migrations/');
  if (isMigration) return statementsOfSql(node, source, true);
  return [
    ...conditions(node, source),
    ...binaries(node, source),
    ...literals(node, source),
    ...calls(node, source),
    ...statements(node, source),
    ...members(node, source),
    ...statementsOfSql(node, source, false),
  ];
}

/** Whether nothing inside is worth a change: types, texts for readers, lines of the log. */
export function isPassedOver(node: ts.Node, source: ts.SourceFile): boolean {
  if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return true;
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return true;
  if (ts.isMethodDeclaration(node) && node.name.getText(source) === 'down') return true;
  if (ts.isPropertyAssignment(node))
    return textual.test(node.name.getText(source)) || isWording(node.initializer);
  if (!ts.isCallExpression(node)) return false;
  return spoken.test(node.expression.getText(source));
}

/** A sentence, or the same sentence in each language. */
const isWording = (value: ts.Expression): boolean =>
  ts.isArrayLiteralExpression(value)
    ? value.elements.length > 0 && value.elements.every(isWording)
    : ts.isStringLiteral(value) && /^\p{Lu}\p{Ll}*[ ,].*\p{L}/u.test(value.text);

const textual =
  /^['"]?(summary|description|title|message|hint|examples?|meta|label|help|cli|errors|unwritten)['"]?$/;
const spoken = /(^|[.#])log(ger)?\??\.(debug|info|warn|error|trace|fatal)$|\.describe$|\.meta$|^console\./;

const of = (node: ts.Node, source: ts.SourceFile) => ({ start: node.getStart(source), end: node.end });
const instead = (
  kind: MutationKind,
  node: ts.Node,
  source: ts.SourceFile,
  becomes: string,
  more: Partial<Mutation> = {},
): Mutation => ({ kind, ...of(node, source), becomes, form: 'expression', ...more });

/** A guard that never closes, and a choice that is always the same. */
function conditions(node: ts.Node, source: ts.SourceFile): Mutation[] {
  if (ts.isIfStatement(node)) {
    const never = instead('guard', node.expression, source, 'false', { note: 'never' });
    return node.elseStatement === undefined
      ? [never]
      : [never, instead('branch', node.expression, source, 'true', { note: 'always' })];
  }
  if (!ts.isConditionalExpression(node)) return [];
  return [
    instead('branch', node.condition, source, 'true', { note: 'always' }),
    instead('branch', node.condition, source, 'false', { note: 'never' }),
  ];
}

const edges: Readonly<Record<string, string>> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };
const opposites: Readonly<Record<string, string>> = { '===': '!==', '!==': '===', '==': '!=', '!=': '==' };

function binaries(node: ts.Node, source: ts.SourceFile): Mutation[] {
  if (!ts.isBinaryExpression(node)) return [];
  const operator = node.operatorToken.getText(source);
  const [left, right] = [node.left.getText(source), node.right.getText(source)];
  const at = node.operatorToken.getStart(source);
  if (operator === '&&' || operator === '||')
    return [
      instead('operand', node, source, left, { at: node.right.getStart(source) }),
      instead('operand', node, source, right),
    ];
  if (operator === '??') return [instead('default', node, source, right, { at })];
  const edge = edges[operator];
  if (edge !== undefined) return [instead('comparison', node, source, `${left} ${edge} ${right}`, { at })];
  const opposite = opposites[operator];
  return opposite === undefined
    ? []
    : [instead('equality', node, source, `${left} ${opposite} ${right}`, { at })];
}

function literals(node: ts.Node, source: ts.SourceFile): Mutation[] {
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [instead('boolean', node, source, 'false')];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [instead('boolean', node, source, 'true')];
  if (!ts.isNumericLiteral(node)) return [];
  const isIndex =
    ts.isElementAccessExpression(node.parent) ||
    (ts.isPropertyAssignment(node.parent) && node.parent.name === node) ||
    (ts.isBindingElement(node.parent) && node.parent.propertyName === node) ||
    (ts.isCallExpression(node.parent) &&
      /\.(slice|at|toString|repeat|padStart|stringify)$/.test(node.parent.expression.getText(source)));
  if (isIndex) return [];
  // The row more that tells whether there is another page: of two more, one is never looked at.
  if (ts.isBinaryExpression(node.parent) && /^limit \+ 1$/i.test(node.parent.getText(source))) return [];
  // What a comparison gives to a sort counts by its sign.
  if (/^[01]$/.test(node.text) && /^(Conditional|PrefixUnary)/.test(ts.SyntaxKind[node.parent.kind] ?? ''))
    return [];
  const value = Number(node.text);
  if (!Number.isInteger(value)) return [];
  const next = instead('constant', node, source, String(value + 1));
  return value < 5 ? [next] : value <= 1_000 ? [next, tenfold(node, source)] : [tenfold(node, source)];
}

const tenfold = (node: ts.NumericLiteral, source: ts.SourceFile) =>
  instead('constant', node, source, `(${node.getText(source)} * 10)`, {
    note: `${node.getText(source)} tenfold`,
  });

const droppable =
  /^(max|min|length|trim|normalize|toLowerCase|toUpperCase|refine|superRefine|check|regex|int|positive|nonnegative|filter|toSorted|sort|reverse|toReversed|unique|nonempty|overwrite|catch)$/;
const swapped = new Map([
  ['Math.min', 'Math.max'],
  ['Math.max', 'Math.min'],
  ['some', 'every'],
  ['every', 'some'],
]);

/** A link that is missing in a chain, the other of two extremes. */
function calls(node: ts.Node, source: ts.SourceFile): Mutation[] {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return [];
  const { expression, name } = node.expression;
  if (node.expression.questionDotToken !== undefined) return [];
  const called = node.expression.getText(source);
  const rest = source.text.slice(node.expression.end, node.end);
  const at = name.getStart(source);
  const other = swapped.get(called);
  if (other !== undefined) return [instead('extreme', node, source, `${other}${rest}`, { at })];
  const quantifier = swapped.get(name.text);
  if (quantifier !== undefined)
    return [instead('extreme', node, source, `${expression.getText(source)}.${quantifier}${rest}`, { at })];
  if (!droppable.test(name.text) || called.startsWith('Math.')) return [];
  return [
    instead('chain', node, source, expression.getText(source), {
      at,
      note: `.${name.text}${short(rest)} left out`,
    }),
  ];
}

const short = (text: string) => (text.length > 40 ? '(…)' : text);

/** A statement that is left out, and two neighbours that change places. */
function statements(node: ts.Node, source: ts.SourceFile): Mutation[] {
  if (isDroppable(node))
    return [{ kind: 'call', ...of(node, source), becomes: '', form: 'statement', note: 'left out' }];
  if (!ts.isBlock(node) && !ts.isSourceFile(node)) return [];
  return node.statements.flatMap((statement, index): Mutation[] => {
    const next = node.statements[index + 1];
    // Pairs, so that one exchange never overlaps another.
    if (next === undefined || index % 2 === 1 || !isStep(statement) || !isStep(next)) return [];
    if (isStore(statement) && isStore(next)) return [];
    const [first, second] = [statement.getText(source), next.getText(source)];
    return [
      {
        kind: 'order',
        start: statement.getStart(source),
        end: next.end,
        becomes: `${second}\n${first}`,
        form: 'statement',
        note: 'the two change places',
      },
    ];
  });
}

function isDroppable(node: ts.Node): boolean {
  if (!ts.isExpressionStatement(node) || ts.isSourceFile(node.parent)) return false;
  const bare = ts.isAwaitExpression(node.expression) ? node.expression.expression : node.expression;
  if (ts.isCallExpression(bare)) return bare.expression.kind !== ts.SyntaxKind.SuperKeyword;
  return ts.isBinaryExpression(bare) || ts.isDeleteExpression(bare) || ts.isVoidExpression(bare);
}

const isStep = (node: ts.Statement) =>
  (ts.isExpressionStatement(node) && !ts.isStringLiteral(node.expression) && isDroppable(node)) ||
  (ts.isIfStatement(node) && node.elseStatement === undefined);

/** `this.#ports = ports;`: two of them in either order store the same. */
const isStore = (node: ts.Statement) =>
  ts.isExpressionStatement(node) &&
  ts.isBinaryExpression(node.expression) &&
  node.expression.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
  ts.isIdentifier(node.expression.right);

/** A field of an object or an element of a list that is missing; of a state table each is a transition. */
function members(node: ts.Node, source: ts.SourceFile): Mutation[] {
  const left: Partial<Mutation> = { form: 'member', note: 'left out' };
  if (ts.isObjectLiteralExpression(node)) {
    const kind = isStateTable(node, source) ? 'state' : 'field';
    return (
      node.properties
        .filter((property) => isField(property, source))
        // A state without transitions is the same as none.
        .filter((property) => kind !== 'state' || !property.getText(source).endsWith('{}'))
        .map((property) => instead(kind, property, source, '', left))
    );
  }
  if (!ts.isArrayLiteralExpression(node) || isPattern(node)) return [];
  const elements = node.elements.filter(
    (element) => !ts.isSpreadElement(element) && !ts.isOmittedExpression(element),
  );
  // The parameters of a statement and the pairs of a map are counted: without one nothing works.
  const isCounted =
    ts.isCallExpression(node.parent) &&
    /sql|query|Map$|did|all$/i.test(node.parent.expression.getText(source));
  if (isCounted || ts.isArrayLiteralExpression(node.parent) || node.elements.length > 40) return [];
  return elements.map((element) => instead('element', element, source, '', left));
}

function isField(property: ts.ObjectLiteralElementLike, source: ts.SourceFile): boolean {
  if (ts.isMethodDeclaration(property) || ts.isAccessor(property) || ts.isSpreadAssignment(property))
    return false;
  if (isPassedOver(property, source)) return false;
  // It is no field but what the object inherits, and would be lost with the literal that is put around a field.
  if (property.name?.getText(source) === '__proto__') return false;
  // Of a field that says no, the same as leaving it out.
  if (
    ts.isPropertyAssignment(property) &&
    /^(true|false|undefined)$/.test(property.initializer.getText(source))
  )
    return false;
  return true;
}

function isStateTable(node: ts.Node, source: ts.SourceFile): boolean {
  for (let up = node.parent; up !== undefined && !ts.isStatement(up); up = up.parent)
    if (ts.isCallExpression(up)) return /machine$/i.test(up.expression.getText(source));
  return false;
}

/** `[a, b] = …` takes apart. */
const isPattern = (node: ts.Node) =>
  (ts.isBinaryExpression(node.parent) && node.parent.left === node) || ts.isForOfStatement(node.parent);

function statementsOfSql(node: ts.Node, source: ts.SourceFile, isMigration: boolean): Mutation[] {
  if (
    !ts.isStringLiteral(node) &&
    !ts.isTemplateExpression(node) &&
    !ts.isNoSubstitutionTemplateLiteral(node)
  )
    return [];
  if (ts.isPropertyAssignment(node.parent) && node.parent.name === node) return [];
  if (ts.isLiteralTypeNode(node.parent) || ts.isImportDeclaration(node.parent)) return [];
  const text = node.getText(source);
  const [quote = '', inner] = [text[0], text.slice(1, -1)];
  if (!isSql(inner)) return [];
  const whole = ts.isTaggedTemplateExpression(node.parent) ? node.parent : node;
  const before = source.text.slice(whole.getStart(source), node.getStart(source));
  // The roles of identity and of the kernel are those that see more than one tenant.
  const isOfTenant = !isMigration && !/\/(identity|kernel)\//.test(source.fileName);
  return sqlChanges(inner, { isMigration, isOfTenant }).map(({ kind, start, end, becomes }) =>
    instead(
      kind,
      whole,
      source,
      `${before}${quote}${inner.slice(0, start)}${becomes}${inner.slice(end)}${quote}`,
      {
        at: node.getStart(source) + 1 + start,
        ...(isMigration ? functionAround(inner, start) : {}),
        note: `${oneLine(inner.slice(start, end)) || '(nothing)'} → ${oneLine(becomes) || '(nothing)'}`,
      },
    ),
  );
}

function functionAround(sql: string, at: number): Partial<Mutation> {
  const begun = [...sql.slice(0, at).matchAll(/create (?:or replace )?function (\w+)/g)].at(-1);
  return begun?.[1] === undefined || /\$\$;\s/.test(sql.slice(begun.index, at)) ? {} : { within: begun[1] };
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
