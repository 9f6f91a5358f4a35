import { expect } from 'chai';
import { onBothDatabases } from '../testing/both-databases.ts';
import { failureOf, type Person, recordOffice } from '../testing/index.ts';
import {
  answerTo,
  bitsOf,
  effectiveOf,
  type OracleCase,
  type OracleGrant,
  type OracleLabel,
  type OraclePerson,
  type OraclePurpose,
  type OracleSubject,
  type OracleWorld,
  oracleLabels,
  oraclePurposes,
  purposeFits,
  seesCase,
  seesSubject,
  worldFor,
} from '../testing/record-oracle.ts';

type Office = Awaited<ReturnType<typeof recordOffice>>;
const roles = ['owner', 'admin', 'member', 'guest'] as const;
const caseRoles = ['viewer', 'reviewer', 'contributor', 'lead'] as const;
const everyPurpose = [undefined, ...oraclePurposes] as const;

/** The people of an office, by their role. */
const peopleOf = ({ owner, admin, cy, guest }: Office): readonly Person[] => [owner, admin, cy, guest];
const oracleOf = (office: Office, cleared: readonly OracleLabel[]): readonly OraclePerson[] =>
  peopleOf(office).map(({ id }, at) => ({ id, role: roles[at] ?? 'guest', cleared }));

const uuid = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`;

/** Writes what the oracle knows into the database. */
async function build(office: Office, { cases, grants }: OracleWorld, subjects: readonly OracleSubject[]) {
  const { sql, workspaceId, bo, clock } = office;
  const at = clock.now();
  const rows = (list: readonly object[]) => JSON.stringify(list);
  for (const { id, labels, createdBy } of subjects)
    await sql(
      `insert into subjects (id, workspace_id, subject_number, kind, display_name, aliases, birth_date_estimated, interpreter_needed,
         contacts, addresses, tags, custom_fields, status, own_mask, effective_mask, searchable, created_by_user_id, created_at, updated_by_user_id, updated_at, version, canonical_subject_id)
       values ($1::uuid, $2, $1::text, 'person', $1::text, '[]', false, false, '[]', '[]', '{}', '{}', 'active', $3, $3, '', $4, $5, $4, $5, 1, $1::uuid)`,
      [id, workspaceId, bitsOf(labels), createdBy, at],
    );
  await sql(
    `insert into record_cases (id, workspace_id, case_number, title, case_type, status, status_changed_at, priority, visibility, own_mask,
       effective_mask, primary_subject_id, blocked_user_ids, opened_at, tags, custom_fields, searchable, created_by_user_id, created_at, updated_by_user_id, updated_at, version)
     select (c->>'id')::uuid, $2, c->>'id', c->>'id', 'general', 'active', $3, 'medium', c->>'visibility', (c->>'own')::integer, (c->>'effective')::integer,
       (c->>'subject')::uuid, array(select jsonb_array_elements_text(c->'blocked')), $3, '{}', '{}', '', $4, $3, $4, $3, 1
     from jsonb_array_elements($1::jsonb) c`,
    [
      rows(
        cases.map((each) => ({
          id: each.id,
          visibility: each.visibility,
          own: bitsOf(each.own),
          effective: bitsOf(effectiveOf(each)),
          subject: each.primary.id,
          blocked: each.blocked,
        })),
      ),
      workspaceId,
      at,
      bo.id,
    ],
  );
  await sql(
    `insert into case_members (id, workspace_id, case_id, user_id, role, added_at, added_by_user_id)
     select gen_random_uuid(), $2, (m->>'caseId')::uuid, m->>'userId', m->>'role', $3, $4 from jsonb_array_elements($1::jsonb) m`,
    [
      rows(
        cases.flatMap(({ id, members }) =>
          [...members].map(([userId, role]) => ({ caseId: id, userId, role })),
        ),
      ),
      workspaceId,
      at,
      bo.id,
    ],
  );
  await sql(
    `insert into case_subjects (id, workspace_id, case_id, subject_id, role, linked_at)
     select gen_random_uuid(), $2, (l->>'caseId')::uuid, (l->>'subjectId')::uuid, l->>'role', $3 from jsonb_array_elements($1::jsonb) l`,
    [
      rows(
        cases.flatMap(({ id, primary, others }) => [
          { caseId: id, subjectId: primary.id, role: 'primary' },
          ...others.map((other) => ({ caseId: id, subjectId: other.id, role: 'client' })),
        ]),
      ),
      workspaceId,
      at,
    ],
  );
  await sql(
    `insert into record_grants (id, workspace_id, user_id, basis, scope_kind, scope_id, label_mask, purpose_of_use, starts_at, expires_at)
     select gen_random_uuid(), $2, g->>'userId', g->>'basis', g->>'kind', (g->>'scopeId')::uuid, (g->>'mask')::integer, g->>'purpose',
       $3::timestamptz - interval '1 hour', $3::timestamptz + interval '1 hour' from jsonb_array_elements($1::jsonb) g`,
    [rows(grants.map((grant) => ({ ...grant, mask: bitsOf(grant.labels) }))), workspaceId, at],
  );
  // As a server does once a table has grown: without figures a database plans for empty tables.
  await sql('analyze');
}

/** What is over by now, or has not begun: it gives nothing, and the oracle does not know of it. */
async function addWhatIsOver({ sql, workspaceId, clock }: Office, { cases }: OracleWorld, userId: string) {
  const at = clock.now();
  await sql(
    `insert into case_members (id, workspace_id, case_id, user_id, role, added_at, added_by_user_id, ends_at, ended_at)
     select gen_random_uuid(), $1, c, $2, 'lead', $3, $2, $3, case when n = 1 then null::timestamptz else $3 end
     from unnest($4::uuid[]) with ordinality x(c, o), generate_series(1, 2) n`,
    [workspaceId, userId, at, cases.filter(({ members }) => !members.has(userId)).map(({ id }) => id)],
  );
  await sql(
    `insert into record_grants (id, workspace_id, user_id, basis, scope_kind, scope_id, label_mask, purpose_of_use, starts_at, expires_at, ended_at)
     select gen_random_uuid(), $1, $2, 'break_glass', 'case', c, 255, 'emergency', $3::timestamptz + (n - 2) * interval '1 hour',
       $3::timestamptz + (n - 1) * interval '1 hour', case when n = 2 then $3::timestamptz end
     from unnest($4::uuid[]) c, generate_series(1, 3) n`,
    [workspaceId, userId, at, cases.map(({ id }) => id)],
  );
}

/** All pages of a list: its ids, and what it says is withheld. */
async function walked(
  ask: (cursor: string | undefined) => Promise<{
    readonly ids: readonly string[];
    readonly nextCursor: string | null;
    readonly withheldForPurpose: number | null;
  }>,
) {
  const ids: string[] = [];
  let cursor: string | undefined;
  let withheld: number | null = null;
  do {
    const page = await ask(cursor);
    ids.push(...page.ids);
    withheld ??= page.withheldForPurpose;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return { ids: ids.sort(), withheld };
}

const asking = (purpose: OraclePurpose | undefined) =>
  purpose === undefined ? {} : { purposeOfUse: purpose };
const caseWalk = ({ records }: Office, person: Person, purpose: OraclePurpose | undefined, limit = 100) =>
  walked(async (cursor) => {
    const input = { limit, ...asking(purpose), ...(cursor === undefined ? {} : { cursor }) };
    const { cases, ...page } = await records.listCases(input, person.session);
    return { ids: cases.map(({ id }) => id), ...page };
  });
const subjectWalk = ({ records }: Office, person: Person, purpose: OraclePurpose | undefined) =>
  walked(async (cursor) => {
    const input = { limit: 7, ...asking(purpose), ...(cursor === undefined ? {} : { cursor }) };
    const { subjects, ...page } = await records.listSubjects(input, person.session);
    return { ids: subjects.map(({ id }) => id), ...page };
  });

/** What the oracle says that a list holds. */
function expectedList<T extends { readonly id: string }>(
  things: readonly T[],
  labelsOf: (thing: T) => readonly OracleLabel[],
  isSeen: (thing: T) => readonly [boolean, boolean],
  purpose: OraclePurpose | undefined,
) {
  const seen = things.filter((thing) => isSeen(thing)[0]);
  const shown = seen.filter((thing) => purposeFits(labelsOf(thing), purpose) && isSeen(thing)[1]);
  return { ids: shown.map(({ id }) => id).sort(), withheld: seen.length - shown.length };
}

/** Every label by itself and some together × case role × visibility × wall: one case each. */
function everyCase(people: readonly OraclePerson[], subject: OracleSubject): readonly OracleCase[] {
  const sets: readonly (readonly OracleLabel[])[] = [
    [],
    ...oracleLabels.map((label) => [label]),
    ['restricted', 'psychotherapy'],
    ['psychotherapy', 'legal_privileged'],
    ['confidential', 'sealed'],
  ];
  let made = 1;
  const newId = () => {
    made += 1;
    return uuid(made);
  };
  return sets.flatMap((own) =>
    [null, ...caseRoles].flatMap((role) =>
      (['team', 'workspace'] as const).flatMap((visibility) =>
        [false, true].map((isWalled) => ({
          id: newId(),
          ...{ own, visibility, primary: subject, others: [] },
          blocked: isWalled ? people.map(({ id }) => id) : [],
          members: new Map(role === null ? [] : people.map(({ id }) => [id, role] as const)),
        })),
      ),
    ),
  );
}

/** The same numbers for the same seed (mulberry32). */
function randomOf(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const one = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  const some = <T>(list: readonly T[], share: number): T[] => list.filter(() => next() < share);
  return { next, one, some };
}

function randomWorld(seed: number, people: readonly OraclePerson[], makers: readonly string[]) {
  const { next, one, some } = randomOf(seed);
  const subjects: readonly OracleSubject[] = Array.from({ length: 24 }, (_, at) => ({
    id: uuid(seed * 1000 + at),
    labels: next() < 0.5 ? [] : some(oracleLabels, 0.2),
    createdBy: one(makers),
  }));
  const cases: readonly OracleCase[] = Array.from({ length: 30 }, (_, at) => {
    const primary = one(subjects.slice(0, 16));
    return {
      id: uuid(seed * 1000 + 500 + at),
      own: next() < 0.4 ? [] : some(oracleLabels, 0.2),
      primary,
      others: some(subjects, 0.05).filter((other) => other !== primary),
      visibility: next() < 0.3 ? 'workspace' : 'team',
      blocked: some(people, 0.15).map(({ id }) => id),
      members: new Map(some(people, 0.5).map(({ id }) => [id, one(caseRoles)])),
    };
  });
  const grants: readonly OracleGrant[] = Array.from({ length: 16 }, () => {
    const basis = one(['temporary_access', 'temporary_access', 'break_glass'] as const);
    const kind = one(['case', 'subject'] as const);
    return {
      userId: one(people).id,
      kind,
      scopeId: one<{ readonly id: string }>(kind === 'case' ? cases : subjects).id,
      labels: some(oracleLabels, 0.6),
      basis,
      purpose: basis === 'break_glass' ? 'emergency' : one(oraclePurposes),
    };
  });
  return { subjects, cases, grants };
}

describe('REC-2: access to cases and what the tables of the specification say', () => {
  it('REC-2: agree for every role, case role, label, purpose, visibility and wall, cleared and not, in lists and by id', async () => {
    const office = await recordOffice();
    const people = peopleOf(office);
    const subject: OracleSubject = { id: uuid(1), labels: [], createdBy: office.bo.id };
    const cases = everyCase(oracleOf(office, []), subject);
    const world: OracleWorld = { cases, grants: [], directory: 'workspace' };
    await build(office, world, [subject]);
    const { next } = randomOf(20_261_127);
    let compared = 0;

    for (const cleared of [[], oracleLabels])
      for (const [at, one] of oracleOf(office, cleared).entries()) {
        const person = people[at] ?? office.owner;
        await office.clear(person, bitsOf(cleared));
        for (const purpose of everyPurpose) {
          const isSeen = (each: OracleCase) => {
            const sees = seesCase(one, each, world);
            return [sees, sees] as const;
          };
          expect(await caseWalk(office, person, purpose), `${one.role} for ${purpose}`).to.deep.equal(
            expectedList(cases, effectiveOf, isSeen, purpose),
          );
          compared += cases.length;
          for (const each of cases.filter(() => next() < 0.03))
            expect(
              await failureOf(
                office.records.getCase({ caseId: each.id, ...asking(purpose) }, person.session),
              ),
              `${one.role} reads ${JSON.stringify(each)} for ${purpose}`,
            ).to.equal(answerTo(isSeen(each), effectiveOf(each), purpose, 'case'));
        }
      }

    expect(compared).to.equal(2 * 4 * 5 * 240);
  });
});

onBothDatabases('random worlds of records', (database) => {
  for (const seed of [1, 2, 3])
    it(`REC-2, REC-4, REC-25, GOV-12, GOV-14: look to everybody as the tables say, in lists and by id, with grants and emergencies for every purpose (seed ${seed})`, async () => {
      const office = await recordOffice({ database: database() });
      const { one, some, next } = randomOf(seed + 100);
      const people = peopleOf(office);
      const known = oracleOf(office, []).map((person) => ({ ...person, cleared: some(oracleLabels, 0.5) }));
      for (const [at, { cleared }] of known.entries())
        await office.clear(people[at] ?? office.owner, bitsOf(cleared));
      const drawn = randomWorld(
        seed + (database().kind === 'pglite' ? 0 : 50),
        known,
        people.map(({ id }) => id),
      );
      const directory = one(['workspace', 'case_team'] as const);
      const world: OracleWorld = { ...drawn, directory };
      await office.keep({ subjectDirectory: directory });
      await build(office, world, drawn.subjects);
      await addWhatIsOver(office, world, office.cy.id);

      for (const [at, person] of people.entries()) {
        const asOracle = known[at] ?? known[0];
        if (asOracle === undefined) throw new TypeError('There is nobody');
        for (const purpose of everyPurpose) {
          const forIt = worldFor(world, purpose);
          const seesIt = (each: OracleCase) =>
            [seesCase(asOracle, each, world), seesCase(asOracle, each, forIt)] as const;
          const seesThem = (each: OracleSubject) =>
            [seesSubject(asOracle, each, world), seesSubject(asOracle, each, forIt)] as const;
          expect(await caseWalk(office, person, purpose, 4), asOracle.role).to.deep.equal(
            expectedList(world.cases, effectiveOf, seesIt, purpose),
          );
          expect(await subjectWalk(office, person, purpose), asOracle.role).to.deep.equal(
            expectedList(drawn.subjects, ({ labels }) => labels, seesThem, purpose),
          );
          for (const each of world.cases.filter(() => next() < 0.4))
            expect(
              await failureOf(
                office.records.getCase({ caseId: each.id, ...asking(purpose) }, person.session),
              ),
            ).to.equal(answerTo(seesIt(each), effectiveOf(each), purpose, 'case'));
          for (const each of drawn.subjects.filter(() => next() < 0.4))
            expect(
              await failureOf(
                office.records.getSubject({ subjectId: each.id, ...asking(purpose) }, person.session),
              ),
            ).to.equal(answerTo(seesThem(each), each.labels, purpose, 'subject'));
        }
      }
    });

  it('PLT-11: without any condition of the application a workspace reaches its own cases alone', async () => {
    const [here, other] = [
      await recordOffice({ database: database() }),
      await recordOffice({ database: database() }),
    ];
    const [mine] = [await here.open(), await other.open()];
    const client = await database().pool.connect();
    try {
      await client.query('begin; set local role chancery_app');
      await client.query("select set_config('app.workspace', $1, true)", [here.workspaceId]);
      for (const table of ['record_cases', 'case_members', 'case_subjects']) {
        const { rows } = await client.query(`select distinct workspace_id from ${table}`);
        expect(rows, table).to.deep.equal([{ workspace_id: here.workspaceId }]);
      }
      const { rows } = await client.query('select id from record_cases');
      expect(rows).to.deep.equal([{ id: mine.id }]);
      const moved = await client
        .query('update record_cases set title = title')
        .then(({ rowCount }) => rowCount);
      expect(moved).to.equal(1);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});
