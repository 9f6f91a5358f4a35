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
  /** Gives a subject labels that nobody is cleared for yet. */
  const label = (subjectId: string, mask: number) =>
    here.sql('update subjects set own_mask = $2, effective_mask = $2 where id = $1', [subjectId, mask]);
  /** The lines about subjects since the world began, oldest first. */
  const lines = () =>
    here.sql<{ action: string; outcome: string; payload: string }>(
      `select action, outcome, convert_from(payload, 'utf8') payload from audit_event
       where ledger_id = $1 and (target_kind = 'subject' or action like 'records.%') order by seq`,
      [here.workspaceId],
    );
  return { ...here, records: own, admin, bo, cy, guest, create, get, change, list, label, lines };
}
