import { dropPostgresDatabases } from '@chancery/adapters-persistence/testing';
import {
  type DatabaseKind,
  killWhileReminding,
} from '../packages/server/src/stories/testing/reminder-kills.ts';
import { printTable } from './harness/printed-table.ts';
import { program } from './harness/program.ts';

// SIGKILL around the moment in which a mail server takes a reminder; then every reminder is looked for (MTG-50).
const { kills, minutes } = program({
  kills: { usual: 1000 },
  /** After so many there are no more kills of a database; 0: as long as they take. */
  minutes: { usual: 0 },
});
const asked = process.argv[2] ?? 'both';
const kinds: readonly DatabaseKind[] = asked === 'both' ? ['pglite', 'postgres'] : [asked as DatabaseKind];

for (const kind of kinds) {
  const began = Date.now();
  const count = await killWhileReminding(kind, kills, {
    isEnough: () => minutes > 0 && Date.now() - began > minutes * 60_000,
    onKill: (done) => {
      if (done % 10 === 0)
        console.error(`${kind}: ${done} kills in ${Math.round((Date.now() - began) / 1000)} s`);
    },
  });
  printTable([kind, 'found'], Object.entries(count));
  if (count.missing + count.peopleWithSeveralMessageIds + count.notMarked > 0) process.exitCode = 1;
}
await dropPostgresDatabases();
