import { records as core, versionConflict } from '@chancery/core';
import { boolean, bytes, date, instant, int, key, nullable, tenant, text, uuid } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';
import {
  caseOpens,
  caseReach,
  type Given,
  mayBeWithheld,
  openedFor,
  parameters,
  reachingAs,
} from './reach.ts';

type AmendmentRow = core.Amendment & { workspaceId: string };
const AmendmentRow = new EntitySchema<AmendmentRow>({
  name: 'Amendment',
  tableName: 'amendments',
  columns: {
    id: key(),
    workspaceId: tenant(),
    entryId: uuid(),
    versionNumber: int(),
    requestedByKind: text(),
    requestedByUserId: nullable(text()),
    requestSealed: nullable(bytes()),
    status: text(),
    dueOn: date(),
    extendedOnce: boolean(),
    decidedByUserId: nullable(text()),
    decidedAt: nullable(instant()),
    decisionSealed: nullable(bytes()),
    singlePerson: boolean(),
    denialBasis: nullable(text()),
    openedVersion: nullable(int()),
    denialAddendumId: nullable(uuid()),
    disagreementAddendumId: nullable(uuid()),
    rebuttalAddendumId: nullable(uuid()),
    notifyPriorRecipients: boolean(),
    remindedOn: nullable(date()),
    createdAt: instant(),
    updatedByUserId: nullable(text()),
    updatedAt: instant(),
    version: int(),
  },
});

export function amendmentRepository(sql: Sql, workspaceId: string): core.AmendmentRepository {
  const amendments = table(sql, AmendmentRow, { workspaceId });
  return {
    add: (amendment) => amendments.insert({ ...amendment, workspaceId }),
    find: (id, lock) => amendments.find({ id }, lock),
    async save(amendment) {
      const after = { ...amendment, version: amendment.version + 1 };
      const saved = await amendments.update(
        { id: amendment.id, version: amendment.version },
        { ...after, workspaceId },
      );
      if (saved === 0) throw versionConflict();
      return after;
    },
    async noteReminded(id, on) {
      await amendments.update({ id }, { remindedOn: on });
    },
    of: (entryId) =>
      sql<core.Amendment>(
        `select ${amendments.selection} from amendments where workspace_id = $1 and entry_id = $2 order by created_at, id`,
        [workspaceId, entryId],
      ),
    list: (asked) => listAmendments(sql, { workspaceId, selection: amendments.selection }, asked),
  };
}

/** Answers the sweep by a function that sees all workspaces and returns ids and zones alone. */
export const amendmentSweep = (sql: Sql): core.AmendmentSweep => ({
  late: (now, most) =>
    sql<{ readonly workspaceId: string; readonly amendmentId: string; readonly timeZone: string }>(
      `select workspace_id "workspaceId", amendment_id "amendmentId", time_zone "timeZone" from chancery_amendments_late($1, $2)`,
      [now, most],
    ),
});

type Listed = core.ListedAmendment & { readonly withheld: number | null };

/** One page, and what is withheld of the whole list, in one statement. */
async function listAmendments(
  sql: Sql,
  { workspaceId, selection }: { readonly workspaceId: string; readonly selection: string },
  { filter, reach, after, limit }: core.AmendmentsAsked,
): Promise<core.AmendmentPage> {
  const { values, given } = parameters(workspaceId);
  const as = reachingAs(reach, given);
  const from = `from amendments a join record_entries e on e.workspace_id = $1 and e.id = a.entry_id
    join record_cases c on c.workspace_id = $1 and c.id = e.case_id ${caseReach(as, 'entry').joins}`;
  const seen = [
    'a.workspace_id = $1',
    ...conditionsOf(filter, given),
    `(e.effective_mask & ~${caseOpens(as, `e.author_user_id = ${as.user}`)}) = 0`,
  ].join(' and ');
  const isAuthor = `e.author_user_id = ${as.user}`;
  const opened = openedFor('e.effective_mask', given(reach.masks), as, isAuthor);
  const withheld =
    after === null
      ? `(select count(*)::integer from (select ${from} where ${seen} and ${mayBeWithheld('e.effective_mask')} and not ${opened} limit ${core.mostWithheld}) w)`
      : 'null::integer';
  const place =
    after === null ? '' : ` and (a.due_on, a.id) > (${given(after[0])}::date, ${given(after[1])}::uuid)`;
  const rows = await sql<Listed>(
    `select w.withheld, p.* from (select ${withheld} withheld) w
     left join (select ${selection.replaceAll(/(^|, )/g, '$1a.')}, e.case_id "caseId", e.effective_mask "effectiveMask" ${from}
       where ${seen} and ${opened}${place} order by a.due_on, a.id limit ${given(limit + 1)}) p on true
     order by p."dueOn", p.id`,
    values,
  );
  return {
    withheld: rows[0]?.withheld ?? null,
    // Without any there is still the line that says what is withheld.
    amendments: rows.filter(({ id }) => id !== null).map(({ withheld: _, ...amendment }) => amendment),
  };
}

function conditionsOf(
  { status, caseId, overdue, today }: core.AmendmentFilter,
  given: Given,
): readonly string[] {
  const conditions: string[] = [];
  if (status !== null) conditions.push(`a.status = ${given(status)}`);
  if (caseId !== null) conditions.push(`e.case_id = ${given(caseId)}::uuid`);
  if (overdue !== null) {
    const isLate = `(a.status = 'requested' and a.due_on < ${given(today)}::date)`;
    conditions.push(overdue ? isLate : `not ${isLate}`);
  }
  return conditions;
}
