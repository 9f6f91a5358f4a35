import type { records as core } from '@chancery/core';
import { expect } from 'chai';
import { fileRequestRepository } from '../file-requests/file-requests.ts';
import { type Sql, sqlOn } from '../kernel/sql.ts';
import { onBothDatabases } from '../testing/both-databases.ts';
import { recordOffice } from '../testing/index.ts';
import { caseRepository } from './cases.ts';
import { recordStandings } from './standings.ts';

type Office = Awaited<ReturnType<typeof recordOffice>>;

onBothDatabases('requests for files of cases', (database) => {
  it('CFR-10: are listed and found for exactly those who may read the case, whether it is named for them or open to all of their kind', async () => {
    const office = await recordOffice({ database: database() });
    const { owner, admin, bo, cy, guest, clock } = office;
    await office.clear(cy, 2);
    await openCases(office);
    const roles = [
      ...([
        [owner, 'owner'],
        [admin, 'admin'],
        [bo, 'member'],
      ] as const),
      ...([
        [cy, 'member'],
        [guest, 'guest'],
      ] as const),
    ];
    const seenBy = async (sql: Sql, reader: core.RecordReader) => {
      const repository = caseRepository(sql, office.workspaceId);
      const requests = fileRequestRepository(sql, office.workspaceId);
      const reach = { reader, now: clock.now() };
      const caseIds = await sql.column('select id from record_cases where workspace_id = $1', [
        office.workspaceId,
      ]);
      const readable = (await repository.readableAmong(caseIds, reach)).toSorted();
      for (const mostNamed of [0, 1, 1000]) {
        const cases = await repository.readable(reach, mostNamed);
        const viewer = { userId: reader.userId, seesAll: false, cases };
        for (const words of [[], ['papers']]) {
          const filter = { words, statuses: null, ownerUserId: null, viewer };
          const found = await requests.list(filter, null, 1000);
          expect(
            found.map(({ caseId }) => caseId).toSorted(),
            `${reader.role}, ${mostNamed} named`,
          ).to.deep.equal(readable);
        }
      }
      return readable.length;
    };

    const counts: number[] = [];
    const client = await database().pool.connect();
    try {
      const sql = sqlOn(client);
      await sql('begin');
      await sql("select set_config('app.workspace', $1, true)", [office.workspaceId]);
      for (const [person, role] of roles) {
        const standing = await recordStandings(sql, office.workspaceId).reader(person.id);
        counts.push(await seenBy(sql, { userId: person.id, role, ...standing }));
      }
    } finally {
      await client.query('rollback');
      client.release();
    }

    // Of twelve: team or workspace, unlabelled, confidential or restricted, walled off or not.
    expect(counts).to.deep.equal([4, 4, 1, 6, 0]);
  });
});

/**
 * A case of each visibility, label and wall, with a request of somebody who has left; Cy, who is cleared for what is
 * restricted, is on all of them, and everybody is behind the walls.
 */
async function openCases(office: Office): Promise<void> {
  const { sql, workspaceId, owner, admin, bo, cy, guest, clock } = office;
  const everybody = [owner, admin, bo, cy, guest].map(({ id }) => id);
  const at = clock.now();
  const subject = await office.create();
  await sql(
    `insert into record_cases (id, workspace_id, case_number, title, case_type, status, status_changed_at, priority, visibility, own_mask,
       effective_mask, primary_subject_id, blocked_user_ids, opened_at, tags, custom_fields, searchable, created_by_user_id, created_at, updated_by_user_id, updated_at, version)
     select gen_random_uuid(), $1, v || m || w, 'Case', 'general', 'active', $2, 'medium', v, m, m, $3, case when w then $4::text[] else '{}' end,
       $2, '{}', '{}', '', $5, $2, $5, $2, 1
     from unnest(array['team', 'workspace']) v, unnest(array[0, 1, 2]) m, unnest(array[true, false]) w`,
    [workspaceId, at, subject.id, everybody, bo.id],
  );
  await sql(
    `insert into case_members (id, workspace_id, case_id, user_id, role, added_at, added_by_user_id)
     select gen_random_uuid(), $1, id, $2, 'viewer', $3, $2 from record_cases where workspace_id = $1 and case_number ~ 'true|false'`,
    [workspaceId, cy.id, at],
  );
  await sql(
    `insert into file_requests (id, workspace_id, title, client_name, client_email, status, items, expires_at, expires_by_default, case_id,
       owner_user_id, created_by_user_id, language, reminder_count, created_at, updated_at, version)
     select gen_random_uuid(), $1, 'Papers', 'Grace Hopper', 'grace@example.org', 'draft', '[]', $2::timestamptz + interval '90 days', true, id,
       'usr_somebody', 'usr_somebody', 'en', 0, $2, $2, 1
     from record_cases where workspace_id = $1`,
    [workspaceId, at],
  );
}
