import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { certificateLocalTimes } from './certificate-local-times.ts';
import { EvidenceTooLarge, type SigningFacts, signingEvidence } from './signing-evidence.ts';

const at = (minute: number) => `2026-05-04T09:${minute}:00.000Z`;
const recipient = (id: string, order: number): SigningFacts['recipients'][number] => ({
  id,
  name: 'Zoë',
  email: 'zoe@example.org',
  role: 'signer',
  order,
  delivery: [{ at: at(30), by: 'email', linkVersion: 1 }],
  verification: null,
  sentAt: at(30),
  viewedAt: at(31),
  consentedAt: null,
  completedAt: at(32),
  intent: 'sign',
  documentSha256: 'ab',
  ip: null,
  userAgent: null,
  timeZone: 'Europe/Berlin',
  signature: { method: 'typed', imageSha256: null, text: 'Zoë' },
  disclosure: null,
  initials: null,
});
const field = (id: string, page: number, y: number, x: number): SigningFacts['fields'][number] => ({
  ...{ id, page, x, y, recipientId: 'a', kind: 'text', width: 0.1, height: 0.1, label: null, value: null },
});
const facts: SigningFacts = {
  workspace: { id: 'w', name: 'W' },
  document: { id: 'd', name: 'D', fileName: 'd.pdf' },
  round: 1,
  sender: { userId: 'u', displayName: 'U' },
  subject: 'S',
  message: null,
  signingOrder: 'parallel',
  original: { sha256: '01', sizeBytes: 1, pages: 1 },
  signingCopy: { sha256: '02', sizeBytes: 2, pages: 1 },
  disclosure: null,
  sentAt: at(30),
  deadlineAt: at(59),
  completedAt: at(32),
  recipients: [],
  fields: [],
  events: [],
  ledger: { ledgerId: 'l', seq: 3, headHash: '03' },
};

describe('the evidence of a round', () => {
  it('SEA-18: is canonical JSON with all members, so that the same facts have one digest', () => {
    const bytes = signingEvidence(facts);

    expect(Buffer.from(bytes).toString()).to.equal(
      '{"completedAt":"2026-05-04T09:32:00.000Z","deadlineAt":"2026-05-04T09:59:00.000Z","disclosure":null,"document":{"fileName":"d.pdf","id":"d","name":"D"},"events":[],"fields":[],"ledger":{"headHash":"03","ledgerId":"l","seq":3},"message":null,"original":{"pages":1,"sha256":"01","sizeBytes":1},"recipients":[],"round":1,"schema":"chancery.signing-evidence.v1","sender":{"displayName":"U","userId":"u"},"sentAt":"2026-05-04T09:30:00.000Z","signingCopy":{"pages":1,"sha256":"02","sizeBytes":2},"signingOrder":"parallel","subject":"S","workspace":{"id":"w","name":"W"}}',
    );
    const digest = (given: SigningFacts) => createHash('sha256').update(signingEvidence(given)).digest('hex');
    const reordered = Object.fromEntries(Object.entries(facts).reverse()) as unknown as SigningFacts;
    expect(digest(reordered)).to.equal(digest(facts));
  });

  it('SEA-13: recipients are in the order of their groups, fields as one reads them, events as they happened', () => {
    const event = (seq: number) => ({ seq, action: 'signer.viewed', at: at(31), recipientId: 'a' });
    const evidence = JSON.parse(
      Buffer.from(
        signingEvidence({
          ...facts,
          recipients: [recipient('b', 2), recipient('c', 1), recipient('a', 2)],
          fields: [
            field('d', 2, 0.1, 0.1),
            field('c', 1, 0.5, 0.2),
            field('b', 1, 0.5, 0.1),
            field('a', 1, 0.5, 0.1),
            field('e', 1, 0.2, 0.9),
          ],
          events: [event(9), event(7), event(8)],
        }),
      ).toString(),
    );

    const ids = (list: { id: string }[]) => list.map(({ id }) => id).join('');
    expect(ids(evidence.recipients)).to.equal('cab');
    expect(ids(evidence.fields)).to.equal('eabcd');
    expect(evidence.events.map(({ seq }: { seq: number }) => seq)).to.deep.equal([7, 8, 9]);
    expect(evidence.recipients[0]).to.deep.equal({ ...recipient('c', 1) });
  });

  it('SEA-16: keeps text in the order in which it is read, and values whole', () => {
    const value = `דוד (Law) ${'x'.repeat(5000)}`;
    const evidence = JSON.parse(
      Buffer.from(signingEvidence({ ...facts, fields: [{ ...field('a', 1, 0, 0), value }] })).toString(),
    );

    expect(evidence.fields[0].value).to.equal(value);
  });

  it('SEA-18: is refused over 4 MiB', () => {
    const large = { ...facts, subject: 'x'.repeat(4 * 1024 * 1024) };

    expect(() => signingEvidence(large)).to.throw(EvidenceTooLarge);
  });
});

describe('the local times of a certificate', () => {
  it('SEA-12: are those of each recipient in the zone that they reported, where the zone is known', () => {
    const rules = {
      has: (zone: string) => zone === 'Europe/Berlin',
      wall: (instant: string) => `wall of ${instant}`,
      offsetAt: () => 120,
    };
    const elsewhere = { ...recipient('b', 1), timeZone: 'Mars/Olympus' };

    const times = certificateLocalTimes({ recipients: [recipient('a', 1), elsewhere] }, rules);

    expect(times).to.deep.equal({
      'Europe/Berlin': Object.fromEntries(
        [30, 31, 32].map((minute) => [at(minute), { wall: `wall of ${at(minute)}`, offsetMinutes: 120 }]),
      ),
    });
  });
});
