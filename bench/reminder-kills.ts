import { dropPostgresDatabases } from '@chancery/adapters-persistence/testing';
import {
  type DatabaseKind,
  killWhileReminding,
} from '../packages/server/src/stories/testing/reminder-kills.ts';

// SIGKILL around the moment in which a mail server takes a reminder; then every reminder is looked for (MTG-50).
const kills = Number(process.env.CHANCERY_BENCH_KILLS ?? 1000);
const asked = process.argv[2] ?? 'both';
const kinds: readonly DatabaseKind[] = asked === 'both' ? ['pglite', 'postgres'] : [asked as DatabaseKind];

for (const kind of kinds) {
  const began = Date.now();
  const count = await killWhileReminding(kind, kills, {
    onKill: (done) => {
      if (done % 50 === 0)
        console.error(`${kind}: ${done} kills in ${Math.round((Date.now() - began) / 1000)} s`);
    },
  });
  console.log(kind, count);
  if (count.missing + count.peopleWithSeveralMessageIds + count.notMarked > 0) process.exitCode = 1;
}
await dropPostgresDatabases();
