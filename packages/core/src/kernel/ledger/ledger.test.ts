import { expect } from 'chai';
import sinon from 'sinon';
import { hexOf, utf8 } from '../crypto.ts';
import {
  type AuditPayload,
  bytesOfHex,
  canonicalJson,
  canonicalLedgerJson,
  detailDigest,
  encodePayload,
  entryHash,
  genesisHash,
  JsonRefused,
  type LedgerVerification,
  merkleRoot,
  PayloadTooLarge,
  parseStrictJson,
  projectionOf,
  verifyLedger,
} from './index.ts';
import {
  auditVectors,
  payloadBytes,
  type VectorLedger,
  type VectorTampering,
} from './testing/audit-vectors.ts';

const chain = (name: string): VectorLedger => {
  const found = auditVectors.chains.find((candidate) => candidate.name === name);
  if (!found) throw new Error(`no chain ${name}`);
  return found;
};
const payloads = (name: string) =>
  chain(name).rows.map((row): AuditPayload => JSON.parse(Buffer.from(payloadBytes(row)).toString()));
const anEvent = (changes: Partial<AuditPayload> = {}): AuditPayload => {
  const [first] = payloads('main');
  if (!first) throw new Error('the chain is empty');
  return { ...first, ...changes };
};
const reasonOf = (work: () => unknown): string => {
  try {
    work();
    return 'none';
  } catch (error) {
    return error instanceof JsonRefused ? error.reason : String(error);
  }
};

describe('canonical JSON', () => {
  for (const { name, input, canonicalHex } of auditVectors.jcs) {
    it(`REC-70: encodes ${name}`, () => {
      expect(hexOf(canonicalJson(JSON.parse(input)))).to.equal(canonicalHex);
    });
  }

  for (const { name, input, reason } of auditVectors.jcsReject) {
    it(`REC-70: refuses ${name}`, () => {
      expect(reasonOf(() => parseStrictJson(input))).to.equal(reason);
    });
  }

  it('parses what is faithful JSON as JSON.parse does', () => {
    const text = '{"a":[{"b":1},{"b":2}],"a b":"a\\": {","n":-1.5e-7,"t":{"a":null}}';
    expect(parseStrictJson(text)).to.deep.equal(JSON.parse(text));
  });

  it('sees through an escaped spelling of a member that is there already', () => {
    expect(reasonOf(() => parseStrictJson('{"x":{"a":1,"\\u0061":2}}'))).to.equal('duplicate_member');
  });

  it('refuses nesting that would exhaust the stack', () => {
    expect(reasonOf(() => parseStrictJson('['.repeat(100_000) + ']'.repeat(100_000)))).to.equal('too_deep');
  });

  it('PLT-28: what nests too deep or holds too many values is refused before a value of it is built', () => {
    const limits = { depth: 3, values: 5 };
    const built = sinon.spy(JSON, 'parse');
    try {
      const excess = (text: string) => reasonOf(() => parseStrictJson(text, limits));

      expect(excess(`{"a":[{"b":[]}]}`)).to.equal('too_deep');
      expect(excess('[1,2,3,4,5]')).to.equal('too_many_values');
      expect(excess(`{${'"a" '.repeat(3)}${'"a":'.repeat(9)}`)).to.equal('not_json');
      expect(excess(Array.from({ length: 9 }, (_, at) => `"a${at}":`).join(''))).to.equal('not_json');
      expect(excess(`{${Array.from({ length: 9 }, (_, at) => `"a${at}":`).join('')}`)).to.equal(
        'too_many_values',
      );
      expect(built.callCount).to.equal(2);
    } finally {
      built.restore();
    }
    expect(parseStrictJson('{"a":[{"b":"[[[[,,,,,,{{{{"}]}', limits)).to.deep.equal({
      a: [{ b: '[[[[,,,,,,{{{{' }],
    });
    expect(parseStrictJson('[1,2,3]', limits)).to.deep.equal([1, 2, 3]);
  });

  const unfaithful: readonly [string, unknown, string][] = [
    ['an undefined member', { a: undefined }, 'not_json'],
    ['undefined', undefined, 'not_json'],
    ['NaN', [Number.NaN], 'not_finite'],
    ['Infinity', { a: Number.NEGATIVE_INFINITY }, 'not_finite'],
    ['a lone surrogate in a name', { '\udc00': 1 }, 'lone_surrogate'],
    ['a big integer', 1n, 'not_json'],
    ['a date', { at: new Date(0) }, 'not_json'],
    ['a hole in an array', [undefined], 'not_json'],
  ];
  for (const [name, value, reason] of unfaithful) {
    it(`REC-70: refuses ${name}`, () => expect(reasonOf(() => canonicalJson(value))).to.equal(reason));
  }

  it('REC-70: refuses in the ledger what others may round or compose differently', () => {
    expect(reasonOf(() => canonicalLedgerJson({ a: 2 ** 53 }))).to.equal('unsafe_integer');
    expect(reasonOf(() => canonicalLedgerJson({ a: 'A\u030a' }))).to.equal('not_normalised');
    expect(hexOf(canonicalLedgerJson([2 ** 53 - 1, 'Å']))).to.equal(hexOf(utf8('[9007199254740991,"Å"]')));
  });
});

describe('chain', () => {
  for (const { workspaceId, genesisHash: expected } of auditVectors.genesis) {
    it(`REC-70: begins ${workspaceId} with its genesis hash`, () => {
      expect(hexOf(genesisHash(workspaceId))).to.equal(expected);
    });
  }

  it('REC-70: commits to details by their salted digest', () => {
    const digests = auditVectors.details.map(({ salt, value }) =>
      hexOf(detailDigest(bytesOfHex(salt), value)),
    );
    expect(digests).to.deep.equal(auditVectors.details.map(({ digest }) => digest));
  });

  for (const name of ['main', 'long']) {
    it(`REC-70: hashes every row of the chain ${name}`, () => {
      const { workspaceId, rows } = chain(name);
      let hash = genesisHash(workspaceId);
      for (const row of rows) {
        expect(row.prevHash).to.equal(hexOf(hash));
        hash = entryHash(hash, row.seq, payloadBytes(row));
        expect(row.hash).to.equal(hexOf(hash));
      }
    });
  }

  it('REC-70: computes the roots of the tree over the chain', () => {
    const tree = merkleRoot();
    const roots = [hexOf(tree.root())];
    for (const { hash } of chain('long').rows) {
      tree.append(bytesOfHex(hash));
      roots.push(hexOf(tree.root()));
    }
    expect(roots).to.deep.equal(auditVectors.merkle.roots.map(({ root }) => root));
  });
});

describe('encodePayload', () => {
  for (const name of ['main', 'long']) {
    it(`REC-70: encodes every event of the chain ${name} to its stored bytes`, () => {
      const stored = chain(name).rows.map(({ payload }) => payload);
      // Row 8 of main holds text that is not NFC, to exercise the encoder: production refuses it.
      const encode = (event: AuditPayload) =>
        Buffer.from('unicode' in event.facts ? canonicalJson(event) : encodePayload(event)).toString();
      expect(payloads(name).map(encode)).to.deep.equal(stored);
    });
  }

  it('sorts labels by code unit', () => {
    const bytes = encodePayload(anEvent({ labels: ['restricted', 'executive', 'psychotherapy'] }));
    expect(JSON.parse(Buffer.from(bytes).toString()).labels).to.deep.equal([
      'executive',
      'psychotherapy',
      'restricted',
    ]);
  });

  it('leaves out what is no member of an event', () => {
    const event = { ...anEvent(), email: 'ada@example.org' };
    expect(Buffer.from(encodePayload(event)).toString()).not.to.contain('ada@');
  });

  it('refuses an event of which a member is missing', () => {
    const { correlationId: _, ...rest } = anEvent();
    // What a caller without the type check would send.
    expect(reasonOf(() => encodePayload(rest as AuditPayload))).to.equal('not_json');
  });

  it('takes 65 536 bytes and not one more', () => {
    const filler = 65_536 - encodePayload(anEvent({ facts: { ids: '' } })).length;
    expect(encodePayload(anEvent({ facts: { ids: 'x'.repeat(filler) } }))).to.have.length(65_536);
    expect(() => encodePayload(anEvent({ facts: { ids: 'x'.repeat(filler + 1) } }))).to.throw(
      PayloadTooLarge,
    );
  });
});

const verification = (ledger: VectorTampering): LedgerVerification => ({
  ledgerId: ledger.workspaceId,
  head: ledger.head,
  rows: ledger.rows.map((row) => {
    const override = ledger.projections.find(({ seq }) => seq === row.seq);
    const { seq, ...columns } = override ?? { seq: row.seq };
    const bytes = payloadBytes(row);
    return {
      seq: row.seq,
      prevHash: row.prevHash,
      hash: row.hash,
      payload: bytes,
      ...(override && {
        projection: { ...projectionOf(JSON.parse(Buffer.from(bytes).toString())), ...columns },
      }),
    };
  }),
  details: ledger.details.map(({ seq, salt, value }) => ({ seq, salt: bytesOfHex(salt), value })),
  pinnedCheckpoints: ledger.pinnedCheckpoints.map((note) => {
    const [, size, root] = note.split('\n');
    return { size: Number(size), rootHash: Buffer.from(root ?? '', 'base64').toString('hex') };
  }),
});
const tampering = (name: string): LedgerVerification => {
  const found = auditVectors.tampering.find((candidate) => candidate.name === name);
  if (!found) throw new Error(`no case ${name}`);
  return verification(found);
};

describe('verifyLedger', () => {
  for (const ledger of auditVectors.tampering) {
    it(`REC-70: ${ledger.name}: ${ledger.expected.reason ?? 'ok'}`, async () => {
      const { ok, firstBadSeq, reason } = await verifyLedger(verification(ledger));
      expect({ ok, firstBadSeq, reason }).to.deep.equal(ledger.expected);
    });
  }

  it('REC-76: counts what was erased with an event, and misses what was deleted by hand', async () => {
    const erased = await verifyLedger(tampering('detail deleted with an erasure event'));
    expect(erased).to.include({ ok: true, eventsChecked: 11, detailsChecked: 1, detailsErased: 1 });

    const deleted = await verifyLedger(tampering('detail deleted without an erasure event'));
    expect(deleted).to.include({ ok: false, firstBadSeq: 3, reason: 'detail_missing', detailsErased: 0 });
  });

  it('REC-76: takes an erasure that is recorded behind the range from the caller', async () => {
    const range = { ...tampering('detail deleted without an erasure event'), erasedSeqs: [3] };
    expect(await verifyLedger(range)).to.include({ ok: true, detailsErased: 1 });
  });

  it('two ranges reach the verdict of one walk', async () => {
    const { details: _, pinnedCheckpoints: __, ...whole } = tampering('untouched');
    const rows = [
      ...(whole.rows as Iterable<{ seq: number; hash: string; prevHash: string; payload: Uint8Array }>),
    ];
    const fifth = rows[4];
    if (!fifth) throw new Error('the chain is too short');

    const first = await verifyLedger({ ...whole, rows: rows.slice(0, 5), head: null, details: null });
    const after = { seq: 5, hash: fifth.hash };
    const second = await verifyLedger({ ...whole, rows: rows.slice(5), after, details: null });

    expect([first.ok, first.eventsChecked, second.ok, second.eventsChecked]).to.deep.equal([
      true,
      5,
      true,
      5,
    ]);
    const moved = await verifyLedger({ ...whole, rows: rows.slice(6), after, details: null });
    expect(moved).to.include({ firstBadSeq: 6, reason: 'gap' });
  });

  it('REC-84: warns of a clock that stepped back by more than 5 minutes, and passes', async () => {
    const at = ['2026-05-04T09:30:00.000Z', '2026-05-04T09:25:00.000Z', '2026-05-04T09:19:59.999Z'];
    const ledger = ledgerOf(at.map((occurredAt) => anEvent({ occurredAt })));
    expect(await verifyLedger(ledger)).to.deep.include({
      ok: true,
      warnings: [{ seq: 3, code: 'time_regression' }],
    });
  });

  it('PLT-23: takes every kind of actor, access basis and outcome', async () => {
    const kinds = ['user', 'api_key', 'portal_recipient', 'public_link', 'operator', 'system'] as const;
    const bases = [
      'role',
      'case_member',
      'author',
      'temporary_access',
      'break_glass',
      'portal',
      'link',
      'system',
      'none',
    ] as const;
    const ledger = ledgerOf([
      ...kinds.map((kind) => anEvent({ actor: { kind, id: null, sessionId: null } })),
      ...bases.map((basis) => anEvent({ access: { basis, grantId: null } })),
      ...(['success', 'denied', 'failure'] as const).map((outcome) => anEvent({ outcome })),
    ]);
    const rows = ledger.rows.map((row) => ({
      ...row,
      projection: projectionOf(JSON.parse(Buffer.from(row.payload).toString())),
    }));

    expect(await verifyLedger({ ...ledger, rows })).to.include({ ok: true, eventsChecked: 18 });
  });

  it('reads rows from an asynchronous source', async () => {
    const ledger = ledgerOf([anEvent(), anEvent()]);
    async function* rows() {
      yield* ledger.rows;
    }
    expect(await verifyLedger({ ...ledger, rows: rows() })).to.include({ ok: true, eventsChecked: 2 });
  });

  for (const missing of ['actor', 'target', 'refs'] as const)
    it(`REC-70: a line without its ${missing} is a fault, whatever the columns beside it say`, async () => {
      const { [missing]: _, ...event } = anEvent();
      const { workspaceId } = chain('main');
      const payload = canonicalLedgerJson(event);
      const genesis = genesisHash(workspaceId);
      const hash = hexOf(entryHash(genesis, 1, payload));
      const row = { seq: 1, prevHash: hexOf(genesis), hash, payload, projection: projectionOf(anEvent()) };

      const report = await verifyLedger({
        ledgerId: workspaceId,
        rows: [row],
        head: { seq: 1, hash },
        details: [],
      });

      expect(report).to.include({ ok: false, firstBadSeq: 1, reason: 'projection_mismatch' });
    });

  for (const [text, expected] of [
    ['3', 'not_canonical'],
    ['null', 'not_canonical'],
    ['[]', 'wrong_workspace'],
    ['{"workspaceId":1}', 'wrong_workspace'],
  ] as const) {
    it(`REC-70: judges the payload ${text}, which is no event: ${expected}`, async () => {
      const { workspaceId } = chain('main');
      const payload = utf8(text);
      const genesis = genesisHash(workspaceId);
      const hash = hexOf(entryHash(genesis, 1, payload));
      const rows = [{ seq: 1, prevHash: hexOf(genesis), hash, payload }];

      const report = await verifyLedger({ ledgerId: workspaceId, rows, head: { seq: 1, hash }, details: [] });

      expect(report).to.include({ ok: false, firstBadSeq: 1, reason: expected });
    });
  }
});

function ledgerOf(events: readonly AuditPayload[]) {
  const { workspaceId } = chain('main');
  let last = genesisHash(workspaceId);
  const rows = events.map((event, index) => {
    const payload = encodePayload(event);
    const prevHash = hexOf(last);
    last = entryHash(last, index + 1, payload);
    return { seq: index + 1, prevHash, hash: hexOf(last), payload };
  });
  return { ledgerId: workspaceId, rows, head: { seq: rows.length, hash: hexOf(last) }, details: [] };
}
