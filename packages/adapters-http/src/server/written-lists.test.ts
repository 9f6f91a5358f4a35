import { type Database, onBothDatabases, sentBy, world } from '@chancery/adapters-persistence/testing';
import { useCases, WrittenRows } from '@chancery/core/internal';
import { expect } from 'chai';
import { allRoutes } from '../routes/index.ts';
import { thingsOf } from '../testing/requests.ts';
import { type Served, served } from '../testing/served.ts';

/** Every list that the database writes, its rows' name, and how it is asked for: at least one row, and then none. */
const lists = [
  { name: 'listIntegrationMembers', rows: 'members', by: 'key' },
  { name: 'listIntegrationProjects', rows: 'projects', by: 'key' },
  { name: 'listIntegrationMeetings', rows: 'meetings', by: 'key' },
  { name: 'listIntegrationMeetings', rows: 'meetings', by: 'key', query: 'externalReference=deed-17' },
  {
    name: 'listIntegrationMeetings',
    rows: 'meetings',
    by: 'key',
    query: 'externalReference=no',
    empty: true,
  },
  { name: 'listProjects', rows: 'projects', by: 'owner', query: 'limit=2' },
  { name: 'listProjects', rows: 'projects', by: 'owner', query: 'search=nowhere', empty: true },
  { name: 'listWorkspaces', rows: 'workspaces', by: 'owner', query: 'limit=1' },
  { name: 'listJobs', rows: 'jobs', by: 'owner', query: 'status=pending&limit=2' },
  { name: 'listJobs', rows: 'jobs', by: 'owner', query: 'status=dead&limit=2' },
  { name: 'listJobs', rows: 'jobs', by: 'owner', query: 'status=running', empty: true },
  { name: 'listWebhookDeliveries', rows: 'deliveries', by: 'owner', query: 'limit=2' },
  { name: 'listWebhookDeliveries', rows: 'deliveries', by: 'owner', query: 'eventType=none', empty: true },
  { name: 'listInviteOptions', rows: 'options', by: 'owner', query: 'limit=250' },
  { name: 'listInviteOptions', rows: 'options', by: 'owner', query: 'search=nobody', empty: true },
] as const;

const odd = 'Ada "the \\ first"\t\u0001\u001f\u007f </b> é e\u0301 日本 \u2028📁 \u202e';

/** A workspace with some of everything, whose texts are odd and whose empty columns are null. */
async function furnished(database: Database) {
  // As in production, where no answer is parsed.
  const made = await world({ database, settings: { checkAnswers: false } });
  const { chancery, owner, person, stranger, sql, workspaceId } = made;
  const { endpointId = '' } = await thingsOf(made);
  for (const name of ['Bo', 'Cy', 'Di']) {
    await person('member', name);
    await chancery.workspace.createProject(
      { name: `Project ${name}`, startDate: '2026-05-04' },
      owner.session,
    );
    await chancery.webhooks.testWebhookEndpoint({ endpointId }, owner.session);
  }
  const { caller, secret } = await made.apiKey();
  await chancery.meetings.createIntegrationMeeting(
    {
      title: 'Deed',
      scheduledStartAt: '2026-12-04T09:30:00.000Z',
      timeZone: 'Europe/Berlin',
      durationMinutes: 45,
      invitees: [{ email: 'grace@example.org', displayName: 'Grace' }],
      externalReference: 'deed-17',
    },
    caller,
  );
  const other = await stranger();
  await sql(
    `insert into memberships (id, workspace_id, user_id, role, status, display_name, sort_name, email, joined_at, updated_at, version)
     select gen_random_uuid(), $1, $2, 'guest', 'active', 'Ada', 'Ada', null, now(), now(), 1`,
    [other.workspaceId, owner.id],
  );
  const half = 'where workspace_id = $1 and ctid in (select ctid from';
  await sql('update workspaces set name = $2, logo_url = $2 where id = $1', [workspaceId, odd]);
  await sql(`update memberships set display_name = $2, avatar_url = $2 ${half} memberships limit 2)`, [
    workspaceId,
    odd,
  ]);
  await sql('update memberships set email = null where workspace_id = $1 and user_id <> $2', [
    workspaceId,
    owner.id,
  ]);
  await sql('update projects set name = $2, description = $2 where workspace_id = $1', [workspaceId, odd]);
  await sql('update meetings set title = $2, description = $2 where workspace_id = $1', [workspaceId, odd]);
  await sql('update meeting_invitations set display_name = $2 where workspace_id = $1', [workspaceId, odd]);
  await sql('update webhook_deliveries set ordering_key = $2 where workspace_id = $1', [workspaceId, odd]);
  await sql('update jobs set last_error_message = $2 where workspace_id = $1 and status = $3', [
    workspaceId,
    odd,
    'dead',
  ]);
  return { ...(await served({ world: made })), secret };
}

/** The statement that was written as JSON, as its repository says it. */
function innerOf(text: string): string {
  const begin = text.indexOf(' from (', text.indexOf('from (select "')) + ' from ('.length;
  return text.slice(begin, text.lastIndexOf(') listed) written'));
}

onBothDatabases('a list that the database writes', (database) => {
  let http: Served & { readonly secret: string };
  before(async () => {
    http = await furnished(database());
  });
  after(() => http.close());

  const declared = (name: string) => {
    const route = allRoutes.find((one) => one.name === name);
    const found = useCases().find((one) => one.name === name);
    if (route === undefined || found === undefined) throw new Error(`There is no ${name}`);
    return { ...route, useCase: found.useCase };
  };
  const tokenOf = (by: 'key' | 'owner') => (by === 'key' ? http.secret : http.owner.session.credential);

  /** One page by both ways: the answer, and what its statement gives as rows, made into JSON here. */
  async function bothWays({ name, rows, by }: (typeof lists)[number], query: string) {
    const { path, useCase } = declared(name);
    let answer: Awaited<ReturnType<Served['call']>> | undefined;
    const sent = await sentBy(database(), async () => {
      answer = await http.call(`GET ${path}?${query}` as 'GET /', { token: tokenOf(by) });
    });
    if (answer?.status !== 200) throw new Error(`${name}: ${answer?.text}`);
    const [statement] = sent.filter(({ text }) => text.includes('row_to_json(written)'));
    if (statement === undefined) throw new Error(`${name} was not written by the database`);
    const read = await http.sql<Record<string, unknown>>(innerOf(statement.text), statement.values);
    const { data, meta } = answer.body;
    // biome-ignore lint/suspicious/noExplicitAny: the shape of every list here is an array of objects under this name
    const view = (useCase.output as any).shape[rows].element;
    const most = new URLSearchParams(query).get('limit');
    const objects = read.slice(0, most === null ? undefined : Number(most)).map((row) => view.parse(row));
    const inTurn = JSON.stringify({ success: true, data: { ...data, [rows]: objects }, meta });
    return { text: answer.text, inTurn, data, headers: answer.headers };
  }

  for (const list of lists) {
    const query = 'query' in list ? list.query : '';
    it(`is byte for byte what its rows become, on every page: ${list.name} ${query}`, async () => {
      const counts: number[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const page = await bothWays(list, cursor === '' ? query : `${query}&cursor=${cursor}`);

        expect(page.text).to.equal(page.inTurn);
        expect(page.headers.get('content-length')).to.equal(String(Buffer.byteLength(page.text)));
        expect(page.data.count).to.equal(page.data[list.rows].length);
        counts.push(page.data.count);
        cursor = page.data.nextCursor ?? null;
      }
      if ('empty' in list) expect(counts).to.deep.equal([0]);
      else expect(counts.every((count) => count > 0)).to.equal(true);
      // Those that are asked for in small pages have several.
      if (/limit=[12]$/.test(query) && !query.includes('dead')) expect(counts.length).to.be.above(1);
    });
  }

  it('is given as objects to a host that asks without HTTP', async () => {
    for (const { name, rows, by, ...rest } of lists) {
      const { path, useCase } = declared(name);
      const caller = by === 'key' ? http.application(http.secret) : http.owner.session;
      const query = 'query' in rest ? rest.query : '';
      const { body } = await http.call(`GET ${path}?${query}` as 'GET /', { token: tokenOf(by) });
      const input = Object.fromEntries(
        [...new URLSearchParams(query)].map(([field, value]) => [
          field,
          field === 'limit' ? Number(value) : value,
        ]),
      );

      expect((await http.chancery.execute(name, useCase, input, caller)).data, name).to.deep.equal(body.data);
      const { data } = await http.chancery.executeForJson(name, useCase, input, caller);
      expect((data as Record<string, unknown>)[rows], name).to.be.instanceOf(WrittenRows);
    }
  });
});
