import { operate } from '@chancery/core';
import { records } from '@chancery/core/internal';
import { type Database, openPglite, openPostgres } from '../kernel/data-source.ts';
import { PlainCheckpointSigner } from './doubles.ts';
import { world } from './world.ts';

/**
 * This process signs a checkpoint over a ledger and publishes it, and waits where it is told to until it is killed: at a table,
 * by a trigger that sleeps, or at the place outside.
 */
const [kind, place = '', workspaceId = '', at] = process.argv.slice(2);
const database: Database =
  kind === 'pglite' ? await openPglite(place) : await openPostgres(place, { poolSize: 2 });
const asItIs = { seal: (bytes: Uint8Array) => bytes, open: (bytes: Uint8Array) => bytes };
const here = await world({
  database,
  ports: {
    checkpointSigner: new PlainCheckpointSigner(asItIs),
    checkpointSink: {
      publish: async () => {
        process.stdout.write('at the place outside\n');
        if (at === 'sink') await new Promise((resolve) => setTimeout(resolve, 600_000));
      },
    },
  },
});
process.stdout.write('begun\n');
await operate(
  here.ports,
  records.ports,
  workspaceId,
  (work) => records.issueCheckpoint(workspaceId, 'manual', work),
  'identity',
);
process.stdout.write('committed\n');
await here.worker.drain();
await database.close();
