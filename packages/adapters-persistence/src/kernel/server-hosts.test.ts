import { expect } from 'chai';
import { postgresDatabase, type TestDatabase } from '../testing/databases.ts';
import { openPostgres } from './data-source.ts';
import { statement } from './raw-unit.ts';
import { serverHosts, urlsOf } from './server-hosts.ts';

const answers = { connectionTimeoutMillis: 5_000 };

describe('the servers that an address of PostgreSQL names', () => {
  it('are one for each host, with what the address says of all of them', () => {
    const cases: Readonly<Record<string, readonly string[]>> = {
      'postgresql://ada@db/name': ['postgresql://ada@db/name'],
      'postgres://ada:p%40ss@one:5432,two:5433/name?sslmode=require': [
        'postgres://ada:p%40ss@one:5432/name?sslmode=require',
        'postgres://ada:p%40ss@two:5433/name?sslmode=require',
      ],
      'postgresql://[::1]:5432,[fe80::1]:5432/name': [
        'postgresql://[::1]:5432/name',
        'postgresql://[fe80::1]:5432/name',
      ],
    };

    expect(Object.keys(cases).map(urlsOf)).to.deep.equal(Object.values(cases));
  });

  it('take no longer to be read if somebody gives a long text', () => {
    expect(urlsOf(`postgresql://${'@'.repeat(200_000)}`)).to.have.length(1);
    expect(urlsOf(`postgresql://${','.repeat(20_000)}`)).to.have.length(20_001);
  });
});

describe('a PostgreSQL whose address names several servers', function () {
  this.timeout(30_000);
  let database: TestDatabase;
  let withAbsent: string;
  before(async () => {
    database = await postgresDatabase({ poolSize: 1 });
    // Nothing listens at port 1.
    withAbsent = database.serverUrl.replace('127.0.0.1', '127.0.0.1:1,127.0.0.1');
  });
  after(() => database.close());

  it('is reached at the second one if the first does not answer, and from then on at once', async () => {
    const hosts = serverHosts(withAbsent);
    const client = await hosts.connect(answers);
    await client.end();
    const again = new hosts.Client(answers);
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
    const failure = await serverHosts(nowhere)
      .connect(answers)
      .catch((error: NodeJS.ErrnoException) => error.code);

    expect(failure).to.equal('ECONNREFUSED');
  });
});
