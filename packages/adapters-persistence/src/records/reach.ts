import type { records as core, fileRequests } from '@chancery/core';

type CaseAudience = fileRequests.CaseAudience;

/** Adds a parameter to a statement, and says how it stands there. */
export type Given = (value: unknown) => string;

/** Parameters of a statement that begin with the workspace. */
export function parameters(workspaceId: string): { readonly values: unknown[]; readonly given: Given } {
  const values: unknown[] = [workspaceId];
  return { values, given: (value) => `$${values.push(value)}` };
}

/** What a statement uses of its parameters: one that it does not use is refused, because nothing tells its type. */
export function usedOf(text: string, values: readonly unknown[]): readonly [string, readonly unknown[]] {
  const used: number[] = [];
  const renumbered = text.replaceAll(/\$(\d+)/g, (_, number: string) => {
    const at = Number(number) - 1;
    if (!used.includes(at)) used.push(at);
    return `$${used.indexOf(at) + 1}`;
  });
  return [renumbered, used.map((at) => values[at])];
}

/** Whose access counts, as parameters that stand at most once in a statement: one that it does not use is not given. */
export interface ReachingAs {
  readonly user: string;
  readonly role: string;
  readonly clearance: string;
  readonly at: string;
  /** Null where it does not matter: what the caller passes but for the purpose. */
  readonly purpose: string | null;
  /** Counts access for a time for this purpose alone. */
  readonly onlyForPurpose?: true;
}

type Reaching = Pick<core.RecordReach, 'reader'> & { readonly now: string } & Partial<
    Pick<core.RecordReach, 'purpose'>
  >;

export function reachingAs({ reader, now, purpose: forPurpose }: Reaching, given: Given): ReachingAs {
  const parameter = (value: unknown, type: string) => {
    let name: string | undefined;
    return () => {
      name ??= `${given(value)}::${type}`;
      return name;
    };
  };
  const user = parameter(reader.userId, 'text');
  const role = parameter(reader.role, 'text');
  const clearance = parameter(reader.clearance, 'integer');
  const at = parameter(now, 'timestamptz');
  const purpose = parameter(forPurpose, 'text');
  return {
    get user() {
      return user();
    },
    get role() {
      return role();
    },
    get clearance() {
      return clearance();
    },
    get at() {
      return at();
    },
    get purpose() {
      return forPurpose === undefined ? null : purpose();
    },
  };
}

/** A membership of the caller that is active at this moment. */
export const activeMembership = ({ user, at }: ReachingAs, alias = 'm'): string =>
  `${alias}.workspace_id = $1 and ${alias}.user_id = ${user} and ${alias}.ended_at is null and (${alias}.ends_at is null or ${alias}.ends_at > ${at})`;

/** Access for a time that the caller has at this moment. */
export const liveGrant = (as: ReachingAs): string =>
  `g.workspace_id = $1 and g.user_id = ${as.user} and g.ended_at is null and g.starts_at <= ${as.at} and g.expires_at > ${as.at}${as.onlyForPurpose ? ` and g.purpose_of_use = ${as.purpose}` : ''}`;

/** Whether the caller has access for a time to anything. */
export const hasGrants = (as: ReachingAs): string =>
  `(select exists (select from record_grants g where ${liveGrant(as)}))`;

/** Whether the caller has access for a time that is not for the purpose of the call. */
const hasOtherGrants = (as: ReachingAs): string =>
  `exists (select from record_grants g where ${liveGrant(as)} and g.purpose_of_use <> ${as.purpose})`;

/**
 * Whether access for a time to a subject reaches a case `c` of it: never one that is walled off from whoever gave it, and on
 * the word of a lead those alone that they lead. Nobody opens to others what they may not see themselves.
 */
const grantorReaches = ({ at }: ReachingAs): string =>
  `(not coalesce(g.granted_by_user_id = any(c.blocked_user_ids), false) and (not g.by_lead or exists
    (select from case_members l where l.workspace_id = $1 and l.case_id = c.id and l.user_id = g.granted_by_user_id
     and l.role = 'lead' and l.ended_at is null and (l.ends_at is null or l.ends_at > ${at}))))`;

/** Access for a time to a case: to itself, or to its primary subject, by that name or the one that it was merged into. */
const grantOnCase = (as: ReachingAs): string =>
  `((g.scope_kind = 'case' and g.scope_id = c.id) or (g.scope_kind = 'subject' and exists
  (select from subjects p where p.workspace_id = $1 and p.id = c.primary_subject_id
   and g.scope_id in (p.id, p.canonical_subject_id)) and ${grantorReaches(as)}))`;

/** What is asked for: a case \`c\`, or an entry \`e\` in it, which may be granted by itself. */
type Reached = 'case' | 'entry';
const grantOn = (reached: Reached, as: ReachingAs): string =>
  reached === 'case'
    ? grantOnCase(as)
    : `(${grantOnCase(as)} or (g.scope_kind = 'entry' and g.scope_id = e.id))`;

/**
 * What the caller is to a case `c`: a membership `m` and the labels `g` of access for a time. `opens` is what the case
 * opens to them by the one function that decides, null if they have no way to it.
 */
export function caseReach(
  as: ReachingAs,
  reached: Reached = 'case',
): { readonly joins: string; readonly member: string; readonly grants: string; readonly opens: string } {
  const { purpose } = as;
  const forPurpose =
    purpose === null
      ? ''
      : `, bit_or(g.label_mask) filter (where g.purpose_of_use = ${purpose}) purpose_mask`;
  const member = `left join case_members m on m.case_id = c.id and ${activeMembership(as)}`;
  const grants = `left join lateral (select bit_or(g.label_mask) label_mask${forPurpose} from record_grants g where ${liveGrant(as)} and ${grantOn(reached, as)}) g on true`;
  return {
    get opens() {
      return caseOpens(as);
    },
    ...{ member, grants, joins: `${member} ${grants}` },
  };
}

/**
 * Whether something that the caller passes is open for the purpose of the call: by its labels, and where it takes access
 * for a time, by access for this purpose (GOV-14). Behind the joins of `caseReach`, of a reach with a purpose.
 */
export const openedFor = (mask: string, masks: string, as: ReachingAs, isAuthor = 'false'): string =>
  `(${mask} = any(${masks}::integer[]) and (g.label_mask is null or coalesce((${mask} & ~${caseOpens(as, isAuthor, 'g.purpose_mask')}) = 0, false)))`;

/** What may be withheld for the purpose: what is labelled beyond confidential, and what access for a time reaches. */
export const mayBeWithheld = (mask: string): string => `(${mask} > 1 or g.label_mask is not null)`;

/** The call of the function; an author of an entry passes more of it. */
export const caseOpens = (
  { role, clearance, user }: ReachingAs,
  isAuthor = 'false',
  granted = 'g.label_mask',
): string =>
  `record_case_opens(${role}, ${clearance}, ${user}, c.visibility, c.blocked_user_ids, m.role, ${granted}, ${isAuthor})`;

/** What the caller is to a case `c`, as `CaseStanding`; null where a membership or a grant is not theirs. */
export const standingOn = (as: ReachingAs, reached: Reached = 'case'): string =>
  `json_build_object(
    'caseRole', m.role,
    'isBlocked', ${as.user} = any(c.blocked_user_ids),
    'isVisibleToWorkspace', c.visibility = 'workspace',
    'isAuthor', false,
    'grants', (select coalesce(json_agg(${grantFields} order by g.starts_at, g.id), '[]') from record_grants g where ${liveGrant(as)} and ${grantOn(reached, as)}))`;

export const grantFields =
  "json_build_object('basis', g.basis, 'grantId', g.id, 'labels', g.label_mask, 'mayContribute', g.may_contribute, 'purposeOfUse', g.purpose_of_use)";

/** The cases that the caller reaches by a membership or by access for a time: few, however many there are. */
const caseIdsOf = (as: ReachingAs): string =>
  `(select m.case_id from case_members m where ${activeMembership(as)} union ${grantedCaseIds(as)})`;

/** Those of them that may open more to the caller than these labels: memberships do so to whom clearance opens more. */
const caseIdsBeyond = (mask: number, { clearance }: Reaching['reader'], as: ReachingAs): string =>
  ((1 | clearance) & ~mask) === 0 ? `(${grantedCaseIds(as)})` : caseIdsOf(as);

const grantedCaseIds = (as: ReachingAs): string =>
  `select g.scope_id from record_grants g where ${liveGrant(as)} and g.scope_kind = 'case'
    union select c.id from record_grants g ${casesOfItsSubject} where ${liveGrant(as)} and g.scope_kind = 'subject' and ${grantorReaches(as)}`;

/** The cases `c` of the subject of a grant `g`, and of those that were merged into it. */
const casesOfItsSubject = `cross join lateral (select k.id from subjects k where k.workspace_id = $1 and k.id = g.scope_id
        union select k.id from subjects k where k.workspace_id = $1 and k.canonical_subject_id = g.scope_id) k
      join record_cases c on c.workspace_id = $1 and c.primary_subject_id = k.id`;

/** What `caseReach` says of access for a time to one case, of all cases at once: few, for a statement that looks at very many. */
export const grantedCases = (as: ReachingAs): string => `granted as materialized (
  select w.id, bit_or(w.label_mask) label_mask, bit_or(w.label_mask) filter (where w.purpose_of_use = ${as.purpose}) purpose_mask
  from (select g.scope_id id, g.label_mask, g.purpose_of_use from record_grants g where ${liveGrant(as)} and g.scope_kind = 'case'
    union all select c.id, g.label_mask, g.purpose_of_use from record_grants g ${casesOfItsSubject}
      where ${liveGrant(as)} and g.scope_kind = 'subject' and ${grantorReaches(as)}) w
  group by w.id)`;

/** What the workspace itself opens of its subjects; null if it gives no way to them. */
const generalMask = ({
  reader: { role, subjectDirectory },
}: Pick<core.RecordReach, 'reader'>): number | null => {
  if (role === 'owner' || role === 'admin') return openToManagers;
  return role === 'member' && subjectDirectory === 'workspace' ? 0 : null;
};

/**
 * Whether the caller passes a subject `s` (`accessToSubject` of the core): through the workspace, as whoever made it, by
 * access for a time, or through any one case.
 */
function passesSubject({ reader }: Pick<core.RecordReach, 'reader'>, as: ReachingAs, alias = 's'): string {
  const { role } = reader;
  // A survivor has the cases of all that was merged into it too (REC-15).
  const linked = `cs.subject_id in (select u.id from subjects u where u.workspace_id = $1 and (u.canonical_subject_id = ${alias}.id or u.id = ${alias}.id))`;
  const hasCase = `exists (select from case_subjects cs where cs.workspace_id = $1 and ${linked} and cs.ended_at is null)`;
  const grants = `(select bit_or(1 | g.label_mask) from record_grants g where ${liveGrant(as)} and g.scope_kind = 'subject' and g.scope_id = ${alias}.id)`;
  const isOpen = (opens: string | number) => `(${alias}.effective_mask & ~(${opens})) = 0`;
  const general = generalMask({ reader });
  const madeIt = role === 'guest' ? 'false' : `(${alias}.created_by_user_id = ${as.user} and not ${hasCase})`;
  const { joins, opens } = caseReach(as);
  const throughCase = `exists (select from case_subjects cs join record_cases c on c.workspace_id = $1 and c.id = cs.case_id ${joins}
      where cs.workspace_id = $1 and ${linked} and cs.ended_at is null and ${isOpen(`${opens} | ${general ?? '0'} | coalesce(${grants}, 0)`)})`;
  return `(${general === null ? '' : `${isOpen(general)} or `}${madeIt} or ${isOpen(`${general ?? '0'} | ${grants}`)} or ${throughCase})`;
}

/** The same for the purpose of the call: by the labels of the subject, and without access for a time for another purpose. */
export function subjectFor(
  reach: core.RecordReach,
  given: Given,
): { readonly seen: string; readonly opened: string; readonly mayBeWithheld: string } {
  const as = reachingAs(reach, given);
  const only: ReachingAs = {
    ...{ user: as.user, role: as.role, clearance: as.clearance, at: as.at },
    ...{ purpose: as.purpose, onlyForPurpose: true },
  };
  return {
    seen: passesSubject(reach, as),
    opened: `(s.effective_mask = any(${given(reach.masks)}::integer[]) and (not ${hasOtherGrants(as)} or coalesce(${passesSubject(reach, only)}, false)))`,
    mayBeWithheld: `(s.effective_mask > 1 or ${hasOtherGrants(as)})`,
  };
}

/**
 * The subjects that the caller may pass by a case, a grant or because they made them, beyond what the workspace opens to them:
 * few, however many there are. Not those of cases that the whole workspace sees.
 */
const ownSubjectIds = (as: ReachingAs, reader: Reaching['reader'], general: number | null): string => {
  const cases = general === null ? caseIdsOf(as) : caseIdsBeyond(general, reader, as);
  // Where the workspace opens it anyway, it is in the other place. What it was merged into may have more labels.
  const isBeyond =
    general === null ? 'true' : `(n.effective_mask > ${general} or n.canonical_subject_id <> n.id)`;
  return `select u.id from ${cases} k (id)
      cross join lateral (select cs.subject_id from case_subjects cs
        where cs.workspace_id = $1 and cs.case_id = k.id and cs.ended_at is null offset 0) cs
      cross join lateral (select t.id, t.canonical_subject_id, t.effective_mask from subjects t where t.workspace_id = $1 and t.id = cs.subject_id limit 1) n
      cross join lateral (values (n.id), (n.canonical_subject_id)) u (id) where ${isBeyond}
    union select g.scope_id from record_grants g where ${liveGrant(as)} and g.scope_kind = 'subject'
    union select n.id from subjects n where n.workspace_id = $1 and n.created_by_user_id = ${as.user}
      and n.effective_mask > ${general ?? -1} and not n.has_case`;
};

/** A subject `s` without labels of a case that the whole workspace sees, by itself or by what was merged into it. */
const hasOpenCase = (as: ReachingAs): string =>
  `s.has_open_case and s.effective_mask = 0 and exists (select from subjects u
     cross join lateral (select l.case_id from case_subjects l
       where l.workspace_id = $1 and l.subject_id = u.id and l.ended_at is null offset 0) l
     cross join lateral (select from record_cases c where c.workspace_id = $1 and c.id = l.case_id
       and c.visibility = 'workspace' and ${as.user} <> all(c.blocked_user_ids) limit 1) c
     where u.workspace_id = $1 and (u.canonical_subject_id = s.id or u.id = s.id))`;

/** One of the places in which a list of subjects looks; each subject that is seen is in exactly one of them. */
export interface SubjectPlace {
  /** The ids to look at; null for all subjects, in the order of the list. */
  readonly ids: string | null;
  /** That the caller passes a subject of it but for the purpose. */
  readonly seen: string;
  /** That it is open for the purpose; null where nothing is. */
  readonly opened: string | null;
  /** Null where nothing can be withheld for the purpose. */
  readonly mayBeWithheld: string | null;
}

/**
 * Where the subjects are that the caller passes: what the workspace opens to them is walked in the order of the list, and what
 * takes a case or a grant is found by those, once for the whole statement, which begins with `found`. So a list takes no longer
 * for what it does not show.
 */
export function subjectPlaces(
  reach: core.RecordReach,
  given: Given,
): { readonly found: string; readonly places: readonly SubjectPlace[] } {
  const as = reachingAs(reach, given);
  const general = generalMask(reach);
  const { seen, opened, mayBeWithheld } = subjectFor(reach, given);
  // The labels that the workspace opens are the lowest ones, and so compared the database knows how many have them.
  const isGeneral = general === null ? 'false' : `s.effective_mask <= ${general}`;
  const ids = '(select id from own_subjects)';
  const isMine = { seen: `not ${isGeneral} and ${seen}`, opened, mayBeWithheld };
  const opensMine = reach.masks.some((mask) => mask > (general ?? -1));
  const places: SubjectPlace[] = [{ ids, ...isMine, opened: opensMine ? opened : null }];
  if (general !== null)
    places.push({
      ids: null,
      seen: isGeneral,
      opened: `s.effective_mask = any(${given(reach.masks)}::integer[])`,
      mayBeWithheld: null,
    });
  // Those of cases that the whole workspace sees, where it does not see all subjects anyway.
  if (general === null && reach.reader.role === 'member')
    places.push({
      ids: null,
      seen: `s.id not in ${ids} and ${hasOpenCase(as)}`,
      opened: `s.effective_mask = any(${given(reach.masks)}::integer[])`,
      mayBeWithheld: null,
    });
  const own = ownSubjectIds(as, reach.reader, general);
  return { found: `own_subjects (id) as materialized (${own})`, places };
}

/**
 * The cases that the caller passes but for the purpose, as conditions on a case `c` of which each case fulfils one at most.
 * The wide one needs no look at memberships, so that a list walks its index; the other one begins with the few cases that
 * the caller is on. Both together are what `record_case_opens` says, and a test compares them with it.
 */
export function seenCases(
  { reader }: Pick<core.RecordReach, 'reader'>,
  as: ReachingAs,
): { readonly joins: string; readonly own: string; readonly wide: string | null } {
  const { joins, opens } = caseReach(as);
  const passes = `(c.effective_mask & ~${opens}) = 0`;
  const audience = audienceOf(reader.role);
  const open = audience === null ? null : openTo(audience, as.user);
  if (audience === 'managers')
    return {
      joins,
      own: `c.effective_mask > ${openToManagers} and c.id in ${caseIdsBeyond(openToManagers, reader, as)} and ${passes}`,
      wide: open,
    };
  const own = `c.id in ${caseIdsOf(as)} and ${passes}`;
  return { joins, own, wide: open === null ? null : `${open} and c.id not in ${caseIdsOf(as)}` };
}

/** The highest labels of what every owner and admin sees. */
const openToManagers = 1;

/** Whether the purpose opens any of the cases that `seenCases` calls the caller's own. */
export const opensOwnCases = ({ reader, masks }: core.RecordReach): boolean =>
  audienceOf(reader.role) !== 'managers' || masks.some((mask) => mask > openToManagers);

/** To whom cases may be open among whom somebody of this role is. */
export const audienceOf = (role: core.RecordReader['role']): CaseAudience | null =>
  role === 'owner' || role === 'admin' ? 'managers' : role === 'member' ? 'members' : null;

/** A case `c` that is open to all of them, this one included. */
export const openTo = (audience: CaseAudience, user: string): string =>
  `${audience === 'managers' ? `c.effective_mask <= ${openToManagers}` : "c.visibility = 'workspace' and c.effective_mask = 0"} and ${user} <> all(c.blocked_user_ids)`;
