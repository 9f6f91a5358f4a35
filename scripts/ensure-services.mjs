import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';

/** What the tests run against: Debian package, the command that shows it, and how to start it. */
const tools = [
  { packageName: 'postgresql', version: ['psql', '--version'] },
  { packageName: 'pgbouncer', version: ['pgbouncer', '--version'] },
  { packageName: 'rabbitmq-server', version: ['rabbitmqctl', 'version'] },
  { packageName: 'chromium-headless-shell', version: ['chromium-headless-shell', '--version'] },
  { packageName: 'poppler-utils', version: ['pdftoppm', '-v'] },
  { packageName: 'qpdf', version: ['qpdf', '--version'] },
  { packageName: 'openssl', version: ['openssl', 'version'] },
  { packageName: 'libnss3-tools', version: ['sh', '-c', 'command -v certutil'] },
  {
    packageName: 'python3-icalendar',
    version: [
      '/usr/bin/python3',
      '-c',
      'import icalendar; print("python3-icalendar", icalendar.__version__ if hasattr(icalendar, "__version__") else "present")',
    ],
  },
  { packageName: 'golang-go', version: ['go', 'version'] },
  {
    packageName: 'golang-golang-x-mod-dev',
    version: [
      'sh',
      '-c',
      'test -d /usr/share/gocode/src/golang.org/x/mod/sumdb/tlog && echo golang.org/x/mod/sumdb',
    ],
  },
  { packageName: 'curl', version: ['curl', '--version'] },
];

const versionOf = ({ version: [command, ...args] }) => {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  return status === 0 ? (stdout || stderr).split('\n')[0].trim() : null;
};

/** Where the tests find PostgreSQL and RabbitMQ. */
export const serviceUrls = () => ({
  CHANCERY_TEST_DATABASE_URL:
    process.env.CHANCERY_TEST_DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432/postgres',
  CHANCERY_TEST_AMQP_URL: process.env.CHANCERY_TEST_AMQP_URL ?? 'amqp://guest:guest@127.0.0.1:5672',
});

/** Installs and starts what is missing, if that can be done; says what there is. Throws when something stays away. */
export async function ensureServices() {
  let versions = tools.map(versionOf);
  const absent = () =>
    tools.filter((_, index) => versions[index] === null).map(({ packageName }) => packageName);
  const missing = absent();
  if (missing.length > 0 && existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) {
    console.log(`Installing ${missing.join(', ')} …`);
    const options = {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    };
    execFileSync('apt-get', ['update', '-q'], options);
    execFileSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...missing], options);
    versions = tools.map(versionOf);
  }
  if (absent().length > 0)
    throw new Error(`The tests need ${absent().join(', ')}; install them and run again.`);

  const environment = serviceUrls();
  const { CHANCERY_TEST_DATABASE_URL: databaseUrl, CHANCERY_TEST_AMQP_URL: amqpUrl } = environment;
  if (!(await answers(databaseUrl, 5432))) startPostgres();
  if (!(await answers(amqpUrl, 5672))) spawnSync('rabbitmq-server', ['-detached'], { stdio: 'ignore' });
  await until(databaseUrl, 5432, 'PostgreSQL');
  await until(amqpUrl, 5672, 'RabbitMQ');
  if (process.env.CHANCERY_TEST_DATABASE_URL === undefined) trustLoopback(databaseUrl);

  return { environment, versions };
}

function startPostgres() {
  const [version] = existsSync('/etc/postgresql') ? readdirSync('/etc/postgresql') : [];
  if (version !== undefined)
    spawnSync('pg_ctlcluster', ['--skip-systemctl-redirect', version, 'main', 'start'], { stdio: 'ignore' });
}

/** A new Debian cluster asks for a password on loopback; the tests' own server lets its owner in. */
function trustLoopback(databaseUrl) {
  const trusted = () =>
    spawnSync('psql', [databaseUrl, '-Atc', 'select 1'], { encoding: 'utf8' }).status === 0;
  if (trusted() || process.getuid?.() !== 0) return;
  const [version] = existsSync('/etc/postgresql') ? readdirSync('/etc/postgresql') : [];
  if (version === undefined) return;
  execFileSync('sed', [
    '-i',
    '-E',
    's#^(host +all +all +(127.0.0.1/32|::1/128) +).*#\\1trust#',
    `/etc/postgresql/${version}/main/pg_hba.conf`,
  ]);
  spawnSync('pg_ctlcluster', ['--skip-systemctl-redirect', version, 'main', 'reload'], { stdio: 'ignore' });
  if (!trusted())
    throw new Error(
      'PostgreSQL is there but lets nobody in; set CHANCERY_TEST_DATABASE_URL to a user that may create databases and roles.',
    );
}

function answers(url, usualPort) {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port || usualPort), hostname);
    const done = (well) => {
      socket.destroy();
      resolve(well);
    };
    socket.once('connect', () => done(true));
    socket.once('error', () => done(false));
  });
}

async function until(url, port, name) {
  for (let tries = 0; tries < 120; tries += 1) {
    if (await answers(url, port)) return;
    await new Promise((resume) => setTimeout(resume, 500));
  }
  throw new Error(`${name} does not answer; start it, or name another in the environment.`);
}
