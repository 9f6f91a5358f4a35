import { aStranger, type MemoryKeyVault, recordOffice } from '@chancery/adapters-persistence/testing';
import { entrySignatureHolds } from '@chancery/verify';
import { expect } from 'chai';
import { operate } from '../../pipeline/index.ts';
import { ports } from '../ports.ts';
import { recordSigner, rotateSigningKey } from './record-signer.ts';

const now = '2026-05-04T09:30:00.000Z';
const aCase = { kind: 'case', id: '01900000-0000-7000-8000-0000000000c1' } as const;
const anotherCase = { kind: 'case', id: '01900000-0000-7000-8000-0000000000c2' } as const;

const statement = {
  v: 1,
  signatureId: '01900000-0000-7000-8000-000000000001',
  workspaceId: 'workspace_aaaaaaaaaaaaaaaaaaaaaaaaaa',
  artifactId: '01900000-0000-7000-8000-000000000002',
  versionNumber: 1,
  contentHash: 'ab'.repeat(32),
  signerUserId: 'usr_0197c0de5f3a7c1e9b523f1d2a4b6c8d',
  role: 'author',
  meaning: 'authorship',
  statementId: 'attest.author.v1',
  attestationSessionId: '01900000-0000-7000-8000-000000000003',
  reauthMethod: 'password',
  signedAt: now,
} as const;

async function keyOffice() {
  const here = await recordOffice();
  const inside = <T>(work: Parameters<typeof operate<typeof ports, T>>[3]) =>
    operate(here.chancery.ports, ports, here.workspaceId, work, 'app');
  const published = async () =>
    (await here.happened())
      .filter(({ type }) => type === 'records.signing_key_created')
      .map(({ facts }) => facts as { keyId: string; publicKey: string });
  return { ...here, inside, published };
}

describe('keys of records', () => {
  it('are taken from those made beforehand, one for each case, which keeps it', async () => {
    const { inside } = await keyOffice();
    const ids = ['01900000-0000-7000-8000-00000000000a', '01900000-0000-7000-8000-00000000000b'];

    expect(await inside(({ recordKeys }) => recordKeys.take(aCase, now))).to.equal(null);
    const keys = ids.map((keyId) => ({ keyId, publicKey: new Uint8Array(32) }));
    await inside(({ recordKeys }) => recordKeys.stock(keys, now));
    const first = await inside(({ recordKeys }) => recordKeys.take(aCase, now));
    const again = await inside(({ recordKeys }) => recordKeys.take(aCase, now));
    const second = await inside(({ recordKeys }) => recordKeys.take(anotherCase, now));

    expect([first, again, second]).to.deep.equal([ids[0], ids[0], ids[1]]);
    expect(await inside(({ recordKeys }) => recordKeys.find(aCase))).to.equal(ids[0]);
    const third = { kind: 'subject', id: aCase.id } as const;
    expect(await inside(({ recordKeys }) => recordKeys.take(third, now))).to.equal(null);
    const stranger = '01900000-0000-7000-8000-00000000000f';
    expect(await inside(({ recordKeys }) => recordKeys.unknown([stranger, ...ids]))).to.deep.equal([
      stranger,
    ]);
  });

  it('end with their workspace before its rows do', async () => {
    const { chancery, workspaceId } = await keyOffice();
    const vault = chancery.ports.keyVault as MemoryKeyVault;
    const [id = ''] = await vault.make(workspaceId, 1);

    await vault.destroyAll(workspaceId);

    expect(await vault.open(workspaceId, id)).to.equal(null);
  });
});

describe('the key that signs entries', () => {
  it('REC-47: is made once, published in the ledger, and signs what verifies with it', async () => {
    const { inside, published, workspaceId } = await keyOffice();
    const sign = () =>
      inside(async (work) => {
        const signer = await recordSigner(workspaceId, work);
        return { keyId: signer.keyId, signature: Buffer.from(signer.sign(statement)).toString('base64') };
      });

    const [first, second] = [await sign(), await sign()];

    const keys = await published();
    expect(first).to.deep.equal(second);
    expect(keys.map(({ keyId }) => keyId)).to.deep.equal([first.keyId]);
    const publicKey = Buffer.from(keys[0]?.publicKey ?? '', 'hex');
    expect(await entrySignatureHolds(statement, first.signature, publicKey)).to.equal(true);
    const later = { ...statement, signedAt: '2026-05-04T09:30:00.001Z' };
    expect(await entrySignatureHolds(later, first.signature, publicKey)).to.equal(false);
  });

  it('publishes the keys with which entries are signed, from when to when each of them has signed', async () => {
    const { inside, workspaceId, chancery, owner, clock } = await keyOffice();
    const startedAt = clock.now();
    const signer = () => inside((work) => recordSigner(workspaceId, work));
    const first = await signer();
    const signature = Buffer.from(first.sign(statement)).toString('base64');
    clock.advance({ minutes: 5 });
    const rotatedAt = clock.now();
    const { keyId } = await inside((work) => rotateSigningKey(workspaceId, work));
    const { checkpoint } = await chancery.records.createAuditCheckpoint({}, owner.session);
    const [origin = ''] = checkpoint.text.split('\n');

    const { content } = await chancery.records.getAuditLogKeys({ origin }, aStranger());
    const { signingKeys } = JSON.parse(String(content));
    const { signingKeys: listed } = await chancery.records.listAuditCheckpoints({}, owner.session);

    expect(signingKeys.map(({ publicKey, ...key }: { publicKey: string }) => key)).to.deep.equal([
      { keyId: first.keyId, from: startedAt, to: rotatedAt },
      { keyId, from: rotatedAt, to: null },
    ]);
    expect(listed).to.deep.equal(signingKeys);
    const publicKey = Buffer.from(signingKeys[0].publicKey, 'hex');
    expect(await entrySignatureHolds(statement, signature, publicKey)).to.equal(true);
  });

  it('is replaced by another, which signs from then on, and stays known', async () => {
    const { inside, published, workspaceId } = await keyOffice();
    const former = await inside(async (work) => (await recordSigner(workspaceId, work)).keyId);

    const { keyId } = await inside((work) => rotateSigningKey(workspaceId, work));

    expect(await inside(async (work) => (await recordSigner(workspaceId, work)).keyId)).to.equal(keyId);
    const listed = await inside(({ recordSigningKeys }) => recordSigningKeys.list());
    expect(listed.map((key) => [key.keyId, key.retiredAt === null])).to.deep.equal([
      [former, false],
      [keyId, true],
    ]);
    expect((await published()).map((key) => key.keyId)).to.deep.equal([former, keyId]);
  });
});
