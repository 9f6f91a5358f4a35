import type { Database } from '../kernel/data-source.ts';
import { postgresDatabase } from './databases.ts';
import { sharedDatabase } from './world.ts';

/** Runs the same suite on the embedded database and on PostgreSQL. */
export function onBothDatabases(title: string, suite: (database: () => Database) => void): void {
  for (const [name, open] of [
    ['PGlite', sharedDatabase],
    ['PostgreSQL', () => postgresDatabase()],
  ] as const) {
    describe(`${title} on ${name}`, () => {
      let database: Database | undefined;
      before(async () => {
        database = await open();
      });
      after(async () => {
        if (name === 'PostgreSQL') await database?.close();
      });
      suite(() => {
        if (database === undefined) throw new Error('The database is not open yet');
        return database;
      });
    });
  }
}
