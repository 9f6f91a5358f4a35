import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect } from 'chai';
import ts from 'typescript';

const root = join(import.meta.dirname, '..');

/** The rules of the specification: each prefix with its highest number. Raise one when a rule is added. */
const highest: Readonly<Record<string, number>> = {
  ACC: 7,
  AUT: 15,
  BIL: 18,
  CFR: 16,
  CNT: 14,
  EXT: 14,
  GOV: 48,
  HLD: 6,
  HLT: 7,
  IDV: 8,
  INT: 7,
  JOB: 11,
  KEY: 9,
  LIB: 21,
  LIF: 31,
  MFA: 18,
  MTG: 111,
  OID: 15,
  OPS: 11,
  OTP: 11,
  PLT: 33,
  PORT: 15,
  PRJ: 5,
  PWD: 6,
  REC: 103,
  REN: 7,
  RET: 6,
  SEA: 21,
  SES: 15,
  SHR: 9,
  SIG: 36,
  SPR: 11,
  THR: 18,
  UPL: 16,
  WHK: 14,
  WSP: 13,
};

/** What is written like a rule and is none: encodings and digests. */
const words = new Set(['SHA', 'UTF', 'ISO', 'RFC']);

const calls = new Set(['it', 'describe', 'onBothDatabases']);

interface Title {
  readonly place: string;
  /** A value in it stands as `…`. */
  readonly text: string;
}

function titlesIn(file: string): Title[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const titles: Title[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const callee = ts.isPropertyAccessExpression(node.expression)
        ? node.expression.expression
        : node.expression;
      const [title] = node.arguments;
      if (title !== undefined && ts.isIdentifier(callee) && calls.has(callee.text)) {
        const { line } = source.getLineAndCharacterOfPosition(title.getStart());
        const text = textOf(title);
        if (text !== null) titles.push({ place: `${relative(root, file)}:${line + 1}`, text });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return titles;
}

function textOf(title: ts.Expression): string | null {
  if (ts.isStringLiteralLike(title)) return title.text;
  if (!ts.isTemplateExpression(title)) return null;
  return title.head.text + title.templateSpans.map(({ literal }) => `…${literal.text}`).join('');
}

/** What a title claims wrongly about rules; null if nothing. */
function faultOf(text: string): string | null {
  const numbers = [...text.matchAll(/\b([A-Z]{3,4})-(\d+)\b/g)].filter(
    ([, prefix = '']) => !words.has(prefix),
  );
  const claimed = /^[A-Z]{3,4}-\d+(?:, [A-Z]{3,4}-\d+)*(?=: )/.exec(text)?.[0] ?? '';
  const unknown = numbers.find(([, prefix = '', number]) => Number(number) > (highest[prefix] ?? 0));
  if (unknown !== undefined) return `${unknown[0]} is no rule`;
  const stray = numbers.find(({ index }) => index >= claimed.length);
  return stray === undefined ? null : `${stray[0]} stands behind the numbers that the title begins with`;
}

describe('titles of tests', () => {
  const titles = ['packages', 'examples', 'scripts', 'bench']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true }).map((name) => join(root, folder, String(name))),
    )
    .filter((file) => /\.(?:test|contract)\.ts$/.test(file) && !/node_modules|\/dist\//.test(file))
    .flatMap(titlesIn);

  it('name rules that exist, and only in front of their first colon', () => {
    const faults = titles.flatMap(({ place, text }) => {
      const fault = faultOf(text);
      return fault === null ? [] : [`${place}: ${fault}`];
    });

    expect(faults).to.deep.equal([]);
    expect(titles.length).to.be.greaterThan(2000);
  });

  it('are read as they are meant', () => {
    const rule = ['PLT', 1].join('-');
    const beyond = ['PLT', 999].join('-');

    expect(faultOf(`${rule}: answers in order`)).to.equal(null);
    expect(faultOf(`${rule}, ${rule}: answers with its SHA-256`)).to.equal(null);
    expect(faultOf('answers: in order')).to.equal(null);
    expect(faultOf(`${beyond}: answers`)).to.equal(`${beyond} is no rule`);
    for (const title of [`answers (${rule})`, `${rule}: ${rule}: answers`, `${rule} answers`, `a: ${rule}`])
      expect(faultOf(title), title).to.equal(`${rule} stands behind the numbers that the title begins with`);
  });
});
