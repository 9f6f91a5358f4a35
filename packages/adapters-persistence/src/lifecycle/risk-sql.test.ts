import { expect } from 'chai';
import fc from 'fast-check';
import { evaluated } from '../../../core/src/lifecycle/dates/evaluation.ts';
import { openRisks } from '../../../core/src/lifecycle/risks/open-risks.ts';
import { riskCodes } from '../../../core/src/lifecycle/risks/risk.ts';
import {
  anyInstant,
  anyLifecycle,
  anyZone,
  rules,
} from '../../../core/src/lifecycle/testing/any-lifecycle.ts';
import { sqlOn } from '../kernel/sql.ts';
import { onBothDatabases } from '../testing/both-databases.ts';
import { library } from '../testing/library.ts';
import { lifecycleBoard } from './lifecycle-board.ts';

const cases = Number(process.env.CHANCERY_RISKS ?? 120);
const seed = Number(process.env.CHANCERY_LIFECYCLE_SEED ?? 17);

/** What the duties of a document follow from beside its dates. */
const anyDuties = fc.record({
  typeAt: fc.integer({ min: -1, max: 7 }),
  hasLeft: fc.boolean(),
  kinds: fc.subarray(['iban', 'policy_number'] as const),
  dueOn: fc.option(fc.integer({ min: -2, max: 2 }), { nil: null }),
  outcome: fc.option(fc.constantFrom('verified', 'mismatch', 'invalid_document', 'expired'), { nil: null }),
  reviewIn: fc.option(fc.integer({ min: -2, max: 2 }), { nil: null }),
  scan: fc.constantFrom('clean', 'skipped'),
});
const sampled = fc.sample(fc.tuple(anyLifecycle, anyZone, anyDuties), { numRuns: cases, seed });

/** Types with every mix of duties, and documents that differ in nothing but their ids. */
const typesSql = `
  insert into document_types (id, workspace_id, key, name, name_fold, category, status, built_in, expiration_expected, owner_required,
    required_dates, required_identifiers, government_identity, identity_formats, extraction_languages, created_at, updated_at, version)
  select gen_random_uuid(), $1, 'duty_' || n, 'Duty ' || n, 'duty ' || n, 'other', 'active', false, n % 2 = 0, n % 3 = 0,
    case when n % 4 = 1 then array['issuedOn', 'expiresOn'] when n % 4 = 2 then array['effectiveOn'] else '{}' end::text[],
    case when n % 2 = 1 then array['iban', 'policy_number'] else '{}' end::text[], n > 4, '{}', '{}', now(), now(), 1
  from generate_series(0, 7) n returning id, key`;
const copied = `
  insert into documents (id, workspace_id, name, file_name, owner_user_id, tags, visibility, status, signature_status, mime_type,
    size_bytes, sha256, original_sha256, content_flags, scan, share_count, created_at, updated_at, version)
  select gen_random_uuid(), workspace_id, name, file_name, owner_user_id, tags, visibility, status, signature_status, mime_type,
    size_bytes, sha256, original_sha256, content_flags, scan, share_count, created_at, updated_at, version
  from documents, generate_series(1, $2::integer) where id = $1 returning id`;
const arranged = `
  with given as (
    select * from jsonb_to_recordset($1::jsonb) o (
      id uuid, "typeId" uuid, "ownerUserId" text, "ownerLeftAt" timestamptz, "issuedOn" date, "effectiveOn" date,
      "isDisposed" boolean, "isSuperseded" boolean, "isConfirmed" boolean, "noExpiration" boolean, identifiers jsonb, scan text,
      "isTracked" boolean, "neverExpires" boolean, "requireConfirmation" boolean, "expiresOn" date, "graceEndsOn" date,
      "soonAt" timestamptz, "endsAt" timestamptz, "graceEndsAt" timestamptz, "timeZone" text, "dueOn" date, outcome text,
      "reviewOn" date)
  ), put as (
    update documents d set status = case when given."isDisposed" then 'disposed' else 'active' end, scan = given.scan,
      document_type_id = given."typeId" from given where given.id = d.id
  ), renewed as (
    insert into renewal_cases (id, workspace_id, document_id, status, owner_user_id, due_on, priority, opened_by, single_person,
      history, created_at, updated_at, version)
    select gen_random_uuid(), $2, id, 'open', 'usr_somebody', "dueOn", 'low', 'user', false, '[]', now(), now(), 1
    from given where "dueOn" is not null
  ), verified as (
    insert into identity_verifications (id, workspace_id, document_id, outcome, format, fields_sealed, number_hash, surname_hash,
      checks, comparisons, findings, source, as_of, verified_by_user_id, created_at)
    select gen_random_uuid(), $2, id, outcome, 'TD3', '', '', '', '[]', '[]', '{}', 'caller', now(), 'usr_somebody', now()
    from given where outcome is not null
  ), held as (
    insert into document_holds (id, workspace_id, document_id, kind, matter, reason, review_on, status, placed_by_user_id, placed_at,
      updated_at, version)
    select gen_random_uuid(), $2, id, 'case', 'A matter', 'A reason', "reviewOn", 'active', 'usr_somebody', now(), now(), 1
    from given where "reviewOn" is not null and not "isDisposed"
  )
  update document_lifecycles l set
    owner_user_id = g."ownerUserId", owner_left_at = g."ownerLeftAt", issued_on = g."issuedOn", effective_on = g."effectiveOn",
    superseded_by_document_id = case when g."isSuperseded" then l.document_id end,
    superseded_at = case when g."isSuperseded" then l.updated_at end,
    confirmed_at = case when g."isConfirmed" then l.updated_at end,
    confirmed_by_user_id = case when g."isConfirmed" then 'usr_somebody' end, identifiers = g.identifiers,
    no_expiration = g."noExpiration", is_tracked = g."isTracked", never_expires = g."neverExpires",
    require_confirmation = g."requireConfirmation", expires_on = g."expiresOn", grace_ends_on = g."graceEndsOn",
    soon_at = g."soonAt", ends_at = g."endsAt", grace_ends_at = g."graceEndsAt", time_zone = g."timeZone"
  from given g where l.document_id = g.id`;

onBothDatabases('the risks of lifecycles', (database) => {
  it(`LIF-19: by the database are those of the core, for ${cases} random lifecycles around each of their days`, async () => {
    const { upload, sql, workspaceId } = await library({ database: database() });
    const asOf = fc.sample(anyInstant, { numRuns: 3, seed });
    const types = await sql<{ id: string }>(typesSql, [workspaceId]);
    const ids = await sql<{ id: string }>(copied, [(await upload()).id, cases]);
    const [first = ''] = asOf;
    const day = (days: number | null) =>
      days === null ? null : new Date(Date.parse(first) + days * 86_400_000).toISOString().slice(0, 10);
    const rows = sampled.map(([{ document, policy }, zone, duties], at) => {
      const { facts, boundaries } = evaluated(document, policy, zone, rules);
      return {
        ...facts,
        ...boundaries,
        id: ids[at]?.id,
        typeId: types[duties.typeAt]?.id ?? null,
        ownerUserId: document.hasOwner ? 'usr_somebody' : null,
        ownerLeftAt: duties.hasLeft ? first : null,
        issuedOn: document.dates.issuedOn,
        effectiveOn: document.dates.effectiveOn,
        identifiers: duties.kinds.map((kind) => ({ kind, value: '1' })),
        dueOn: day(duties.dueOn),
        outcome: duties.outcome,
        reviewOn: day(duties.reviewIn),
        scan: duties.scan,
      };
    });
    await sql(arranged, [JSON.stringify(rows), workspaceId]);

    const client = await database().pool.connect();
    const seen = new Set<string>();
    try {
      const board = lifecycleBoard(sqlOn(client), workspaceId);
      const viewer = { userId: '', seesAll: true, isGuest: false };
      const filter = {
        ...{ statuses: null, typeId: null, ownerUserId: null, folderId: null, policyId: null },
        ...{ held: null, from: null, to: null, words: [] },
      };
      const everyDay = [...new Set([...asOf, ...rows.slice(0, 5).flatMap(({ endsAt }) => endsAt ?? [])])];
      for (const now of everyDay) {
        const all = await board.facts(
          ids.map(({ id }) => id),
          now,
        );
        const zones = new Set(all.map(({ timeZone }) => timeZone));
        const todays = new Map([...zones].map((zone) => [zone, rules.wall(now, zone).slice(0, 10)]));
        for (const risk of riskCodes) {
          const expected = all.filter((facts) =>
            openRisks(facts, now, rules).some(({ code }) => code === risk),
          );
          const question = { filter: { ...filter, risk }, viewer, asOf: now, todays, heldElsewhere: [] };
          const found = await board.page(question, { sort: 'name', isDescending: false }, null, 10_000);
          const chosen = found.filter(({ documentId }) => ids.some(({ id }) => id === documentId));
          expect(chosen.map(({ documentId }) => documentId).toSorted(), `${risk} at ${now}`).to.deep.equal(
            expected.map(({ documentId }) => documentId).toSorted(),
          );
          if (expected.length > 0) seen.add(risk);
        }
      }
    } finally {
      client.release();
    }
    expect([...seen]).to.have.members([...riskCodes]);
  });
});
