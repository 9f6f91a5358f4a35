import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** A declaration at the top of a module: what it names of others, and what it calls that leaves the process. */
interface Declared {
  readonly file: string;
  readonly name: string;
  /** `reaction`, `command`, `event` …: what the value is made by; null if by no call. */
  readonly madeBy: string | null;
  /** The first argument of that call, if it is a name. */
  readonly firstArgument: string | null;
  readonly names: ReadonlySet<string>;
  /** `mail.send`, `egress.post`, `sms.send`. */
  readonly leaves: ReadonlySet<string>;
}

interface Module {
  readonly declared: ReadonlyMap<string, Declared>;
  /** A name of the module, and where it comes from. */
  readonly imported: ReadonlyMap<string, { readonly file: string; readonly name: string }>;
  readonly passedOn: ReadonlyMap<string, { readonly file: string; readonly name: string }>;
  readonly passedOnWhole: readonly string[];
}

const leaving: Readonly<Record<string, string>> = { mail: 'send', sms: 'send', egress: 'post' };

/** The declarations of a source tree, and what can be reached from each by name. */
export function declarationsOf(folder: string) {
  const modules = new Map(
    readdirSync(folder, { recursive: true })
      .map((name) => join(folder, String(name)))
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !/\/testing/.test(file))
      .map((file) => [file, moduleOf(file)] as const),
  );

  function resolved(file: string, name: string): Declared | null {
    const module = modules.get(file);
    if (module === undefined) return null;
    const own = module.declared.get(name);
    if (own !== undefined) return own;
    const from = module.imported.get(name) ?? module.passedOn.get(name);
    if (from !== undefined) return resolved(from.file, from.name);
    for (const whole of module.passedOnWhole) {
      const found = resolved(whole, name);
      if (found !== null) return found;
    }
    return null;
  }

  /** The declaration, and all that it names, and all that those name; `enter` says where to stop. */
  function reachedFrom(start: Declared, enter: (next: Declared) => boolean = () => true): Set<Declared> {
    const reached = new Set([start]);
    for (const each of reached)
      for (const name of each.names) {
        const next = resolved(each.file, name);
        if (next !== null && enter(next)) reached.add(next);
      }
    return reached;
  }

  const all = [...modules.values()].flatMap(({ declared }) => [...declared.values()]);
  return { all, resolved, reachedFrom };
}

function moduleOf(file: string): Module {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const declared = new Map<string, Declared>();
  const imported = new Map<string, { file: string; name: string }>();
  const passedOn = new Map<string, { file: string; name: string }>();
  const passedOnWhole: string[] = [];
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement)) {
      const from = pathOf(file, statement.moduleSpecifier);
      const bindings = statement.importClause?.namedBindings;
      if (from !== null && bindings !== undefined && ts.isNamedImports(bindings))
        for (const { name, propertyName } of bindings.elements)
          imported.set(name.text, { file: from, name: (propertyName ?? name).text });
    } else if (ts.isExportDeclaration(statement) && statement.moduleSpecifier !== undefined) {
      const from = pathOf(file, statement.moduleSpecifier);
      if (from === null) continue;
      if (statement.exportClause === undefined) passedOnWhole.push(from);
      else if (ts.isNamedExports(statement.exportClause))
        for (const { name, propertyName } of statement.exportClause.elements)
          passedOn.set(name.text, { file: from, name: (propertyName ?? name).text });
    } else for (const each of declaredIn(statement, file)) declared.set(each.name, each);
  }
  return { declared, imported, passedOn, passedOnWhole };
}

function pathOf(file: string, specifier: ts.Expression): string | null {
  return ts.isStringLiteral(specifier) && specifier.text.startsWith('.')
    ? join(dirname(file), specifier.text)
    : null;
}

function declaredIn(statement: ts.Statement, file: string): Declared[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap((declaration) =>
      ts.isIdentifier(declaration.name) && declaration.initializer !== undefined
        ? [described(file, declaration.name.text, declaration.initializer)]
        : [],
    );
  if ((ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) && statement.name)
    return [described(file, statement.name.text, statement)];
  return [];
}

function described(file: string, name: string, node: ts.Node): Declared {
  const names = new Set<string>();
  const leaves = new Set<string>();
  const visit = (each: ts.Node): void => {
    if (ts.isTypeNode(each)) return;
    if (ts.isPropertyAccessExpression(each)) {
      const port = ts.isIdentifier(each.expression)
        ? each.expression.text
        : ts.isPropertyAccessExpression(each.expression)
          ? each.expression.name.text
          : '';
      if (leaving[port] === each.name.text) leaves.add(`${port}.${each.name.text}`);
      visit(each.expression);
    } else if (ts.isPropertyAssignment(each)) visit(each.initializer);
    else {
      if (ts.isIdentifier(each)) names.add(each.text);
      ts.forEachChild(each, visit);
    }
  };
  visit(node);
  const call = ts.isCallExpression(node) ? node : null;
  const [first] = call?.arguments ?? [];
  return {
    file,
    name,
    madeBy: call !== null && ts.isIdentifier(call.expression) ? call.expression.text : null,
    firstArgument: first !== undefined && ts.isIdentifier(first) ? first.text : null,
    names,
    leaves,
  };
}
