import type { records as core } from '@chancery/core';
import { expect } from 'chai';
import type { Sql } from '../kernel/sql.ts';
import { onBothDatabases } from '../testing/both-databases.ts';
import { callsOf, rowsRead } from '../testing/explained.ts';
import { recordOffice } from '../testing/index.ts';
import { listCases } from './case-list.ts';
import { recordStandings } from './standings.ts';
import { listSubjects } from './subject-list.ts';

const others = 3000;
type Office = Awaited<ReturnType<typeof recordOffice>>;

/** Many subjects with a case each, of which one in ten is labelled; the owner made them, and nobody of the office is on them. */
async function filled({ sql, workspaceId, owner }: Office): Promise<void> {
  const mask = 'case when n % 10 = 0 then 2 else 0 end';
  await sql(
    `insert into subjects (id, workspace_id, subject_number, kind, display_name, aliases, birth_date_estimated, interpreter_needed, contacts,
       addresses, tags, custom_fields, status, own_mask, effective_mask, searchable, created_by_user_id, created_at, updated_by_user_id,
       updated_at, version, canonical_subject_id)
     select md5('s' || n)::uuid, $1, 'S-9' || n, 'person', 'Other ' || n, '[]', false, false, '[]', '[]', '{}', '{}', 'active', ${mask}, ${mask},
       'Other ' || n, $3, now(), $3, now() + n * interval '1 second', 1, md5('s' || n)::uuid
     from generate_series(1, $2::integer) n`,
    [workspaceId, others, owner.id],
  );
  await sql(
    `insert into record_cases (id, workspace_id, case_number, title, case_type, status, status_changed_at, priority, visibility, own_mask,
       effective_mask, primary_subject_id, blocked_user_ids, opened_at, tags, custom_fields, searchable, created_by_user_id, created_at,
       updated_by_user_id, updated_at, version)
     select md5('c' || n)::uuid, $1, 'C-9-' || n, 'Matter ' || n, 'general', 'active', now(), 'medium', 'team', ${mask}, ${mask},
       md5('s' || n)::uuid, '{}', now() + n * interval '1 second', '{}', '{}', 'Matter ' || n, $3, now(), $3, now(), 1
     from generate_series(1, $2::integer) n`,
    [workspaceId, others, owner.id],
  );
  await sql(
    `insert into case_subjects (id, workspace_id, case_id, subject_id, role, linked_at)
     select gen_random_uuid(), $1, md5('c' || n)::uuid, md5('s' || n)::uuid, 'primary', now() from generate_series(1, $2::integer) n`,
    [workspaceId, others],
  );
  await sql('analyze subjects, record_cases, case_subjects, subject_words, case_words');
}

onBothDatabases('lists of records among many that they do not show', (database) => {
  let office: Office;
  let reach: (
    person: Office['owner'],
    role: core.RecordReach['reader']['role'],
    reader?: Partial<core.RecordReach['reader']>,
  ) => core.RecordReach;
  before(async () => {
    office = await recordOffice({ database: database() });
    const { id } = await office.create({ displayName: 'Ada Quittance' });
    await office.open({
      subjectId: id,
      title: 'Estate',
      members: [{ userId: office.guest.id, role: 'viewer' }],
    });
    await filled(office);
    reach = (person, role, reader = {}) => ({
      reader: {
        userId: person.id,
        role,
        clearance: 0,
        duties: [],
        subjectDirectory: 'workspace',
        auditsAllReads: false,
        ...reader,
      },
      now: office.clock.now(),
      masks: [0, 1],
      purpose: 'professional_operations',
    });
  });

  const listedSubjects =
    (by: core.RecordReach, words: readonly string[]) =>
    (sql: Sql): Promise<unknown> =>
      listSubjects(
        sql,
        { workspaceId: office.workspaceId, selection: 'id "id", updated_at "updatedAt"' },
        {
          filter: {
            status: null,
            ownMasks: null,
            tag: null,
            words,
            keys: words.length > 0 ? ['none'] : [],
            identifierKey: null,
          },
          ...{ reach: by, after: null, limit: 25 },
        },
      );
  const listedCases =
    (by: core.RecordReach, words: readonly string[]) =>
    (sql: Sql): Promise<unknown> =>
      listCases(
        sql,
        {
          workspaceId: office.workspaceId,
          selection: 'id "id", opened_at "openedAt", primary_subject_id "primarySubjectId"',
        },
        {
          filter: {
            status: null,
            caseType: null,
            subjectId: null,
            memberUserId: null,
            ownMasks: null,
            words,
          },
          ...{ reach: by, after: null, limit: 25 },
        },
      );
  /** Of the plan for any values: lists are planned once. */
  const rowsOf = (work: (sql: Sql) => Promise<unknown>) =>
    rowsRead(office.database, office.workspaceId, work, 'generic');
  const subjects = (by: core.RecordReach, words: readonly string[]) => rowsOf(listedSubjects(by, words));
  const cases = (by: core.RecordReach, words: readonly string[]) => rowsOf(listedCases(by, words));

  it('REC-93: find what few are called without a look at all others', async () => {
    const owner = reach(office.owner, 'owner');

    expect(await subjects(owner, ['quittan'])).to.be.lessThan(others / 10);
    expect(await cases(owner, ['quittan'])).to.be.lessThan(others / 10);
    // Of a word that many have no more than two thousand are counted; the other one is rarer.
    expect(await subjects(owner, ['other', 'quittan'])).to.be.lessThan(2001 + others / 10);
  });

  it('REC-93: find nobody as fast', async () => {
    const owner = reach(office.owner, 'owner');

    expect(await subjects(owner, ['nobody'])).to.be.lessThan(others / 10);
    expect(await cases(owner, ['nobody'])).to.be.lessThan(others / 10);
  });

  it('REC-93: make what a word is compared with once, however many they are compared with', async () => {
    const owner = reach(office.owner, 'owner');
    // Each of the two words stands in a few conditions.
    for (const work of [listedSubjects(owner, ['other', 'oth']), listedCases(owner, ['matter', 'mat'])])
      expect(
        await callsOf('chancery_search_pattern', office.database, office.workspaceId, work),
      ).to.be.within(2, 24);
  });

  it('REC-93: ask what access for a time covers by key, also if most workspaces have little', async () => {
    const ids = await office.sql<{ id: string }>(
      "select md5('c' || n)::uuid id from generate_series(1, 25) n",
    );
    await office.sql('alter table record_cases alter column workspace_id set (n_distinct = 1000)');
    await office.sql('analyze record_cases');
    try {
      const covering = (sql: Sql) =>
        recordStandings(sql, office.workspaceId).covering(
          'cases',
          ids.map(({ id }) => id),
          office.owner.id,
          office.clock.now(),
        );
      expect(await rowsOf(covering)).to.be.lessThan(others / 10);
    } finally {
      await office.sql('alter table record_cases alter column workspace_id reset (n_distinct)');
      await office.sql('analyze record_cases');
    }
  });

  it('REC-4, REC-93: read little for whoever sees little, and little of what may be withheld', async () => {
    const [guest, owner] = [reach(office.guest, 'guest'), reach(office.owner, 'owner')];

    for (const read of [subjects(guest, []), cases(guest, []), subjects(owner, []), cases(owner, [])])
      expect(await read).to.be.lessThan(others / 10);
  });

  it('REC-93: read little for whoever is cleared for labels, and for whoever sees no more than their cases', async () => {
    const cleared = reach(office.owner, 'owner', { clearance: 2 });
    const [insider, stranger] = [office.bo, office.cy].map((person) =>
      reach(person, 'member', { subjectDirectory: 'case_team' }),
    ) as [core.RecordReach, core.RecordReach];

    for (const by of [cleared, insider, stranger])
      for (const words of [[], ['other']]) {
        expect(await subjects(by, words)).to.be.lessThan(2001 + others / 10);
        expect(await cases(by, [])).to.be.lessThan(others / 10);
      }
    expect(await subjects(stranger, [])).to.be.lessThan(others / 10);
  });
});
