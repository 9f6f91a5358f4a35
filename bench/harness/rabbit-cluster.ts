import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from './child-server.ts';

const run = promisify(execFile);
const library = '/usr/lib/rabbitmq/lib';

export interface QueuePlaces {
  readonly name: string;
  /** The node that takes and gives its messages. */
  readonly leader: string;
  /** The nodes that have a copy and run. */
  readonly online: readonly string[];
}

export interface RabbitNode {
  /** As RabbitMQ calls it. */
  readonly name: string;
  start(): Promise<void>;
  /** SIGKILL: nothing in the node gets to run. */
  kill(): Promise<void>;
}

/** Three RabbitMQs on this machine that know of no other one, with a port mapper of their own. */
export interface RabbitCluster {
  /** Names all three, the first one first. */
  readonly url: string;
  readonly nodes: readonly RabbitNode[];
  /** Asked of a node that runs; takes seconds, which the command of RabbitMQ needs to start. */
  queues(): Promise<readonly QueuePlaces[]>;
  end(): Promise<void>;
}

interface Shared {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly names: readonly string[];
}

/** As whom a program of RabbitMQ runs: as root it would change to a user of its own and lose its environment. */
const asWhom = process.getuid?.() === 0 ? ['runuser', '-u', 'rabbitmq', '--'] : [];

export async function rabbitCluster(): Promise<RabbitCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'chancery-rabbit-'));
  const names = ['one', 'two', 'three'].map((name) => `chancery-${name}@localhost`);
  const mapperPort = await freePort();
  const shared = { folder, names, environment: environmentOf(folder, mapperPort) };
  await writeFile(join(folder, '.erlang.cookie'), randomBytes(16).toString('hex'), { mode: 0o400 });
  await writeFile(join(folder, 'enabled_plugins'), '[].\n');
  if (asWhom.length > 0) await run('chown', ['-R', 'rabbitmq', folder]);
  await chmod(folder, 0o755);
  const mapper = spawn('epmd', ['-port', `${mapperPort}`, '-address', '127.0.0.1'], { stdio: 'ignore' });
  const nodes: Node[] = [];
  // A program that fails ends without an end of its own.
  process.once('exit', () => {
    for (const node of nodes) node.killAtOnce();
    mapper.kill();
  });
  try {
    for (const name of names) nodes.push(await newNode(name, shared));
    // The first one forms the cluster, and the others join it.
    for (const node of nodes) await node.start();
  } catch (error) {
    await endOf(nodes, mapper, folder);
    throw error;
  }
  const ask = async (args: readonly string[]) => {
    const asked = nodes.find(({ isUp }) => isUp())?.name ?? '';
    return JSON.parse(await control(asked, [...args, '--formatter', 'json'], shared));
  };
  return {
    url: `amqp://guest:guest@${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}`,
    nodes,
    queues: () => ask(['list_queues', 'name', 'leader', 'online', '--silent']),
    end: () => endOf(nodes, mapper, folder),
  };
}

interface Node extends RabbitNode {
  readonly port: number;
  isUp(): boolean;
  killAtOnce(): void;
}

async function newNode(name: string, shared: Shared): Promise<Node> {
  const own = join(shared.folder, name);
  await mkdir(own);
  const [port, distributionPort] = [await freePort(), await freePort()];
  await writeFile(join(own, 'rabbitmq.conf'), configurationOf(port, shared.names));
  if (asWhom.length > 0) await run('chown', ['-R', 'rabbitmq', own]);
  const environment = {
    ...shared.environment,
    RABBITMQ_NODENAME: name,
    RABBITMQ_DIST_PORT: `${distributionPort}`,
    RABBITMQ_CONFIG_FILE: join(own, 'rabbitmq.conf'),
    RABBITMQ_MNESIA_BASE: join(own, 'mnesia'),
    RABBITMQ_LOG_BASE: join(own, 'log'),
    RABBITMQ_PID_FILE: join(own, 'pid'),
  };
  let child: ChildProcess | null = null;
  const killAtOnce = () => {
    // While it starts it has no number yet.
    const isNumbered = child !== null && existsSync(join(own, 'pid'));
    if (isNumbered) process.kill(Number(readFileSync(join(own, 'pid'), 'utf8')), 'SIGKILL');
  };
  return {
    name,
    port,
    isUp: () => child !== null,
    async start() {
      const [program = '', ...args] = [...asWhom, await programOf('rabbitmq-server')];
      child = spawn(program, args, { env: environment, stdio: 'ignore' });
      await control(name, ['await_startup', '--timeout', '120'], shared);
    },
    async kill() {
      if (child === null) return;
      const ended = once(child, 'exit');
      killAtOnce();
      await ended;
      child = null;
    },
    killAtOnce,
  };
}

async function endOf(nodes: readonly Node[], mapper: ChildProcess, folder: string): Promise<void> {
  for (const node of nodes) await node.kill().catch(console.error);
  const ended = once(mapper, 'exit');
  mapper.kill();
  await ended;
  await rm(folder, { recursive: true, force: true });
}

/** Waits while the node cannot be reached yet. */
async function control(node: string, args: readonly string[], { environment }: Shared): Promise<string> {
  const [program = '', ...rest] = [...asWhom, await programOf('rabbitmqctl'), '-n', node, ...args];
  for (let tries = 1; ; tries += 1) {
    try {
      return (await run(program, rest, { env: environment })).stdout;
    } catch (error) {
      if (tries === 10) throw error;
      await wait(1000);
    }
  }
}

const environmentOf = (folder: string, mapperPort: number) => ({
  PATH: process.env.PATH ?? '',
  LANG: 'C.UTF-8',
  HOME: folder,
  ERL_EPMD_PORT: `${mapperPort}`,
  ERL_EPMD_ADDRESS: '127.0.0.1',
  RABBITMQ_CONF_ENV_FILE: '/dev/null',
  RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, 'enabled_plugins'),
  // Three of them share this machine with what is measured: one scheduler each, which does not spin while it waits.
  RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS:
    '+S 1:1 +sbwt none +sbwtdcpu none +sbwtdio none -kernel inet_dist_use_interface {127,0,0,1}',
});

const configurationOf = (port: number, names: readonly string[]) =>
  [
    `listeners.tcp.local = 127.0.0.1:${port}`,
    'cluster_formation.peer_discovery_backend = classic_config',
    ...names.map((name, index) => `cluster_formation.classic_config.nodes.${index + 1} = ${name}`),
    'log.file.level = warning',
    '',
  ].join('\n');

/** Debian's own scripts change user and environment; those of RabbitMQ beneath them do not. */
async function programOf(name: string): Promise<string> {
  const [version = ''] = await readdir(library);
  return join(library, version, 'sbin', name);
}
