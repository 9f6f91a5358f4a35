import { randomUUID } from 'node:crypto';
import { encodePayload } from '@chancery/core/internal';

/** Runs a statement of the database's own user. */
export type Statement = (text: string, values: unknown[]) => Promise<unknown>;

/** The bytes of an event as use cases write them. */
export const anEvent = (ledgerId: string, at: number): Uint8Array => {
  const requestId = randomUUID();
  return encodePayload({
    v: 1,
    id: randomUUID(),
    workspaceId: ledgerId,
    occurredAt: new Date(Date.UTC(2026, 0, 1) + at * 1000).toISOString(),
    action: 'document.updated',
    outcome: 'success',
    actor: { kind: 'user', id: 'usr_8c2dd17a1baf7035a7ac240e1f1cdf25', sessionId: randomUUID() },
    access: { basis: 'role', grantId: null },
    purposeOfUse: null,
    labels: [],
    target: { kind: 'document', id: randomUUID(), version: 3 },
    refs: { subjectId: null, caseId: null, artifactId: randomUUID() },
    facts: { changed: ['name'] },
    detail: null,
    requestId,
    correlationId: requestId,
  });
};

const together = 1000;

/** Appends so many events, as the product appends them and a thousand in each statement. */
export async function seedLedger(run: Statement, ledgerId: string, events: number): Promise<void> {
  await run("select set_config('app.workspace', $1, false)", [ledgerId]);
  await run('select audit_open($1)', [ledgerId]);
  for (let at = 0; at < events; at += together) {
    const count = Math.min(together, events - at);
    const payloads = Array.from({ length: count }, (_, index) => {
      const bytes = anEvent(ledgerId, at + index);
      return `"\\\\x${Buffer.from(bytes).toString('hex')}"`;
    });
    await run('select count(*) from audit_append($1, $2::text::bytea[])', [
      ledgerId,
      `{${payloads.join(',')}}`,
    ]);
  }
}
