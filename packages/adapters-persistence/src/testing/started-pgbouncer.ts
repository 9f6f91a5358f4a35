import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** A PgBouncer of its own before one database. */
export interface StartedPgbouncer {
  /** The address of the database through it. */
  readonly url: string;
  end(): Promise<void>;
}

/** Starts a PgBouncer that lends `connections` to the database at `databaseUrl`, for one transaction at a time. */
export async function startedPgbouncer(
  databaseUrl: string,
  { connections }: { readonly connections: number },
): Promise<StartedPgbouncer> {
  const folder = await mkdtemp(join(tmpdir(), 'chancery-pgbouncer-'));
  const port = await freePort();
  const { hostname, port: databasePort, username, password, pathname } = new URL(databaseUrl);
  const user = decodeURIComponent(username) || 'postgres';
  const secret = password === '' ? '' : ` password=${decodeURIComponent(password)}`;
  const settings = join(folder, 'pgbouncer.ini');
  const users = join(folder, 'users.txt');
  await writeFile(users, `"${user}" ""\n`);
  await writeFile(
    settings,
    `[databases]
* = host=${hostname} port=${databasePort || 5432} user=${user}${secret} application_name=pgbouncer
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
application_name_add_host = 0
server_reset_query =
default_pool_size = ${connections}
max_client_conn = 200
`,
  );
  await chmod(folder, 0o755);
  // PgBouncer refuses to run as root.
  const [program = '', ...args] = [
    ...(process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--'] : []),
    'pgbouncer',
    settings,
  ];
  const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  await listening(port, child, () => said);
  return {
    url: `postgresql://${username || 'postgres'}@127.0.0.1:${port}${pathname}`,
    async end() {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
      await rm(folder, { recursive: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function listening(port: number, child: ChildProcess, said: () => string): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended: ${said()}`);
    const socket = connect(port, '127.0.0.1');
    const answers = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (answers) return;
    await wait(50);
  }
  throw new Error(`PgBouncer does not listen: ${said()}`);
}
