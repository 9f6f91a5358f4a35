import { crashOn } from './harness/crash-scenario.ts';
import { checkEffects } from './harness/effects-check.ts';
import { createPersistently } from './harness/persistent-client.ts';
import { program } from './harness/program.ts';
import { seedWorkspace } from './harness/seed.ts';

// SIGKILL at random moments while meetings are created; then everything is counted.
const { meetings: count } = program({ meetings: { usual: 500 } });

const faults = await crashOn(process.argv[2] ?? 'both', {
  seed: (query) => seedWorkspace({ query }, { members: 5, meetings: 0, projects: 0 }),
  work: ({ baseUrl, acknowledged }, { secret }) =>
    createPersistently({ baseUrl, secret, count, atOnce: 8, onAcknowledged: acknowledged }),
  check: (query, { workspaceId }, creations, folder) =>
    checkEffects(query, workspaceId, creations, folder.path),
});
process.exitCode = faults === 0 ? 0 : 1;
