import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { root } from './install.mjs';
import { onStop, signalGroup, startOwn } from './own-process.mjs';

/**
 * `npm start`: the whole of Chancery on the embedded default with demo data, and what to try. `npm start -- --sources` runs
 * the sources as they are, and installs and builds nothing.
 */
const begun = Date.now();
const fromSources = process.argv.includes('--sources');
const environment = {
  CHANCERY_DEV: 'true',
  CHANCERY_LOG_LEVEL: 'warn',
  ...process.env,
  // What is set to nothing is not set.
  CHANCERY_DATA_DIR: process.env.CHANCERY_DATA_DIR || resolve(root, 'data'),
};

/** The program that runs at the moment, and what a signal does to it. */
let stopCurrent = () => {};
onStop((signal, times) => stopCurrent(signal, times));

await refuseTakenPort(environment.CHANCERY_LISTEN ?? '127.0.0.1:8080');
if (!fromSources) await build();
const started = Date.now();
const { baseUrl, filled } = await serve();
tell(baseUrl);
tellOfDemo(await filled);

/** A newcomer has something else on 8080 more often than not; that is said before minutes go into a build. */
async function refuseTakenPort(listen) {
  const [, host, port] = /^\[?([^\]]+?)\]?:(\d{1,5})$/.exec(listen) ?? [];
  // What is wrong with the form of the address the server says better.
  if (port === undefined || Number(port) > 65_535) return;
  const probe = createServer();
  const fault = await new Promise((done) => {
    probe.once('error', ({ code }) => done(code));
    probe.listen(Number(port), host, () => probe.close(() => done(null)));
  });
  if (fault !== 'EADDRINUSE') return;
  console.error(`Another program listens on ${listen}, so Chancery cannot. End that program, or give Chancery another port:

  CHANCERY_LISTEN=127.0.0.1:${Number(port) === 65_535 ? 8081 : Number(port) + 1} npm start
`);
  process.exit(1);
}

/** In a program of its own, because installing and building hold up whatever does them, and signals with it. */
async function build() {
  const builder = startOwn(process.execPath, [join(root, 'scripts/build.mjs')], { stdio: 'inherit' });
  stopCurrent = (signal) => signalGroup(builder, signal);
  const [code] = await once(builder, 'exit');
  if (code !== 0) process.exit(code ?? 1);
}

/** Resolves when the server that was started here has said so itself: whoever answers at its address may be somebody else. */
function serve() {
  const program = fromSources
    ? ['--conditions=@chancery/source', '--import', 'tsx', join(root, 'packages/server/src/main.ts')]
    : [join(root, 'packages/server/dist/main.js')];
  const server = startOwn(process.execPath, ['--max-semi-space-size=64', ...program, 'serve', '--demo'], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: environment,
  });
  stopCurrent = (signal, times) => (times === 1 ? server.kill(signal) : signalGroup(server, 'SIGKILL'));
  server.once('exit', (code, signal) => process.exit(code ?? (signal === null ? 0 : 1)));
  return new Promise((done) => {
    server.once('message', (ready) => {
      const filled = new Promise((told) => {
        server.once('message', ({ items }) => {
          // The channel stays open without keeping this process alive: the server ends by itself if this process dies.
          server.channel?.unref();
          told(items);
        });
      });
      done({ ...ready, filled });
    });
  });
}

function tell(baseUrl) {
  const demo = JSON.parse(readFileSync(join(environment.CHANCERY_DATA_DIR, 'demo.json'), 'utf8'));
  const bold = (text) => (process.stdout.isTTY ? `\u001b[1m${text}\u001b[0m` : text);
  console.log(`
${bold('Chancery is ready')} after ${((Date.now() - started) / 1000).toFixed(1)} s (${((Date.now() - begun) / 1000).toFixed(1)} s with install and build)

  Home         ${baseUrl}/      sign in or register; what you see there also works on a phone
  API          ${baseUrl}
  Reference    ${baseUrl}/docs
  Inbox        ${baseUrl}/dev/inbox      mail that would have left (development mode)
  Demo login   ${demo.email}  ${demo.password}
${colleaguesOf(demo)}  API key      ${demo.apiKey}

${bold('Three things to try')} in another terminal:

  1. Read the workspace:
     curl -s ${baseUrl}/api/v1/integrations/workspace -H "Authorization: Bearer ${demo.apiKey}"

  2. Schedule a meeting and invite somebody; the mail is in the inbox a minute later:
     curl -s ${baseUrl}/api/v1/integrations/workspace/meetings -H "Authorization: Bearer ${demo.apiKey}" \\
       -H "Content-Type: application/json" -H "X-Idempotency-Key: first-meeting" \\
       -d '{"title":"Hello","scheduledStartAt":"${nextMorning()}","invitees":[{"email":"you@example.com","displayName":"You"}]}'

  3. The same through the command line:
     export CHANCERY_BASE_URL=${baseUrl} CHANCERY_API_KEY=${demo.apiKey}
     npx chancery integrations meetings list

The demo workspace is being filled with documents and records; this takes some seconds the first time.
Stop with Ctrl+C. Data stays in ${environment.CHANCERY_DATA_DIR}; delete that folder to begin again.
`);
}

/** Who else signs in with the same password; nothing for a demo that an earlier release has made. */
function colleaguesOf({ colleagues = [] }) {
  const names = colleagues.map(({ email, role }) => `${email} (${role})`).join(', ');
  return colleagues.length === 0 ? '' : `  Colleagues   ${names}: the same password\n`;
}

function tellOfDemo(items) {
  if (items.length === 0) return;
  const longest = Math.max(...items.map(({ what }) => what.length));
  console.log(`To look at:

${items.map(({ what, open }) => `  ${what.padEnd(longest)}  ${open}`).join('\n')}

Commands ask you to sign in first: npx chancery auth login --base-url ${baseUrl}
`);
}

function nextMorning() {
  return `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T09:00:00Z`;
}
