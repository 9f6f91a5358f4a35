import type { records } from '@chancery/core';
import { type Person, world } from './world.ts';

/** An office with subjects: an owner, an admin, two members and a guest. */
export async function recordOffice(over: Parameters<typeof world>[0] = {}) {
  const here = await world(over);
  const { records: own } = here.chancery;
  const admin = await here.person('admin', 'Ann');
  const bo = await here.person('member', 'Bo');
  const cy = await here.person('member', 'Cy');
  const guest = await here.person('guest', 'Gus');

  const create = async (input: object = {}, as: Person = bo) =>
    (await own.createSubject({ displayName: 'Ann Smith', ...input }, as.session)).subject;
  const get = async (subjectId: string, as: Person = bo, purposeOfUse?: records.Purpose) =>
    (await own.getSubject({ subjectId, ...(purposeOfUse === undefined ? {} : { purposeOfUse }) }, as.session))
      .subject;
  const change = async (subjectId: string, input: object, as: Person = bo, expectedVersion = 1) =>
    (await own.updateSubject({ subjectId, expectedVersion, ...input }, as.session)).subject;
  const list = (input: object = {}, as: Person = bo) => own.listSubjects(input, as.session);
  /** Opens a case about a new subject, or about one that is named. */
  const open = async (input: object = {}, as: Person = bo, purposeOfUse?: records.Purpose) => {
    const given: { subjectId?: string } = input;
    const subjectId = given.subjectId ?? (await create({}, as)).id;
    const purpose = purposeOfUse === undefined ? {} : { purposeOfUse };
    const asked = { title: 'Smith, custody', caseType: 'general', ...input, subjectId, ...purpose };
    return (await own.createCase(asked, as.session)).case;
  };
  const getCase = async (caseId: string, as: Person = bo, purposeOfUse?: records.Purpose) =>
    (await own.getCase({ caseId, ...(purposeOfUse === undefined ? {} : { purposeOfUse }) }, as.session)).case;
  /** Says for which labels somebody is cleared, and which duties they have. */
  const clear = (person: Person, mask: number, duties: readonly records.Duty[] = []) =>
    here.sql(
      `insert into member_clearances (workspace_id, user_id, clearance_mask, duties) values ($1, $2, $3, $4)
       on conflict (workspace_id, user_id) do update set clearance_mask = $3, duties = $4`,
      [here.workspaceId, person.id, mask, duties],
    );
  /** How the workspace keeps its records. */
  const keep = (settings: {
    subjectDirectory?: 'workspace' | 'case_team';
    auditReads?: 'restricted' | 'all';
  }) => here.chancery.governance.updateRecordSettings(settings, here.owner.session);
  /** Gives a subject labels, whoever is cleared for them. */
  const label = (subjectId: string, mask: number) =>
    here.sql('update subjects set own_mask = $2, effective_mask = $2 where id = $1', [subjectId, mask]);
  /** The lines about subjects and cases since the world began, oldest first. */
  const lines = () =>
    here.sql<{ action: string; outcome: string; payload: string }>(
      `select action, outcome, convert_from(payload, 'utf8') payload from audit_event
       where ledger_id = $1 and (target_kind in ('subject', 'case', 'encounter', 'follow_up') or action like 'records.%') order by seq`,
      [here.workspaceId],
    );
  return {
    ...here,
    ...{ records: own, admin, bo, cy, guest, create, get, change, list, label, lines },
    ...{ open, getCase, clear, keep },
  };
}
