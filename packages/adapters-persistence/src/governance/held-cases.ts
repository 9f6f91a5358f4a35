/**
 * Whether a hold `h` covers a case: all of the workspace, the case itself, or a subject of it, whatever that was merged into
 * and whether or not it has anything to do with the case any more.
 */
export const holdCovers = (caseId: string, hold = 'h'): string => `(${hold}.entire_workspace
  or exists (select from record_hold_cases hc where hc.workspace_id = $1 and hc.hold_id = ${hold}.id and hc.case_id = ${caseId})
  or exists (select from record_hold_subjects hs join subjects s on s.workspace_id = $1 and s.id = hs.subject_id
    join subjects u on u.workspace_id = $1 and u.canonical_subject_id = s.canonical_subject_id
    join case_subjects l on l.workspace_id = $1 and l.subject_id = u.id
    where hs.workspace_id = $1 and hs.hold_id = ${hold}.id and l.case_id = ${caseId}))`;

/** Whether any active hold covers a case. */
export const isHeld = (caseId: string): string =>
  `exists (select from record_holds h where h.workspace_id = $1 and h.status = 'active' and ${holdCovers(caseId)})`;

/** The same for very many cases: which are held is looked up once for all of them. */
export const isAmongHeld = (caseId: string): string => `(
  exists (select from record_holds h where h.workspace_id = $1 and h.status = 'active' and h.entire_workspace)
  or ${caseId} in (
    select hc.case_id from record_holds h join record_hold_cases hc on hc.workspace_id = $1 and hc.hold_id = h.id
    where h.workspace_id = $1 and h.status = 'active'
    union select l.case_id from record_holds h join record_hold_subjects hs on hs.workspace_id = $1 and hs.hold_id = h.id
    join subjects s on s.workspace_id = $1 and s.id = hs.subject_id
    join subjects u on u.workspace_id = $1 and u.canonical_subject_id = s.canonical_subject_id
    join case_subjects l on l.workspace_id = $1 and l.subject_id = u.id
    where h.workspace_id = $1 and h.status = 'active'))`;

/** Whether a hold covers a subject by itself. The names within are long, so that they hide none of the statement around them. */
export const holdCoversSubject = (subjectId: string, hold = 'h'): string => `(${hold}.entire_workspace
  or exists (select from record_hold_subjects hs join subjects held_one on held_one.workspace_id = $1 and held_one.id = hs.subject_id
    join subjects same_one on same_one.workspace_id = $1 and same_one.canonical_subject_id = held_one.canonical_subject_id
    where hs.workspace_id = $1 and hs.hold_id = ${hold}.id and same_one.id = ${subjectId}))`;
