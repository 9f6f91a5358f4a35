import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { parse } from 'yaml';
import { loadConfiguration, unknownVariables } from './configuration.ts';
import { configurationExitCode } from './configuration-error.ts';
import { hostCommands } from './host.ts';
import { variables } from './variables.ts';

const root = join(import.meta.dirname, '../../..');
const read = (name: string) => readFileSync(join(root, 'deploy', name), 'utf8');

interface Service {
  readonly image?: string;
  readonly user?: string;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly depends_on?: unknown;
  readonly stop_grace_period?: string;
  readonly volumes?: readonly string[];
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean };
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

/** What the operator has to write into `.env`, as somebody might write it. */
const written: Readonly<Record<string, string>> = {
  CHANCERY_HOST: 'chancery.example.com',
  CHANCERY_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  CHANCERY_SMTP_URL: 'smtps://user:password@mail.example.com',
  POSTGRES_PASSWORD: 'aDatabasePassword1',
  RABBITMQ_PASSWORD: 'aBrokerPassword1',
  STORE_PASSWORD: 'aStorePassword1',
};

/** `${NAME:?why}` and `${NAME:-default}`, as compose reads them. */
const filled = (text: string, given: Readonly<Record<string, string>>): string =>
  text.replace(/\$\{(\w+):([?-])([^}]*)\}/g, (_, name: string, kind: string, rest: string) => {
    const value = given[name];
    if (value !== undefined) return value;
    if (kind === '?') throw new Error(`${name} is missing: ${rest}`);
    return rest;
  });

const compose = (): Compose => parse(read('compose.yaml'), { merge: true });
const ours = () => Object.entries(compose().services).filter(([, { image }]) => image === 'chancery');
const environmentOf = ({ environment = {} }: Service) =>
  Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, filled(value, written)]));

/** Whether the words are a command of `chancery-server` with flags that it has. */
function isCommand(words: readonly string[]): boolean {
  const flags = words.filter((word) => word.startsWith('--'));
  const name = words.filter((word) => !word.startsWith('--')).join(' ');
  const known = hostCommands().find((command) => command.name === name);
  return (
    known !== undefined &&
    flags.every((flag) => known.options.some((option) => option.flag.split(' ')[0] === flag))
  );
}

describe('what is needed to run Chancery in containers', () => {
  it('compose sets only variables that exist, with values that the configuration takes', () => {
    expect(ours().map(([name]) => name)).to.have.members(['migrate', 'server', 'worker']);
    for (const [name, service] of ours()) {
      const environment = environmentOf(service);
      expect(unknownVariables(environment), name).to.deep.equal([]);
      const { settings, databaseUrl, amqpUrl, blobUrl, smtpUrl } = loadConfiguration(environment);
      expect([databaseUrl, amqpUrl, blobUrl, smtpUrl].includes(null), name).to.equal(false);
      expect(settings).to.include({ registration: 'invite_only', baseUrl: 'https://chancery.example.com' });
    }
  });

  it('compose names what is missing, and has no secret of its own', () => {
    const text = read('compose.yaml');
    for (const name of Object.keys(written)) {
      const { [name]: _, ...without } = written;
      expect(() => filled(text, without), name).to.throw(`${name} is missing`);
    }
    expect(filled(text, written)).to.not.match(/\$\{/);
  });

  it('compose runs Chancery as a user of no rights, on a file system that it cannot change', () => {
    for (const [name, service] of ours()) {
      expect(service, name).to.deep.include({
        user: '10001:10001',
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      });
      expect(isCommand(service.command ?? []), name).to.equal(true);
    }
  });

  it('the proxy alone is reached from outside, and Chancery trusts exactly it', () => {
    const { services, volumes } = compose();
    const reached = Object.entries(services).filter(([, { ports }]) => ports !== undefined);
    expect(reached.map(([name]) => name)).to.deep.equal(['proxy']);
    for (const [name, { volumes: used = [] }] of Object.entries(services))
      for (const volume of used.filter((each) => !each.startsWith('.')))
        expect(Object.keys(volumes), name).to.include(volume.split(':')[0]);

    const server = loadConfiguration(environmentOf(services.server ?? {}));
    expect([server.trustedProxies, server.worksEmbedded]).to.deep.equal([1, false]);
    const proxy = read('Caddyfile');
    expect(proxy).to.include(`reverse_proxy server:${server.listen.port} {`);
    expect(proxy).to.include('header_up X-Forwarded-For {remote_host}').and.include('respond /metrics 404');
    // Through the proxy fit the largest part of an upload, and the largest file in one request.
    const most = Number(/max_size (\d+)MB/.exec(proxy)?.[1]) * 1_000_000;
    expect(most).to.be.greaterThan(Math.max(64 * 1024 * 1024, server.settings.directUploadMaxBytes));
  });

  it('each process that lasts is asked for its health by a command that knows where it listens', () => {
    const { services } = compose();
    const { listen, workerListen } = loadConfiguration(environmentOf(services.worker ?? {}));
    const asks = services.worker?.healthcheck?.test?.slice(3) ?? [];
    expect([asks, isCommand(asks)]).to.deep.equal([['health', '--worker'], true]);
    expect(workerListen?.port).to.be.a('number').and.not.equal(listen.port);
    expect(services.server?.healthcheck, 'the image has its own').to.equal(undefined);
    const longest = 10 + 30 + 30;
    for (const name of ['server', 'worker'])
      expect(Number.parseInt(services[name]?.stop_grace_period ?? '0', 10)).to.be.greaterThan(longest);
  });

  it('the image starts what the package names, as a user that is not root, and asks itself for its health', () => {
    const lines = read('Dockerfile')
      .replace(/\\\n/g, ' ')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    const last = (word: string) =>
      lines
        .findLast((line) => line.trim().startsWith(`${word} `))
        ?.trim()
        .slice(word.length + 1) ?? '';
    const { bin, engines } = JSON.parse(readFileSync(join(root, 'packages/server/package.json'), 'utf8'));
    const program = `/app/packages/server/${bin['chancery-server'].replace('./', '')}`;

    expect(last('USER')).to.equal('10001:10001');
    expect(JSON.parse(last('ENTRYPOINT')).at(-1)).to.equal(program);
    expect(isCommand(JSON.parse(last('CMD')))).to.equal(true);
    const health = lines.find((line) => line.startsWith('HEALTHCHECK')) ?? '';
    const [, asked = '[]'] = /CMD (\[.*\])$/.exec(health) ?? [];
    expect(JSON.parse(asked).slice(1)).to.deep.equal([program, 'health']);
    const [, major] = /^node:(\d+)-/.exec(last('FROM')) ?? [];
    expect(Number(major)).to.be.at.least(Number(/\d+/.exec(engines.node)?.[0]));
    expect(last('VOLUME')).to.equal(/CHANCERY_DATA_DIR=(\S+)/.exec(read('Dockerfile'))?.[1]);
    // What it builds with, and what it must not take in.
    expect(existsSync(join(root, 'scripts/build.mjs'))).to.equal(true);
    expect(readFileSync(join(root, '.dockerignore'), 'utf8').split('\n')).to.include.members([
      'data',
      '*.env',
      '.git',
    ]);
  });
});

describe('Chancery as a service of systemd', () => {
  const lines = read('chancery.service')
    .split('\n')
    .filter((line) => line.includes('=') && !line.startsWith('#'));
  const all = (name: string) =>
    lines.filter((line) => line.startsWith(`${name}=`)).map((line) => line.slice(name.length + 1));
  const one = (name: string) => all(name)[0] ?? '';

  it('starts a command that exists, with variables that exist, in a folder that is its own', () => {
    const [program = '', ...words] = one('ExecStart').split(' ');
    expect(program).to.match(/\/chancery-server$/);
    expect(isCommand(words)).to.equal(true);
    const set = Object.fromEntries(all('Environment').map((line) => line.split('=') as [string, string]));
    expect(unknownVariables(set)).to.deep.equal([]);
    expect(set.CHANCERY_DATA_DIR).to.equal(`/var/lib/${one('StateDirectory')}`);
    expect(Object.hasOwn(variables.shape, 'CHANCERY_DATA_DIR')).to.equal(true);
  });

  it('gives it time to drain, tells it alone to stop, and does not repeat a start that the configuration forbids', () => {
    const { drainSeconds } = loadConfiguration({});
    expect(Number(one('TimeoutStopSec'))).to.be.greaterThan(drainSeconds + 30 + 30);
    expect([one('KillMode'), one('Restart'), one('RestartPreventExitStatus')]).to.deep.equal([
      'mixed',
      'on-failure',
      String(configurationExitCode),
    ]);
  });

  it('runs as a user of no rights that sees nothing of others', () => {
    expect(one('User')).to.equal('chancery');
    for (const name of ['NoNewPrivileges', 'ProtectHome', 'PrivateTmp', 'PrivateDevices'])
      expect(one(name), name).to.equal('yes');
    expect([one('ProtectSystem'), one('CapabilityBoundingSet')]).to.deep.equal(['strict', '']);
    // JavaScript is compiled while it runs, which this would forbid.
    expect(all('MemoryDenyWriteExecute')).to.deep.equal([]);
  });
});
