import { expect } from 'chai';
import { postgresDatabase, type TestDatabase } from '../testing/databases.ts';
import { openPostgres } from './data-source.ts';
import { statement } from './raw-unit.ts';
import { clientOf, ServerHosts } from './server-hosts.ts';

const answers = { connectionTimeoutMillis: 5_000 };

describe('a PostgreSQL whose address names several servers', () => {
  let database: TestDatabase;
  let withAbsent: string;
  before(async () => {
    database = await postgresDatabase({ poolSize: 1 });
    // Nothing listens at port 1.
    withAbsent = database.serverUrl.replace('127.0.0.1', '127.0.0.1:1,127.0.0.1');
  });
  after(() => database.close());

  it('is reached at the second one if the first does not answer, and from then on at once', async () => {
    const hosts = new ServerHosts(withAbsent);
    const client = await hosts.connect(answers);
    await client.end();
    const again = new (clientOf(hosts))(answers);
    await again.connect();
    await again.end();

    expect(hosts.count).to.equal(2);
  });

  it('serves transactions, and takes no pool for lost if a server is absent', async () => {
    const opened = await openPostgres(withAbsent, { poolSize: 3 });
    try {
      const counts = await Promise.all(
        [1, 2, 3, 4, 5, 6].map((value) =>
          statement(opened, 'chancery_app', (sql) => sql.column('select $1::integer', [value])),
        ),
      );
      expect(counts.flat()).to.deep.equal([1, 2, 3, 4, 5, 6]);
    } finally {
      await opened.close();
    }
  });

  it('says what the last server said if none of them answers', async () => {
    const nowhere = database.serverUrl.replace(/127\.0\.0\.1(:\d+)?/, '127.0.0.1:1,127.0.0.1:2');
    const failure = await new ServerHosts(nowhere)
      .connect(answers)
      .catch((error: NodeJS.ErrnoException) => error.code);

    expect(failure).to.equal('ECONNREFUSED');
  });
});
