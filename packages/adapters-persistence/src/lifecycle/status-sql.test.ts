import { expect } from 'chai';
import fc from 'fast-check';
import {
  type DatedDocument,
  type DecidingPolicy,
  evaluated,
} from '../../../core/src/lifecycle/dates/evaluation.ts';
import { statusOn } from '../../../core/src/lifecycle/dates/status.ts';
import {
  anyInstant,
  anyLifecycle,
  anyZone,
  rules,
} from '../../../core/src/lifecycle/testing/any-lifecycle.ts';
import {
  goldenPolicy,
  nothingKnown,
  nothingSaid,
} from '../../../core/src/lifecycle/testing/plain-lifecycles.ts';
import { expirationVectors } from '../../../core/src/lifecycle/testing/vectors.ts';
import { sqlOn } from '../kernel/sql.ts';
import { onBothDatabases } from '../testing/both-databases.ts';
import { library } from '../testing/library.ts';
import { lifecycleRepository } from './lifecycles.ts';

/** How many lifecycles are compared; 10,000 is the long run. */
const lifecycles = Number(process.env.CHANCERY_LIFECYCLES ?? 300);
const seed = Number(process.env.CHANCERY_LIFECYCLE_SEED ?? 17);

interface Case {
  readonly document: DatedDocument;
  readonly policy: DecidingPolicy | null;
  readonly zone: string;
  readonly instants: readonly string[];
}

const random = (count: number): readonly Case[] =>
  fc
    .sample(fc.tuple(anyLifecycle, anyZone, anyInstant), { numRuns: count, seed })
    .map(([{ document, policy }, zone, at]) => {
      const { boundaries } = evaluated(document, policy, zone, rules);
      const around = Object.values(boundaries ?? {}).flatMap((instant: string) => [
        new Date(Date.parse(instant) - 1).toISOString(),
        instant,
      ]);
      return { document, policy, zone, instants: [at, ...around] };
    });

const golden: readonly Case[] = expirationVectors.cases.map(({ policy, dates, asOf }) => ({
  document: { ...nothingSaid, dates: { ...nothingKnown, uploadedAt: asOf, ...dates }, isConfirmed: true },
  policy: goldenPolicy(policy),
  zone: 'UTC',
  instants: [asOf],
}));

/** Writes what follows from each case into the lifecycle of a document, as a use case would have settled it. */
const arranged = `
  with given as (
    select * from jsonb_to_recordset($1::jsonb) o (
      id uuid, "isDisposed" boolean, "isSuperseded" boolean, "isConfirmed" boolean, "noExpiration" boolean,
      "isTracked" boolean, "neverExpires" boolean, "requireConfirmation" boolean, "expiresOn" date, "graceEndsOn" date,
      "soonAt" timestamptz, "endsAt" timestamptz, "graceEndsAt" timestamptz)
  ), put_away as (
    update documents d set status = 'disposed' from given where given.id = d.id and given."isDisposed"
  )
  update document_lifecycles l set
    superseded_by_document_id = case when g."isSuperseded" then l.document_id end,
    superseded_at = case when g."isSuperseded" then l.updated_at end,
    confirmed_at = case when g."isConfirmed" then l.updated_at end,
    confirmed_by_user_id = case when g."isConfirmed" then 'usr_somebody' end,
    no_expiration = g."noExpiration", is_tracked = g."isTracked", never_expires = g."neverExpires",
    require_confirmation = g."requireConfirmation", expires_on = g."expiresOn", grace_ends_on = g."graceEndsOn",
    soon_at = g."soonAt", ends_at = g."endsAt", grace_ends_at = g."graceEndsAt"
  from given g where l.document_id = g.id`;

/** Documents that differ in nothing but their ids; each gets a lifecycle by itself. */
const copied = `
  insert into documents (id, workspace_id, name, file_name, owner_user_id, tags, visibility, status, signature_status, mime_type,
    size_bytes, sha256, original_sha256, content_flags, scan, share_count, created_at, updated_at, version)
  select gen_random_uuid(), workspace_id, name, file_name, owner_user_id, tags, visibility, status, signature_status, mime_type,
    size_bytes, sha256, original_sha256, content_flags, scan, share_count, created_at, updated_at, version
  from documents, generate_series(1, $2::integer) where id = $1 returning id`;

onBothDatabases('the status of lifecycles', (database) => {
  async function compared(cases: readonly Case[]): Promise<number> {
    const { upload, sql, workspaceId } = await library({ database: database() });
    const ids = await sql<{ id: string }>(copied, [(await upload()).id, cases.length]);
    const evaluations = cases.map(({ document, policy, zone }) => evaluated(document, policy, zone, rules));
    const rows = evaluations.map(({ facts, boundaries }, at) => ({
      id: ids[at]?.id,
      ...facts,
      ...boundaries,
    }));
    await sql(arranged, [JSON.stringify(rows)]);

    const client = await database().pool.connect();
    let count = 0;
    try {
      const repository = lifecycleRepository(sqlOn(client), workspaceId);
      for (const [at, { instants }] of cases.entries())
        for (const instant of instants) {
          const { status } = await repository.read(ids[at]?.id ?? '', instant);
          const facts = evaluations[at]?.facts;
          const expected = facts && statusOn(facts, instant, rules);
          expect(status, JSON.stringify({ ...cases[at], instant })).to.equal(expected);
          count += 1;
        }
    } finally {
      client.release();
    }
    return count;
  }

  it('LIF-3: by the database is that of the table for every golden case', async () => {
    expect(await compared(golden)).to.equal(23);
  });

  it(`LIF-3: by the database is that of the table for ${lifecycles} random lifecycles, and at each of their boundaries`, async () => {
    expect(await compared(random(lifecycles))).to.be.greaterThan(lifecycles);
  }).timeout(600_000);
});
