import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { openPglite, openPostgres } from '@chancery/adapters-persistence';
import { remindingWorker } from './reminding-worker.ts';

/**
 * This process mails the reminders that are due in a database, by a real mail server, until nothing is due. It loads all of its
 * code first, and opens the database when its input names the instant that its clock is to show.
 */
const [kind = '', place = '', smtpUrl = ''] = process.argv.slice(2);
process.stdout.write('loaded\n');
const [now] = (await once(createInterface(process.stdin), 'line')) as [string];
process.stdin.destroy();

const database = kind === 'pglite' ? await openPglite(place) : await openPostgres(place, { poolSize: 6 });
const { worker, mail } = remindingWorker(database, { now, smtpUrl });
await worker.drain();
mail.close();
await database.close();
