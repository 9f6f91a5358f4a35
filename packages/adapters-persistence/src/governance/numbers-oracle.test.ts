import { expect } from 'chai';
import { type Person, recordOffice } from '../testing/index.ts';
import {
  bitsOf,
  effectiveOf,
  type OracleCase,
  type OracleLabel,
  type OraclePerson,
  type OracleSubject,
  type OracleWorld,
  oracleLabels,
  oraclePurposes,
  purposeFits,
  seesCase,
} from '../testing/record-oracle.ts';

type Office = Awaited<ReturnType<typeof recordOffice>>;
const roles = ['owner', 'admin', 'member', 'guest'] as const;
const everyPurpose = [undefined, ...oraclePurposes] as const;
const uuid = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`;

const sets: readonly (readonly OracleLabel[])[] = [
  [],
  ...oracleLabels.map((label) => [label]),
  ['psychotherapy', 'legal_privileged'],
];

/** Every label by itself and some together × case role × visibility × wall: a case each, with an entry of one more label. */
function everyCase(people: readonly string[], primary: OracleSubject): readonly OracleCase[] {
  let made = 1;
  return sets.flatMap((own) =>
    [null, 'viewer', 'reviewer', 'contributor', 'lead'].flatMap((role) =>
      (['team', 'workspace'] as const).flatMap((visibility) =>
        [false, true].map((isWalled): OracleCase => {
          made += 1;
          return {
            ...{ id: uuid(made), own, visibility, primary, others: [] },
            blocked: isWalled ? people : [],
            // The roles are those of the list above.
            members: new Map(role === null ? [] : people.map((id) => [id, role as 'lead'])),
          };
        }),
      ),
    ),
  );
}

interface Entry {
  readonly id: string;
  readonly of: OracleCase;
  readonly labels: readonly OracleLabel[];
  readonly authorId: string;
}
const entriesOf = (cases: readonly OracleCase[], authorId: string): readonly Entry[] =>
  cases.map((of, at) => ({
    ...{ id: uuid(100_000 + at), of, authorId },
    labels: [...new Set([...effectiveOf(of), ...(sets[at % sets.length] ?? [])])],
  }));

/** Who wrote an entry and is on its case passes all of its labels but sealed (records 3.3). */
function seesEntry(person: OraclePerson, { of, labels, authorId }: Entry, world: OracleWorld): boolean {
  const isAuthor = person.id === authorId && of.members.has(person.id);
  const counted = isAuthor ? labels.filter((label) => label === 'sealed') : labels;
  return seesCase(person, { ...of, own: counted }, world);
}

async function build(
  { sql, workspaceId, bo, clock }: Office,
  cases: readonly OracleCase[],
  entries: readonly Entry[],
) {
  const at = clock.now();
  const subject = cases[0]?.primary.id;
  await sql(
    `insert into subjects (id, workspace_id, subject_number, kind, display_name, aliases, birth_date_estimated, interpreter_needed, contacts,
       addresses, tags, custom_fields, status, own_mask, effective_mask, searchable, created_by_user_id, created_at, updated_by_user_id, updated_at, version, canonical_subject_id)
     values ($1::uuid, $2, $1::text, 'person', $1::text, '[]', false, false, '[]', '[]', '{}', '{}', 'active', 0, 0, '', $3, $4, $3, $4, 1, $1::uuid)`,
    [subject, workspaceId, bo.id, at],
  );
  await sql(
    `insert into record_cases (id, workspace_id, case_number, title, case_type, status, status_changed_at, priority, visibility, own_mask,
       effective_mask, primary_subject_id, blocked_user_ids, opened_at, tags, custom_fields, searchable, created_by_user_id, created_at, updated_by_user_id, updated_at, version)
     select (c->>'id')::uuid, $2, c->>'id', 'An oracle', 'general', 'active', $3, 'medium', c->>'visibility', (c->>'mask')::integer, (c->>'mask')::integer,
       $5::uuid, array(select jsonb_array_elements_text(c->'blocked')), $3, '{}', '{}', '', $4, $3, $4, $3, 1
     from jsonb_array_elements($1::jsonb) c`,
    [
      JSON.stringify(cases.map((each) => ({ ...each, mask: bitsOf(effectiveOf(each)) }))),
      workspaceId,
      at,
      bo.id,
      subject,
    ],
  );
  await sql(
    `insert into case_members (id, workspace_id, case_id, user_id, role, added_at, added_by_user_id)
     select gen_random_uuid(), $2, (m->>'caseId')::uuid, m->>'userId', m->>'role', $3, $4 from jsonb_array_elements($1::jsonb) m`,
    [
      JSON.stringify(
        cases.flatMap(({ id, members }) =>
          [...members].map(([userId, role]) => ({ caseId: id, userId, role })),
        ),
      ),
      ...[workspaceId, at, bo.id],
    ],
  );
  await sql(
    `insert into record_entries (id, workspace_id, case_id, subject_id, entry_type, title, status, current_version, occurred_at, late_entry, own_mask,
       effective_mask, author_user_id, review_policy, co_sign_policy, co_sign_status, created_by_user_id, created_at, updated_by_user_id, updated_at, version)
     select (e->>'id')::uuid, $2, (e->>'caseId')::uuid, $5::uuid, 'note', 'An oracle', 'finalized', 1, $3, false, (e->>'mask')::integer,
       (e->>'mask')::integer, e->>'authorId', 'peer', 'none', 'not_requested', $4, $3, $4, $3, 1 from jsonb_array_elements($1::jsonb) e`,
    [
      JSON.stringify(
        entries.map(({ id, of, labels, authorId }) => ({
          id,
          caseId: of.id,
          mask: bitsOf(labels),
          authorId,
        })),
      ),
      ...[workspaceId, at, bo.id, subject],
    ],
  );
}

/** All that a search finds, and what it says is withheld. */
async function found({ records }: Office, person: Person, asking: object) {
  const ids: string[] = [];
  let cursor: string | null = null;
  let withheld: number | null = null;
  do {
    const more: { cursor?: string } = cursor === null ? {} : { cursor };
    const page = await records.searchRecords(
      { query: 'oracle', limit: 50, ...asking, ...more },
      person.session,
    );
    ids.push(...page.results.map(({ id }) => id));
    withheld ??= page.withheldForPurpose;
    cursor = page.nextCursor;
  } while (cursor !== null);
  return { ids: ids.sort(), withheld };
}

describe('REC-2: search, reports and workload, and what the tables of the specification say', () => {
  it('REC-2, REC-25, GOV-32: agree for every role, case role, label, purpose, visibility and wall, cleared and not', async function () {
    this.timeout(600_000);
    const office = await recordOffice();
    const { owner, admin, cy, guest, chancery } = office;
    const people: readonly Person[] = [owner, admin, cy, guest];
    const primary: OracleSubject = { id: uuid(1), labels: [], createdBy: office.bo.id };
    const cases = everyCase(
      people.map(({ id }) => id),
      primary,
    );
    const entries = entriesOf(cases, cy.id);
    const world: OracleWorld = { cases, grants: [], directory: 'workspace' };
    await build(office, cases, entries);
    let compared = 0;

    for (const cleared of [[], oracleLabels])
      for (const [at, person] of people.entries()) {
        const one: OraclePerson = { id: person.id, role: roles[at] ?? 'guest', cleared };
        await office.clear(person, bitsOf(cleared), person === cy ? ['auditor'] : []);
        for (const purpose of everyPurpose) {
          const asking = purpose === undefined ? {} : { purposeOfUse: purpose };
          const seen = cases.filter((each) => seesCase(one, each, world));
          const shown = seen.filter((each) => purposeFits(effectiveOf(each), purpose));
          const read = entries.filter((each) => seesEntry(one, each, world));
          const opened = read.filter(({ labels }) => purposeFits(labels, purpose));
          const what = `${one.role}, cleared for ${cleared.length}, for ${purpose}`;
          expect(await found(office, person, asking), what).to.deep.equal({
            ids: [...shown, ...opened].map(({ id }) => id).sort(),
            withheld: seen.length - shown.length + read.length - opened.length,
          });
          compared += cases.length + entries.length;
          if (person === guest) continue;
          const { members } = await chancery.governance.getRecordWorkload(asking, person.session);
          const own = members.find(({ userId }) => userId === person.id);
          expect(own?.openCases, what).to.equal(shown.filter(({ members: on }) => on.has(person.id)).length);
          const { report } = await chancery.governance.getRecordReport(asking, person.session);
          expect(report.caseload.open, what).to.equal(expectedOpen(one, shown, cases));
        }
      }

    expect(compared).to.equal(2 * 4 * 5 * 2 * cases.length);
  });
});

/** Auditors count what they see; managers all but what is behind a wall, unless few labelled cases are in it. */
function expectedOpen(
  { id, role }: OraclePerson,
  shown: readonly OracleCase[],
  cases: readonly OracleCase[],
): number | null {
  if (role === 'member') return shown.length;
  const all = cases.filter(({ blocked }) => !blocked.includes(id));
  const labelled = all.filter(
    (each) => !shown.includes(each) && effectiveOf(each).some((label) => label !== 'confidential'),
  );
  return labelled.length === 0 || labelled.length > 4 ? all.length : null;
}
