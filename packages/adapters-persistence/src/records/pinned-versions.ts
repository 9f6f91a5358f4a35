import type { records as core } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';
import { caseOpens, caseReach, parameters, reachingAs } from './reach.ts';

export interface Selections {
  readonly entry: string;
  readonly version: string;
  readonly submission: string;
}

/** Signed versions of many entries, in three statements however many there are. */
export function pinnedVersions(
  sql: Sql,
  workspaceId: string,
  selections: Selections,
): Pick<core.EntryRepository, 'pinned' | 'passedAmong'> {
  return {
    passedAmong(ids, reach) {
      const { values, given } = parameters(workspaceId);
      const as = reachingAs(reach, given);
      return sql<core.RecordEntry>(
        `select ${selections.entry.replaceAll(/(^|, )/g, '$1e.')}
         from record_entries e join record_cases c on c.workspace_id = $1 and c.id = e.case_id ${caseReach(as, 'entry').joins}
         where e.workspace_id = $1 and e.id = any(${given(ids)}::uuid[])
           and (e.effective_mask & ~${caseOpens(as, `e.author_user_id = ${as.user}`)}) = 0`,
        values,
      );
    },
    async pinned(of, lock) {
      const ids = [...new Set(of.map(({ artifactId }) => artifactId))];
      if (ids.length === 0) return [];
      const entries = await sql<core.RecordEntry>(
        `select ${selections.entry} from record_entries where workspace_id = $1 and id = any($2::uuid[])
         order by id${lock === undefined ? '' : ` ${lock}`}`,
        [workspaceId, ids],
      );
      const byId = new Map(entries.map((entry) => [entry.id, entry]));
      const wanted = of.flatMap(({ artifactId, versionNumber }) => {
        const entry = byId.get(artifactId);
        const number = versionNumber ?? entry?.currentVersion ?? null;
        return entry === undefined || number === null ? [] : [{ entry, number }];
      });
      return versionsOf(sql, workspaceId, selections, wanted);
    },
  };
}

interface Wanted {
  readonly entry: core.RecordEntry;
  readonly number: number;
}

async function versionsOf(
  sql: Sql,
  workspaceId: string,
  selections: Selections,
  wanted: readonly Wanted[],
): Promise<readonly core.SealedVersion[]> {
  const values = [workspaceId, wanted.map(({ entry }) => entry.id), wanted.map(({ number }) => number)];
  const named = 'unnest($2::uuid[], $3::integer[]) w (entry_id, number)';
  const signed = `w join record_entry_versions v on v.workspace_id = $1 and v.entry_id = w.entry_id
    and v.number = w.number and v.state = 'finalized'`;
  const versions = await sql<core.EntryVersion>(
    `select ${selections.version.replaceAll(/(^|, )/g, '$1v.')} from (select distinct * from ${named}) ${signed}`,
    values,
  );
  const submissions = await sql<core.EntrySubmission>(
    `select ${selections.submission.replaceAll(/(^|, )/g, '$1s.')} from (select distinct * from ${named}) ${signed}
     join record_entry_submissions s on s.workspace_id = $1 and s.entry_id = v.entry_id and s.number = v.number
       and s.submission = v.submission`,
    values,
  );
  return wanted.flatMap(({ entry, number }) => {
    const isIt = (each: { readonly entryId: string; readonly number: number }) =>
      each.entryId === entry.id && each.number === number;
    const version = versions.find(isIt);
    const submission = submissions.find(isIt);
    return version === undefined || submission === undefined ? [] : [{ entry, version, submission }];
  });
}
