import { createPrivateKey, createPublicKey, randomBytes } from 'node:crypto';
import {
  anAnswer,
  auditedOffice,
  type Database,
  failureOf,
  openMigratedPglite,
} from '@chancery/adapters-persistence/testing';
import { operate } from '@chancery/core';
import { records as internal } from '@chancery/core/internal';
import {
  bytesOfHex,
  consistencyHolds,
  cosignatureLine,
  hashed,
  keysOf,
  type NoteKey,
  openCheckpoint,
  signerOf,
  textOfNote,
  vkeyOf,
  WITNESS_KEY,
} from '@chancery/verify';
import { expect } from 'chai';

/** Somebody outside who cosigns what continues the checkpoint that they have seen. */
async function aWitness(name: string) {
  const seed = randomBytes(32);
  const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
  const publicKey = createPublicKey(createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' }))
    .export({ format: 'der', type: 'spki' })
    .subarray(-32);
  const key: NoteKey = { name, kind: WITNESS_KEY, publicKey: Uint8Array.from(publicKey) };
  const sign = await signerOf(Uint8Array.from(seed));
  const vkey = await hashed(vkeyOf(key));
  const cosign = (note: string, seconds = 1_795_435_200) =>
    cosignatureLine(textOfNote(note), seconds, key, sign);
  return { vkey, cosign };
}

/** Some event, with what it says. */
const verified = (ledgerId: string) =>
  [
    internal.auditVerified,
    { ledgerId, ok: true, fromSeq: 1, toSeq: 1, firstBadSeq: null, reason: null },
  ] as const;

describe('jobs about checkpoints', () => {
  /** Of the database that tests share, each run of the job would go through the ledgers of a thousand others. */
  let database: Database;
  before(async () => {
    database = await openMigratedPglite();
  });
  after(() => database.close());

  it('makes a checkpoint a quarter of an hour after a change, and none where nothing changed', async () => {
    const here = await auditedOffice({ database });
    await here.projects(1);
    const sizes = async () =>
      (
        await here.sql<{ size: string; reason: string }>(
          'select size, reason from audit_checkpoints where ledger_id = $1 order by size desc',
          [here.workspaceId],
        )
      ).map(({ size, reason }) => [Number(size), reason]);
    const change = () =>
      operate(here.ports, internal.ports, here.workspaceId, async ({ emit }) =>
        emit(...verified(here.workspaceId)),
      );
    const first = await here.headSeq();

    await here.worker.run('audit.checkpoint');
    expect(await sizes()).to.deep.equal([[first, 'schedule']]);
    await here.worker.run('audit.checkpoint');
    here.clock.advance({ minutes: 20 });
    await here.worker.run('audit.checkpoint');
    expect(await sizes()).to.have.length(1);

    await change();
    await here.worker.run('audit.checkpoint');
    expect(await sizes()).to.have.length(2);
    await change();
    here.clock.advance({ minutes: 14 });
    await here.worker.run('audit.checkpoint');
    expect(await sizes()).to.have.length(2);
    here.clock.advance({ minutes: 1 });
    await here.worker.run('audit.checkpoint');
    expect(await sizes()).to.have.length(3);
  });

  it('REC-101: a clock that goes back issues no second checkpoint of one size', async () => {
    const here = await auditedOffice({ database });
    await here.projects(1);
    await here.checkpoint();
    here.clock.advance({ days: -3 });
    await here.worker.run('audit.checkpoint');
    expect(await failureOf(here.checkpoint())).to.equal('audit.no_new_events');

    await here.projects(1);
    await here.checkpoint();
    const { checkpoints } = await here.records.listAuditCheckpoints({}, here.owner.session);
    expect(new Set(checkpoints.map(({ size }) => size)).size).to.equal(2);
  });

  it('publishes each checkpoint outside, again if the place was away', async () => {
    const here = await auditedOffice();
    await here.projects(1);
    here.ports.checkpointSink.isAway = true;
    const { text, size } = await here.checkpoint();
    await here.worker.drain();
    expect(here.ports.checkpointSink.kept).to.deep.equal([]);

    here.ports.checkpointSink.isAway = false;
    here.clock.advance({ hours: 1 });
    await here.worker.drain();
    expect(here.ports.checkpointSink.kept).to.deep.equal([{ ledgerId: here.workspaceId, size, note: text }]);
  });

  it('the ledger of the installation has checkpoints too', async () => {
    // Of the database that tests share, another one may have issued it at a later hour.
    const here = await auditedOffice({ database: await openMigratedPglite() });
    await here.sql(`select audit_open('installation')`);
    await operate(
      here.ports,
      internal.ports,
      null,
      async ({ emitIn }) => emitIn('installation', ...verified('installation')),
      'identity',
    );

    await here.worker.run('audit.checkpoint');

    const kept = here.ports.checkpointSink.kept.find(({ ledgerId }) => ledgerId === 'installation');
    expect(kept?.note).to.match(/^127\.0\.0\.1:8080\/audit\/installation\n/);
  });

  it('a new key is announced, signs one checkpoint beside the old one, and the next ones alone', async () => {
    const here = await auditedOffice();
    await here.projects(1);
    const first = await here.checkpoint();
    const rotate = () =>
      operate(
        here.ports,
        internal.ports,
        here.workspaceId,
        (work) => internal.rotateLogKey(here.workspaceId, work),
        'identity',
      );
    const rotated = await rotate();
    expect(await rotate()).to.equal(null);

    const both = await here.checkpoint();
    await here.projects(1);
    const later = await here.checkpoint();

    const { vkeys } = await here.records.listAuditCheckpoints({}, here.owner.session);
    expect(vkeys.map(({ fromSize, toSize }) => [fromSize, toSize])).to.deep.equal([
      [first.size, both.size],
      [both.size, null],
    ]);
    expect(vkeys[1]?.vkey).to.equal(rotated?.vkey);
    const signers = async (note: string) => {
      const keys = await keysOf(vkeys.map(({ vkey }) => vkey));
      const { signedBy } = await openCheckpoint(note, keys);
      return signedBy.map((key) => keys.indexOf(key));
    };
    expect(await signers(first.text)).to.deep.equal([0]);
    expect(await signers(both.text)).to.deep.equal([0, 1]);
    expect(await signers(later.text)).to.deep.equal([1]);
    const announced = (await here.happened()).find(({ type }) => type === 'audit.key_rotated');
    expect(announced?.facts.newVkey).to.equal(rotated?.vkey);
    expect(await here.verify()).to.deep.include({ ok: true, checkpointsChecked: 3 });
  });

  it('REC-100: a witness is shown that the checkpoint continues what it has seen, and its line is kept', async () => {
    const witness = await aWitness('witness.example');
    const here = await auditedOffice({
      settings: { witnessUrls: ['https://witness.example/'], witnessKeys: [witness.vkey] },
    });
    let seen: { size: number; root: Uint8Array } = { size: 0, root: new Uint8Array() };
    here.ports.egress.answer = async ({ url, body }) => {
      const [old = '', ...lines] = body.slice(0, body.indexOf('\n\n')).split('\n');
      const note = body.slice(body.indexOf('\n\n') + 2);
      const { size, root } = await openCheckpoint(note, await keysOf(await here.keys()));
      expect(url).to.equal('https://witness.example/add-checkpoint');
      if (old !== `old ${seen.size}`) return anAnswer(409, { body: `${seen.size}\n` });
      const proof = lines.map((line) => Uint8Array.from(Buffer.from(line, 'base64')));
      const holds =
        seen.size === 0 ||
        (await hashed(
          consistencyHolds({ oldSize: seen.size, newSize: size, oldRoot: seen.root, newRoot: root, proof }),
        ));
      if (!holds) return anAnswer(422);
      seen = { size, root };
      return anAnswer(200, { body: await witness.cosign(note) });
    };
    await here.projects(1);
    await here.checkpoint();
    await here.worker.drain();
    await here.projects(2);
    await here.checkpoint();
    await here.worker.drain();

    const { checkpoints } = await here.records.listAuditCheckpoints({}, here.owner.session);
    expect(checkpoints.map(({ cosignatures }) => cosignatures.map(({ name }) => name))).to.deep.equal([
      ['witness.example'],
      ['witness.example'],
    ]);
    const keys = await keysOf([...(await here.keys()), witness.vkey]);
    const opened = await openCheckpoint(checkpoints[0]?.text ?? '', keys);
    expect(opened.cosignatures).to.deep.equal([{ witness: 'witness.example', time: 1_795_435_200 }]);
    expect(bytesOfHex(checkpoints[0]?.rootHash ?? '')).to.deep.equal(Uint8Array.from(opened.root));
    const cosigned = (await here.happened()).filter(({ type }) => type === 'audit.checkpoint_cosigned');
    expect(cosigned).to.have.length(2);
  });

  it('REC-100: a witness that has seen another size is asked again from there', async () => {
    const witness = await aWitness('witness.example');
    const here = await auditedOffice({
      settings: { witnessUrls: ['https://witness.example'], witnessKeys: [witness.vkey] },
    });
    await here.projects(1);
    const { size: first } = await here.checkpoint();
    await here.worker.drain();
    const asked: string[] = [];
    here.ports.egress.answer = async ({ body }) => {
      asked.push(body.split('\n')[0] ?? '');
      if (asked.length === 1) return anAnswer(409, { body: `${first}\n` });
      return anAnswer(200, { body: await witness.cosign(body.slice(body.indexOf('\n\n') + 2)) });
    };
    await here.projects(1);
    await here.checkpoint();
    await here.worker.drain();

    expect(asked).to.deep.equal(['old 0', `old ${first}`]);
  });

  it('REC-100: a line that a witness sends by hand is checked', async () => {
    const witness = await aWitness('witness.example');
    const other = await aWitness('other.example');
    const here = await auditedOffice({ settings: { witnessKeys: [witness.vkey] } });
    await here.projects(1);
    const { size, text } = await here.checkpoint();
    const post = (signatureLine: string, at = size) =>
      here.records.addAuditCosignature({ size: at, signatureLine }, here.owner.session);
    const line = await witness.cosign(text);

    expect(await failureOf(post(await other.cosign(text)))).to.equal('audit.witness_unknown');
    expect(await failureOf(post(line.replace(/.{9}=\n$/, 'AAAAAAAA=\n')))).to.equal(
      'audit.cosignature_invalid',
    );
    expect(await failureOf(post('no line'))).to.equal('audit.cosignature_invalid');
    expect(await failureOf(post(line, size + 1))).to.equal('audit.checkpoint_not_found');
    const { checkpoint } = await post(line);
    expect(checkpoint.text).to.equal(text + line);
    expect((await post(line)).checkpoint.cosignatures).to.have.length(1);
  });

  it('gives the keys of a ledger to whoever knows its origin, and lists none', async () => {
    const here = await auditedOffice();
    await here.projects(1);
    const { text, size } = await here.checkpoint();
    const [origin = ''] = text.split('\n');
    const ask = (of: string) =>
      here.records.getAuditLogKeys({ origin: of }, { ...here.owner.session, credential: null });

    const answer = await ask(origin);

    expect(JSON.parse(await here.text(Promise.resolve(answer)))).to.deep.equal({
      origin,
      vkeys: [{ vkey: (await here.keys())[0], fromSize: size, toSize: null }],
      signingKeys: [],
    });
    expect(answer.cacheControl).to.equal('public, max-age=300');
    expect(await failureOf(ask('chancery.example/audit/none'))).to.equal('audit.checkpoint_not_found');
    expect(await failureOf(ask('\u0000'))).to.equal('request.invalid');
  });
});
