import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from './build.mjs';
import { install, root } from './install.mjs';

/** `npm start`: the whole of Chancery on the embedded default with demo data, and what to try. */
const begun = Date.now();
install();
build();

const environment = {
  CHANCERY_DEV: 'true',
  CHANCERY_DATA_DIR: resolve(root, 'data'),
  CHANCERY_LOG_LEVEL: 'warn',
  ...process.env,
};
const started = Date.now();
const server = spawn(
  process.execPath,
  ['--max-semi-space-size=64', join(root, 'packages/server/dist/main.js'), 'serve', '--demo'],
  {
    stdio: 'inherit',
    env: environment,
  },
);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
server.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 0 : 1)));

const baseUrl = (
  environment.CHANCERY_BASE_URL ??
  `http://${(environment.CHANCERY_LISTEN ?? '127.0.0.1:8080').replace('0.0.0.0', '127.0.0.1')}`
).replace(/\/$/, '');
await ready();
const demo = JSON.parse(readFileSync(join(environment.CHANCERY_DATA_DIR, 'demo.json'), 'utf8'));
const bold = (text) => (process.stdout.isTTY ? `\u001b[1m${text}\u001b[0m` : text);
console.log(`
${bold('Chancery is ready')} after ${((Date.now() - started) / 1000).toFixed(1)} s (${((Date.now() - begun) / 1000).toFixed(1)} s with install and build)

  API          ${baseUrl}
  Reference    ${baseUrl}/docs
  Inbox        ${baseUrl}/dev/inbox      mail that would have left (development mode)
  Demo login   ${demo.email}  ${demo.password}
  API key      ${demo.apiKey}

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

Stop with Ctrl+C. Data stays in ${environment.CHANCERY_DATA_DIR}; delete that folder to begin again.
`);

async function ready() {
  for (;;) {
    const answer = await fetch(`${baseUrl}/api/health/ready`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resume) => setTimeout(resume, 50));
  }
}

function nextMorning() {
  return `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T09:00:00Z`;
}
