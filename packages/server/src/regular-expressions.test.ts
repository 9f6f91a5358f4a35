import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { leastAttempt, processorTimeOf } from '@chancery/core/testing';
import { expect } from 'chai';
import ts from 'typescript';

const root = join(import.meta.dirname, '../../..');
const size = 16_384;
/** One look at each character takes about one; a look from each character on takes hundreds. */
const mostMilliseconds = 25;

/** Expressions that take time of a higher power, and why nobody can hand them enough to matter. */
const bounded: Readonly<Record<string, string>> = {
  '/\\w+ (text|timestamptz)/g': 'a migration reads its own statements',
};

interface Literal {
  readonly place: string;
  readonly text: string;
}

/** Every literal expression of the sources that run, in whatever language level they are written. */
function literals(): readonly Literal[] {
  const listed = execFileSync('git', ['ls-files', 'packages/*/src/*.ts', 'packages/*/browser/*.js'], {
    cwd: root,
    encoding: 'utf8',
  });
  const files = listed
    .split('\n')
    .filter((file) => file !== '' && !/\.test\.ts$|\/testing(?:-services)?\//.test(file));
  return files.flatMap((file) => {
    const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest);
    const found: Literal[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node))
        found.push({
          place: `${file}:${source.getLineAndCharacterOfPosition(node.pos).line + 1}`,
          text: node.text,
        });
      ts.forEachChild(node, visit);
    };
    visit(source);
    return found;
  });
}

function expressionOf(text: string): RegExp {
  const end = text.lastIndexOf('/');
  return new RegExp(text.slice(1, end), text.slice(end + 1));
}

/** Texts that a repetition of the expression takes in for long, before something that it does not take. */
function* hostileTexts(text: string): Iterable<string> {
  const letters = new Set([...'aA0 \t\n\r":;=-./@%\\[]{}()<>~_+,|&#\u0000\u0301\u00e9', ...text]);
  const runs = [...new Set(text.match(/[\w:="/ -]{2,}/g) ?? [])].slice(0, 4);
  const units = [
    ...letters,
    'a:',
    'a.',
    '.a',
    '1.',
    'a;',
    'a=',
    '"a',
    ' \n',
    '\r\n',
    '\n ',
    'a@',
    '0,',
    'a:\n',
    'a:\n ',
    ...runs,
    // A boundary between words stands before each of these.
    ...runs.map((run) => `-${run}`),
  ];
  for (const prefix of ['', 'a', '[', '"', ...runs])
    for (const unit of units)
      for (const suffix of ['\u0001', '']) yield prefix + unit.repeat(size / unit.length) + suffix;
}

function match(expression: RegExp, text: string): void {
  expression.lastIndex = 0;
  if (expression.global) text.replace(expression, '');
  else expression.test(text);
}

describe('regular expressions', function () {
  this.timeout(10 * 60_000);
  const found = new Map(literals().map((literal) => [literal.text, literal]));

  it('are found in the sources', () => expect(found.size).to.be.greaterThan(100));

  for (const { place, text } of found.values()) {
    // What repeats nothing looks at a bounded number of characters from each place.
    if (!/[+*]|\{\d+,/.test(text) || text in bounded) continue;
    it(`PLT-28: ${text} of ${place} takes time linear in what it is matched with`, async () => {
      const expression = expressionOf(text);
      for (const hostile of hostileTexts(text)) {
        const least = await leastAttempt(
          () => processorTimeOf(() => match(expression, hostile)),
          mostMilliseconds,
        );
        expect(least, JSON.stringify(hostile.slice(0, 40))).to.be.below(mostMilliseconds);
      }
    });
  }
});
