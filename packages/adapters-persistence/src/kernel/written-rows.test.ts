import { integrations, type WrittenRows, webhooks, workspace } from '@chancery/core';
import { writtenFieldsOf } from '@chancery/core/internal';
import { expect } from 'chai';
import { onBothDatabases } from '../testing/both-databases.ts';
import { world } from '../testing/world.ts';
import { unit } from './raw-unit.ts';
import type { Sql } from './sql.ts';
import { writtenPage, writtenRows } from './written-rows.ts';

const view = webhooks.WebhookDeliveryView;
const fields = [...writtenFieldsOf(view).keys()];

/** Everything that JSON escapes and much that it does not: all characters but NUL, which PostgreSQL does not hold. */
const everyCharacter = [
  String.fromCodePoint(...Array.from({ length: 0x3ff }, (_, index) => index + 1)),
  '"\\/\b\f\n\r\t</script>\u2028\u2029\ufeff\ufffd\uffff 日本 é e\u0301 \u202eabc 📁👩‍👩‍👧 \u{10ffff} %s $1 {}',
].join('');

const delivery = (sequence: number | string) => ({
  id: '0197c0de-5f3a-7c1e-9b52-3f1d2a4b6c8d',
  endpointId: '0197c0de-5f3a-7c1e-9b52-3f1d2a4b6c8e',
  eventType: 'meeting.created',
  status: 'pending',
  attemptCount: 0,
  nextAttemptAt: null as string | null,
  isTest: false,
  orderingKey: '',
  sequence,
  createdAt: '2026-05-04T09:30:00.500Z',
  secret: 'of nobody',
});

/** The columns stand in another order than the fields, and one of them is no field. */
const statement = `
  select secret, "createdAt", sequence, "orderingKey", "isTest", "nextAttemptAt", "attemptCount", status, "eventType", "endpointId", id
  from jsonb_to_recordset($1::jsonb) d(id uuid, "endpointId" uuid, "eventType" text, status text, "attemptCount" integer,
    "nextAttemptAt" timestamptz, "isTest" boolean, "orderingKey" text, sequence bigint, "createdAt" timestamptz, secret text)
  order by sequence desc limit $2`;

onBothDatabases('rows written as JSON', (database) => {
  const within = <T>(work: (sql: Sql) => Promise<T>) => unit(database(), 'chancery_app', work);
  const valuesOf = (rows: readonly object[], most: number) => [JSON.stringify(rows), most];
  /** The same statement read as rows, each with the fields of the view, made into JSON here. */
  const inTurn = async (rows: readonly object[], most: number): Promise<string> => {
    const read = await within((sql) => sql<Record<string, unknown>>(statement, valuesOf(rows, most)));
    return JSON.stringify(read.map((row) => Object.fromEntries(fields.map((name) => [name, row[name]]))));
  };
  const written = (rows: readonly object[], most: number) =>
    within((sql) => writtenRows(sql, view, statement, valuesOf(rows, most)));
  const page = (rows: readonly object[], most: number) =>
    within((sql) => writtenPage(sql, view, statement, valuesOf(rows, most + 1)));

  it('are byte for byte what the rows themselves become, whatever they hold', async () => {
    const rows = [
      { ...delivery(1), orderingKey: everyCharacter, eventType: '' },
      {
        ...delivery(2),
        isTest: true,
        nextAttemptAt: '2026-12-31T23:59:59.999999Z',
        attemptCount: -2_147_483_648,
      },
      { ...delivery(3), createdAt: '0001-01-01T00:00:00Z', nextAttemptAt: '9999-12-31T23:59:59.9999Z' },
      {
        ...delivery(4),
        createdAt: '2026-05-04T11:30:00.0004+02:00',
        nextAttemptAt: '1969-12-31T23:59:59.9995Z',
      },
      delivery(Number.MAX_SAFE_INTEGER),
      delivery(Number.MIN_SAFE_INTEGER),
    ];

    const { json, count, last } = await written(rows, 10);
    expect(json).to.equal(await inTurn(rows, 10));
    expect([count, last]).to.deep.equal([6, null]);
    expect(json).to.include(JSON.stringify(everyCharacter)).and.to.include('"9999-12-31T23:59:59.999Z"');
    expect((await page(rows, 10)).json).to.equal(json);
  });

  it('never hold a column that the view does not name', async () => {
    expect((await written([delivery(1)], 1)).json).not.to.include('secret');
    expect((await page([delivery(1)], 1)).json).not.to.include('secret');
  });

  it('are the same number to whoever reads them beyond what such a number can tell apart', async () => {
    const rows = [delivery('9007199254740993'), delivery('-9223372036854775808')];

    const { json } = await written(rows, 2);
    expect(json).to.include('9007199254740993');
    expect(JSON.parse(json)).to.deep.equal(JSON.parse(await inTurn(rows, 2)));
  });

  it('are an empty list if there are none', async () => {
    for (const none of [await written([], 5), await page([], 5)])
      expect({ ...none }).to.deep.equal({ view, json: '[]', count: 0, last: null });
  });

  it('keep the order of their statement, a thousand of them too', async () => {
    const rows = Array.from({ length: 1001 }, (_, index) => delivery((index * 7919) % 1001));

    const { json, count } = await written(rows, 1000);
    expect(count).to.equal(1000);
    expect(json).to.equal(await inTurn(rows, 1000));
    expect((await page(rows, 1000)).json).to.equal(json);
  });

  it('are a page with its last row only if there is a next one', async () => {
    const rows = [1, 2, 3].map(delivery);
    const told = ({ json, count, last }: WrittenRows<{ readonly sequence: number }>) => [
      JSON.parse(json).map(({ sequence }: { sequence: number }) => sequence),
      count,
      last?.sequence ?? null,
    ];

    expect(told(await page(rows, 2))).to.deep.equal([[3, 2], 2, 2]);
    expect(told(await page(rows, 1))).to.deep.equal([[3], 1, 3]);
    expect(told(await page(rows, 3))).to.deep.equal([[3, 2, 1], 3, null]);
    expect(told(await page(rows, 4))).to.deep.equal([[3, 2, 1], 3, null]);
    expect((await page(rows, 2)).json).to.equal(await inTurn(rows, 2));
  });

  it('are those that row-level security shows, and no others', async () => {
    const [mine, theirs] = [await world({ database: database() }), await world({ database: database() })];
    const everyone = `
      select user_id id, display_name "displayName", email, avatar_url "avatarUrl", role, status, joined_at "joinedAt",
             updated_at "updatedAt"
      from memberships`;
    const seenIn = (workspaceId: string) =>
      within(async (sql) => {
        await sql("select set_config('app.workspace', $1, true)", [workspaceId]);
        const { json } = await writtenRows(sql, workspace.IntegrationMemberView, everyone, []);
        return JSON.parse(json).map(({ id }: { id: string }) => id);
      });

    expect(await seenIn(mine.workspaceId)).to.deep.equal([mine.owner.id]);
    expect(await seenIn(theirs.workspaceId)).to.deep.equal([theirs.owner.id]);
    expect(await seenIn('')).to.deep.equal([]);
  });

  it('are refused for a view whose fields have fields', async () => {
    const refused = within((sql) => writtenRows(sql, integrations.ApiKeyView, 'select 1', []));

    expect(await refused.catch((error: Error) => error.message)).to.include('cannot write the field');
  });
});
