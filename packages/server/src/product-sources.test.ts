import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect } from 'chai';

const packages = join(import.meta.dirname, '../..');

/** The sources that run in the product, with their text. */
const sources = readdirSync(packages)
  .flatMap((name) => {
    const src = join(packages, name, 'src');
    return readdirSync(src, { recursive: true, encoding: 'utf8' }).map((file) => join(src, file));
  })
  .filter((file) => file.endsWith('.ts') && !/\.(?:test|contract)\.ts$|\/testing(?:-services)?\//.test(file))
  .map((file) => ({ file: relative(packages, file), text: readFileSync(file, 'utf8') }));

const holding = (pattern: RegExp) => sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file);

describe('sources of the product', () => {
  it('starts no program but children of its own and ps where there is no /proc, without a shell', () => {
    const starting = holding(/['"](?:node:)?child_process['"]/);
    const started = starting.flatMap((file) => {
      const text = sources.find((source) => source.file === file)?.text ?? '';
      const [, names = ''] = /import \{([^}]*)\} from 'node:child_process'/.exec(text) ?? [];
      return names
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '' && !name.startsWith('type '))
        .flatMap((name) =>
          [...text.matchAll(new RegExp(`\\b${name}\\(\\s*([^,]+),`, 'g'))].map(([, what]) => [name, what]),
        );
    });

    expect(started).to.deep.equal([
      ['spawn', 'process.execPath'],
      ['execFileSync', "'ps'"],
    ]);
    for (const { text } of sources.filter(({ file }) => starting.includes(file)))
      expect(text).not.to.match(/\bshell\b/);
  });

  it('makes no expression of what comes from outside', () => {
    // Field names that the command declares, a constant of the product, and the members that payloads of the ledger have.
    expect(holding(/\bRegExp\(/)).to.have.members([
      'cli/src/pairs.ts',
      'core/src/meetings/itip/comment.ts',
      'verify/src/plain-payload.ts',
    ]);
  });

  it('runs no text as code', () => {
    expect(holding(/\beval\(|new Function\(|node:vm['"]/)).to.deep.equal([]);
  });

  it('keeps nothing in a browser but sessions, links, the device, a sign-in under way and a name at a door', () => {
    const folder = join(packages, 'adapters-http/browser');
    const kept = readdirSync(folder)
      .filter((file) => file.endsWith('.js'))
      .flatMap((file) => {
        const text = readFileSync(join(folder, file), 'utf8');
        expect(text, file).not.to.match(
          /\bindexedDB\b|\bcaches\.open|document\.cookie\s*=|serviceWorker\.register/,
        );
        const keys = [...text.matchAll(/\b(?:local|session)Storage\.setItem\(\s*(\w+)/g)].map(
          ([, key]) => key,
        );
        return keys.map((key) => new RegExp(`const ${key} = '([^']+)'`).exec(text)?.[1] ?? `${file} ${key}`);
      });

    expect([...new Set(kept)].toSorted()).to.deep.equal([
      ...['chancery.device', 'chancery.handoff', 'chancery.link', 'chancery.name'],
      ...['chancery.portal-session', 'chancery.session', 'chancery.signing'],
    ]);
  });
});
