import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'chai';

const root = join(import.meta.dirname, '..');

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** `npm run release` in a copy of the repository, without a network and without a registry. */
describe('A release', function () {
  this.timeout(180_000);
  let copy: string;
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, {
      cwd: copy,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        GIT_AUTHOR_NAME: 'A maintainer',
        GIT_AUTHOR_EMAIL: 'maintainer@example.org',
        GIT_COMMITTER_NAME: 'A maintainer',
        GIT_COMMITTER_EMAIL: 'maintainer@example.org',
        npm_config_offline: 'true',
      },
    });
  const read = (path: string) => readFileSync(join(copy, path), 'utf8');
  const manifests = (): Manifest[] =>
    ['packages', 'examples'].flatMap((folder) =>
      readdirSync(join(copy, folder))
        .map((name) => `${folder}/${name}/package.json`)
        .filter((path) => existsSync(join(copy, path)))
        .map((path) => JSON.parse(read(path))),
    );
  const commit = (path: string, message: string) => {
    appendFileSync(join(copy, path), '\n');
    run('git', 'commit', '--quiet', '--all', '--message', message);
  };

  before(() => {
    copy = mkdtempSync(join(tmpdir(), 'chancery-release-'));
    copySources(copy);
    run('git', 'init', '--quiet', '--initial-branch', 'main');
    run('git', 'add', '--all');
    run('git', 'commit', '--quiet', '--message', 'chore: all that was there before');
    run('git', 'tag', `v${JSON.parse(read('lerna.json')).version}`);
    commit('packages/core/src/index.ts', 'feat(core): a room may be reserved');
    commit('packages/sdk/README.md', 'fix(sdk): a page that is empty ends the list');
    run('npm', 'run', 'release', '--', '--yes', '--no-push');
  });
  after(() => rmSync(copy, { recursive: true, force: true }));

  it('gives one new version to every package, and to what they ask of each other', () => {
    const { version } = JSON.parse(read('lerna.json'));
    const asked = manifests().flatMap(({ dependencies, devDependencies }) =>
      Object.entries({ ...dependencies, ...devDependencies })
        .filter(([name]) => name.startsWith('@chancery/'))
        .map(([, wanted]) => wanted),
    );

    expect(version).not.to.equal(JSON.parse(readFileSync(join(root, 'lerna.json'), 'utf8')).version);
    expect(new Set([...manifests().map((manifest) => manifest.version), ...asked])).to.deep.equal(
      new Set([version]),
    );
    expect(JSON.parse(read('packages/sdk/openapi.json')).info.version).to.equal(version);
  });

  it('writes what has changed into CHANGELOG.md', () => {
    const { version } = JSON.parse(read('lerna.json'));
    const newest = read('CHANGELOG.md').split(/^#{1,2} \[?\d/m)[1];

    expect(newest).to.contain('a room may be reserved').and.to.contain('a page that is empty ends the list');
    expect(newest).to.contain('https://github.com/chancery-hq/chancery/compare/');
    expect(read('packages/core/CHANGELOG.md')).to.contain(version).and.to.contain('a room may be reserved');
    expect(read('packages/sdk/CHANGELOG.md')).not.to.contain('a room may be reserved');
  });

  it('commits all of it under a tag, and leaves nothing behind', () => {
    const { version } = JSON.parse(read('lerna.json'));

    expect(run('git', 'log', '-1', '--format=%s').trim()).to.equal(`chore(release): v${version}`);
    expect(run('git', 'tag', '--points-at', 'HEAD').trim()).to.equal(`v${version}`);
    expect(run('git', 'status', '--porcelain')).to.equal('');
  });

  it('leaves every manifest as the formatter wants it', () => {
    const written = run('git', 'show', '--format=', '--name-only', 'HEAD').trim().split('\n');
    const manifests = written.filter((path) => /(?:package|lerna)\.json$/.test(path));

    expect(run('npx', 'biome', 'format', ...manifests)).to.contain('No fixes applied');
  });
});

/** What git keeps, and beside it the installed packages, of which those of this repository are the copied ones. */
function copySources(copy: string): void {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const file of files.split('\0').filter((name) => name !== '')) {
    mkdirSync(join(copy, dirname(file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  const installed = readdirSync(join(root, 'node_modules')).filter((name) => name !== '@chancery');
  mkdirSync(join(copy, 'node_modules', '@chancery'), { recursive: true });
  for (const name of installed)
    symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name));
  for (const name of readdirSync(join(copy, 'packages')))
    symlinkSync(join(copy, 'packages', name), join(copy, 'node_modules', '@chancery', name));
}
