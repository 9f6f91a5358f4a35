import { PlainKeyRing, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { z } from 'zod';
import { contextPorts } from '../kernel/context-ports.ts';
import { utf8 } from '../kernel/crypto.ts';
import type { DetailPlace } from '../kernel/detail-seal.ts';
import { type AccessUsed, type Emitted, type EventType, event } from '../kernel/events.ts';
import {
  type AuditActorKind,
  type AuditPayload,
  bytesOfHex,
  canonicalJson,
  detailDigest,
  FactRefused,
} from '../kernel/ledger/index.ts';
import type { SealingKey } from '../kernel/ports.ts';
import { useCasesOf } from '../kernel/use-case.ts';
import type { WebhookNotice } from '../kernel/webhook-events.ts';
import { type Actor, actorOf, operatorActor, systemActor } from './actor.ts';
import { type DetailKeys, detailKeysFor } from './detail-keys.ts';
import { flushEmissions } from './emission.ts';
import { ledgerLine, type Stamp } from './ledger-line.ts';
import type { Transaction } from './unit-of-work.ts';

const [noteId, subjectId, caseId, grantId] = [1, 2, 3, 4].map(
  (n) => `0190a000-0000-7000-8000-00000000000${n}`,
) as [string, string, string, string];

const noteShape = z.strictObject({
  noteId: z.uuid(),
  subjectId: z.uuid(),
  caseId: z.uuid(),
  labels: z.array(z.string()),
  reason: z.string(),
});
const note = { noteId, subjectId, caseId, labels: ['restricted', 'confidential'], reason: 'Asked by phone' };

const whole = event('paper.failed', noteShape, {
  target: ({ noteId: id }) => ({ kind: 'paper', id, version: 3 }),
  facts: ({ labels }) => ({ count: labels.length }),
  detail: ({ reason }) => ({ reason }),
  refs: ({ subjectId: subject, caseId: about }) => ({ subjectId: subject, caseId: about }),
  labels: ({ labels }) => labels,
  access: () => ({ basis: 'break_glass', grantId }),
  purposeOfUse: () => 'emergency',
  outcome: 'failure',
});
const plain = event('paper.read', noteShape, {
  target: ({ noteId: id }) => ({ kind: 'paper', id }),
  detail: ({ reason }) => ({ reason }),
});

const somebody: Actor = { kind: 'user', id: 'usr_1', sessionId: 'session' };
const keyRing = new PlainKeyRing();

function written(
  {
    event: type,
    data = note,
    accessUsed = null,
  }: { event: EventType; data?: unknown; accessUsed?: AccessUsed | null },
  over: Partial<Stamp> = {},
  detailKeys: DetailKeys = new RecordedKeys(),
) {
  const { payload, detail } = ledgerLine(
    { event: type, data, accessUsed, ledgerId: 'workspace_1', id: noteId },
    {
      actor: somebody,
      caller: { requestId: caseId, correlationId: caseId, address: '203.0.113.7' },
      now: '2026-11-23T12:00:00.000Z',
      ...over,
    },
    detailKeys,
  );
  const line: AuditPayload = JSON.parse(Buffer.from(payload).toString());
  return { line, detail };
}

/** Keys of cases and subjects, as a vault has them. */
class RecordedKeys implements DetailKeys {
  readonly asked: { scope: SealingKey | null; text: string; place: DetailPlace }[] = [];
  seal(bytes: Uint8Array, place: DetailPlace, scope: SealingKey | null) {
    this.asked.push({ scope, text: Buffer.from(bytes).toString(), place });
    return { sealedValue: utf8('sealed'), keyId: `key of ${scope?.kind} ${scope?.id}` };
  }
}

describe('ledgerLine', () => {
  it('PLT-23: has everything that the declaration of the event says', () => {
    const detailKeys = new RecordedKeys();

    const { line, detail } = written({ event: whole }, {}, detailKeys);

    const salt = detail?.salt ?? new Uint8Array();
    const personal = { ip: '203.0.113.7', reason: 'Asked by phone' };
    expect(line).to.deep.equal({
      v: 1,
      id: noteId,
      workspaceId: 'workspace_1',
      occurredAt: '2026-11-23T12:00:00.000Z',
      action: 'paper.failed',
      outcome: 'failure',
      actor: somebody,
      access: { basis: 'break_glass', grantId },
      purposeOfUse: 'emergency',
      labels: ['confidential', 'restricted'],
      target: { kind: 'paper', id: noteId, version: 3 },
      refs: { subjectId, caseId, artifactId: null },
      facts: { count: 2 },
      detail: { alg: 'sha256-salted-v1', digest: Buffer.from(detailDigest(salt, personal)).toString('hex') },
      requestId: caseId,
      correlationId: caseId,
    });
    expect(detail).to.deep.equal({ salt, sealedValue: utf8('sealed'), keyId: `key of case ${caseId}` });
    expect(detailKeys.asked).to.deep.equal([
      {
        scope: { kind: 'case', id: caseId },
        text: Buffer.from(canonicalJson(personal)).toString(),
        place: { ledgerId: 'workspace_1', eventId: noteId },
      },
    ]);
  });

  it('PLT-23: is by default a success without references, labels and purpose, sealed by the key ring', async () => {
    const transaction = null as unknown as Transaction; // nothing is asked where no detail is about a subject or a case
    const keys = await detailKeysFor([{ event: plain, data: note }], keyRing, transaction);

    const { line, detail } = written({ event: plain }, {}, keys);

    expect(line).to.deep.include({
      outcome: 'success',
      access: { basis: 'role', grantId: null },
      purposeOfUse: null,
      labels: [],
      target: { kind: 'paper', id: noteId, version: null },
      refs: { subjectId: null, caseId: null, artifactId: null },
      facts: {},
    });
    expect(detail?.keyId).to.equal('key_ring');
    const opened = keyRing.open(detail?.sealedValue ?? new Uint8Array(), 'audit:workspace_1');
    expect(JSON.parse(Buffer.from(opened).toString())).to.deep.equal({
      ip: '203.0.113.7',
      reason: 'Asked by phone',
    });
  });

  it('PLT-23: the access of the call stands if the event says nothing of its own', () => {
    const accessUsed: AccessUsed = {
      access: { basis: 'temporary_access', grantId },
      purposeOfUse: 'treatment',
    };

    const [ofCall, ofEvent] = [plain, whole].map((type) => written({ event: type, accessUsed }).line);

    expect(ofCall).to.deep.include(accessUsed);
    expect(ofEvent).to.deep.include({
      access: { basis: 'break_glass', grantId },
      purposeOfUse: 'emergency',
    });
  });

  const saying = (fact: unknown) =>
    event('paper.said', noteShape, {
      target: ({ noteId: id }) => ({ kind: 'paper', id }),
      facts: () => ({ fact: fact as string }),
    });

  it('REC-75: facts are ids, words, numbers, dates, digests and public keys, in lists and objects too', () => {
    const facts = [
      noteId,
      'in_progress',
      'case_note',
      'Europe/Berlin',
      'application/vnd.oasis.opendocument.text',
      '2026-11-27T09:00:00.000Z',
      '2026-02-28',
      'a'.repeat(64),
      'chancery.example/audit/ws+1a2b3c4d+AbC/d+e=',
      7,
      true,
      null,
      ['restricted', 'sealed'],
      { startsAt: '2026-11-27T09:00:00.000Z', durationMinutes: 30 },
    ];

    for (const fact of facts)
      expect(written({ event: saying(fact) }).line.facts, String(fact)).to.deep.equal({ fact });
  });

  it('REC-75: text, addresses, telephone numbers and what is too long are refused before anything is written', () => {
    const personal = [
      'Asked by phone',
      'ada@example.com',
      '+493012345678',
      '203.0.113.7',
      '2001:db8::7',
      '2001:db8:0:0:0:0:0:7',
      'Zoë',
      'two\nlines',
      'x'.repeat(301),
      ['restricted', 'Ada Lovelace'],
      { before: 'Ada Lovelace' },
      { 'Ada Lovelace': 1 },
      { at: { place: 'a room' } },
    ];

    for (const fact of personal)
      expect(() => written({ event: saying(fact) }), JSON.stringify(fact)).to.throw(
        FactRefused,
        'paper.said: fact',
      );
  });

  const portal = { kind: 'portal_recipient', id: grantId, sessionId: null } as const;
  const publicLink = actorOf({ kind: 'public' });
  const actors: readonly (readonly [AuditActorKind, Actor, string])[] = [
    ['user', somebody, 'role'],
    ['api_key', { kind: 'api_key', id: grantId, sessionId: null }, 'role'],
    ['portal_recipient', portal, 'none'],
    ['public_link', publicLink, 'none'],
    ['operator', operatorActor, 'none'],
    ['system', systemActor, 'none'],
  ];
  for (const [kind, actor, basis] of actors) {
    it(`PLT-23: names an actor of the kind ${kind}`, () => {
      const { line } = written({ event: plain }, { actor });

      expect(line.actor).to.deep.equal(actor);
      expect([line.actor.kind, line.access.basis]).to.deep.equal([kind, basis]);
    });
  }
});

describe('an emitted event', () => {
  it('PLT-23: carries the right by which the handler acts, from the moment that it is named', async () => {
    const { chancery, owner, sql, workspaceId, ports } = await world();
    const { command } = useCasesOf(contextPorts({}));
    const readPaper = command({
      summary: 'Read a paper',
      access: { owner: 'any' },
      input: z.strictObject({}),
      output: z.object({}),
      async run(_, { emit, accessedBy }) {
        emit(plain, note);
        accessedBy({ access: { basis: 'case_member', grantId: null }, purposeOfUse: 'legal_proceedings' });
        emit(plain, note);
        accessedBy({ access: { basis: 'temporary_access', grantId }, purposeOfUse: null });
        emit(labelled, note);
        return {};
      },
    });
    const labelled = event('paper.labelled', noteShape, {
      target: ({ noteId: id }) => ({ kind: 'paper', id }),
      refs: ({ noteId: id, ...about }) => ({
        subjectId: about.subjectId,
        caseId: about.caseId,
        artifactId: id,
      }),
      labels: ({ labels }) => labels,
    });

    await chancery.execute('readPaper', readPaper, {}, owner.session);

    const rows = await sql<{ payload: Uint8Array; seq: string; purpose: string | null }>(
      `select payload, seq, purpose_of_use purpose, subject_id, case_id, artifact_id, labels from audit_event
       where ledger_id = $1 and action like 'paper.%' order by seq`,
      [workspaceId],
    );
    const lines = rows.map(({ payload }): AuditPayload => JSON.parse(Buffer.from(payload).toString()));
    expect(
      lines.map(({ access, purposeOfUse }) => [access.basis, access.grantId, purposeOfUse]),
    ).to.deep.equal([
      ['role', null, null],
      ['case_member', null, 'legal_proceedings'],
      ['temporary_access', grantId, null],
    ]);
    expect(rows[1]).to.include({ purpose: 'legal_proceedings' });
    expect(rows[2]).to.deep.include({
      subject_id: subjectId,
      case_id: caseId,
      artifact_id: noteId,
      labels: ['confidential', 'restricted'],
    });
    const [verdict] = await sql<{ ok: boolean }>(
      "select first_bad_seq is null ok from set_config('app.workspace', $1, true) entered, audit_verify(entered)",
      [workspaceId],
    );
    expect(verdict).to.deep.equal({ ok: true });
    const [detail] = await sql<{ salt: Uint8Array; value: Uint8Array }>(
      'select salt, value from audit_detail where ledger_id = $1 and seq = $2',
      [workspaceId, rows[0]?.seq],
    );
    const opened = ports.keyRing.open(detail?.value ?? new Uint8Array(), `audit:${workspaceId}`);
    const digest = detailDigest(detail?.salt ?? new Uint8Array(), JSON.parse(Buffer.from(opened).toString()));
    expect(bytesOfHex(lines[0]?.detail?.digest ?? '')).to.deep.equal(Uint8Array.from(digest));
  });

  /** The notices of events in this webhook context, whose declarations are not those of any real endpoint. */
  async function noticesOf(webhook: Omit<NonNullable<EventType['webhook']>, 'data'>) {
    const type: EventType = Object.freeze({
      type: 'paper.left',
      data: noteShape,
      ledger: { target: () => ({ kind: 'paper', id: noteId }), labels: () => note.labels },
      webhook: { ...webhook, data: () => ({ id: noteId }) },
    });
    const notices: WebhookNotice[] = [];
    const emission: Emitted = { event: type, data: note };
    const outbox: Pick<Transaction, 'webhooks' | 'appendAudit'> = {
      appendAudit: async () => undefined,
      webhooks: {
        async targets(_, asked) {
          notices.push(...asked);
          return asked.map(() => ({ endpoints: [], sequence: 0 }));
        },
        record: async () => undefined,
      },
    };
    const { written: statements } = await flushEmissions({
      // All that a flush asks of the transaction here.
      transaction: outbox as Transaction,
      emissions: [{ ...emission, ledger: 'workspace_1', accessUsed: null }],
      actor: systemActor,
      caller: { requestId: caseId, correlationId: caseId, address: null },
      now: '2026-11-23T12:00:00.000Z',
      keyRing,
      newId: () => grantId,
    });
    await statements;
    return notices.map(({ data, eventId, labels, orderingKey }) => ({ data, eventId, labels, orderingKey }));
  }

  for (const context of ['records', 'lifecycle'] as const) {
    it(`PLT-23: a webhook of ${context} names its ledger line if the event declares that, and there alone`, async () => {
      const about = { labels: ['restricted'], orderingKey: `paper:${noteId}` };

      expect(await noticesOf({ context })).to.deep.equal([{ data: { id: noteId }, eventId: null, ...about }]);
      expect(await noticesOf({ context, namesLedgerLine: true })).to.deep.equal([
        { data: { eventId: grantId, id: noteId }, eventId: grantId, ...about },
      ]);
    });
  }

  it('PLT-23: a webhook cannot name a ledger line that does not exist', () => {
    const declare = () =>
      event('paper.lost', noteShape, null, {
        webhook: { context: 'records', data: () => ({}), namesLedgerLine: true },
      });

    expect(declare).to.throw(TypeError, 'the event has none');
  });
});
