import { readFileSync } from 'node:fs';
import { type AuditPayload, canonicalJson, JsonRefused } from '@chancery/verify';
import { expect } from 'chai';
import { encodePayload, PayloadTooLarge } from './payload.ts';

const vectors: {
  readonly chains: readonly {
    readonly name: string;
    readonly rows: readonly { readonly payload: string }[];
  }[];
} = JSON.parse(
  readFileSync(new URL('../../../../verify/src/testing/audit-chain.json', import.meta.url), 'utf8'),
);
const chain = (name: string) => vectors.chains.find((each) => each.name === name)?.rows ?? [];
const payloads = (name: string): readonly AuditPayload[] =>
  chain(name).map(({ payload }) => JSON.parse(payload));
function anEvent(changes: Partial<AuditPayload> = {}): AuditPayload {
  const [first] = payloads('main');
  if (!first) throw new Error('the chain is empty');
  return { ...first, ...changes };
}

const reasonOf = (work: () => unknown): string => {
  try {
    work();
    return 'none';
  } catch (error) {
    return error instanceof JsonRefused ? error.reason : String(error);
  }
};

describe('encodePayload', () => {
  for (const name of ['main', 'long']) {
    it(`REC-70: encodes every event of the chain ${name} to its stored bytes`, () => {
      const stored = chain(name).map(({ payload }) => payload);
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
