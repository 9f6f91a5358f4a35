import { world } from './world.ts';

/** A workspace whose ledger is looked at. */
export async function auditedOffice(over: Parameters<typeof world>[0] = {}) {
  const here = await world(over);
  const { owner, chancery, workspaceId, sql } = here;
  const own = chancery.records;
  /** So many events more. */
  const projects = async (count: number) => {
    for (let at = 0; at < count; at += 1)
      await chancery.workspace.createProject({ name: `Project ${at}` }, owner.session);
  };
  const checkpoint = async () => (await own.createAuditCheckpoint({}, owner.session)).checkpoint;
  const verify = async (input: object = {}) =>
    (await own.verifyAuditLedger(input, owner.session)).verification;
  const keys = async () => (await own.listAuditCheckpoints({}, owner.session)).vkeys.map(({ vkey }) => vkey);
  const headSeq = async () => {
    const [row] = await sql<{ seq: string }>('select last_seq seq from audit_head where ledger_id = $1', [
      workspaceId,
    ]);
    return Number(row?.seq);
  };
  /** The bytes of an answer, as somebody gets them who reads it to its end. */
  const text = async (answer: Promise<{ readonly content?: unknown }>): Promise<string> => {
    const { content } = await answer;
    if (typeof content === 'string') return content;
    let whole = '';
    for await (const part of content as AsyncIterable<string>) whole += part;
    return whole;
  };
  /** What somebody does who owns the database: the triggers that refuse a change are off meanwhile. */
  const tamper = async (statement: string, values: readonly unknown[] = []) => {
    await sql('alter table audit_event disable trigger audit_event_immutable');
    try {
      await sql(statement, values);
    } finally {
      await sql('alter table audit_event enable always trigger audit_event_immutable');
    }
  };
  return { ...here, records: own, projects, checkpoint, verify, keys, headSeq, text, tamper };
}
