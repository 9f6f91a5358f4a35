import { createHash } from 'node:crypto';
import {
  aPng,
  aVisitor,
  failureOf,
  onBothDatabases,
  PlainPdfSealer,
  PlainSigningPdfComposer,
  type SentRound,
  sentRound,
  typed,
} from '@chancery/adapters-persistence/testing';
import { SealFailure } from '@chancery/core';
import { expect } from 'chai';

const anybody = aVisitor();
const hashOf = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');
const people = [{ name: 'Grace' }, { name: 'Cleo', role: 'copy' as const }];

const complete = ({ chancery, completion }: SentRound, over: object = {}) =>
  chancery.signing.completeSigning({ ...completion('Grace'), signature: typed('Grace'), ...over }, anybody);
async function sealerThat(failure: Error | null) {
  const pdfSealer = new PlainPdfSealer();
  pdfSealer.failure = failure;
  // A request for a seal does not wait for the worker, which runs when a test says so.
  const settings = { sealingSeconds: 0 };
  const fields = [{ of: 'Grace' }];
  return { pdfSealer, round: await sentRound({ people, fields, ports: { pdfSealer }, settings }) };
}
const bytesOf = async (here: SentRound, kind: string): Promise<Buffer> => {
  const [row] = await here.sql<{ blob_key: string }>(
    'select blob_key from document_versions where document_id = $1 and kind = $2',
    [here.documentId, kind],
  );
  const parts: Uint8Array[] = [];
  for await (const part of (await here.ports.blobs.get(row?.blob_key ?? '')) ?? []) parts.push(part);
  return Buffer.concat(parts);
};
const ofType = async (here: SentRound, type: string) =>
  (await here.happened()).filter((one) => one.type === type);

describe('sealing a completed round', () => {
  it('SEA-11: stores the sealed file and the certificate, whose digests are those of the bytes served', async () => {
    const { round: here } = await sealerThat(null);
    await complete(here);

    await here.worker.drain();

    const { status, seal } = await here.round();
    expect([status, seal.status, seal.level, seal.attempts]).to.deep.equal(['sealed', 'sealed', 'B-B', 1]);
    expect(seal.sealedSha256).to.equal(hashOf(await bytesOf(here, 'sealed')));
    expect(seal.certificateSha256).to.equal(hashOf(await bytesOf(here, 'certificate')));
    const { document } = await here.documents.getDocument(
      { documentId: here.documentId },
      here.owner.session,
    );
    expect([document.signatureStatus, document.sha256, document.sealedSha256]).to.deep.equal([
      'sealed',
      seal.sealedSha256,
      seal.sealedSha256,
    ]);
    for (const sha256 of [seal.sealedSha256, seal.certificateSha256, here.copySha256])
      expect(
        await failureOf(here.chancery.signing.verifyDocument({ sha256: sha256 ?? '' }, anybody)),
      ).to.equal('none');
  });

  it('draws the certificate beside the document, and has it name afterwards which bytes were sealed', async () => {
    const signingPdfComposer = new PlainSigningPdfComposer();
    const here = await sentRound({ people, fields: [{ of: 'Grace' }], ports: { signingPdfComposer } });
    await complete(here);
    const certificate = signingPdfComposer.certificate.bind(signingPdfComposer);
    // The document is drawn only once somebody has begun with the certificate.
    signingPdfComposer.before = () =>
      new Promise((begun) => {
        signingPdfComposer.certificate = () => {
          begun();
          return certificate();
        };
      });

    await here.worker.drain();

    const { status, seal } = await here.round();
    expect(status).to.equal('sealed');
    expect((await bytesOf(here, 'certificate')).toString('latin1')).to.include(
      `certificate of ${seal.sealedSha256}`,
    );
  });

  it('SEA-13: attaches evidence of what was done, with the ledger as it stood', async () => {
    const { round: here } = await sealerThat(null);
    await complete(here, { signature: { method: 'drawn', image: aPng('ink') }, timeZone: 'Asia/Tokyo' });

    await here.worker.drain();

    const text = (await bytesOf(here, 'sealed')).toString('latin1');
    const evidence = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
    expect(evidence).to.deep.include({
      schema: 'chancery.signing-evidence.v1',
      round: 1,
      sender: { userId: here.owner.id, displayName: 'Ada' },
      disclosure: {
        version: '1',
        language: 'en',
        text: 'You sign electronically.',
        sha256: hashOf('en'),
      },
    });
    expect(evidence.signingCopy.sha256).to.equal(here.copySha256);
    const grace = evidence.recipients.find(({ name }: { name: string }) => name === 'Grace');
    expect(grace).to.deep.include({
      intent: 'sign',
      documentSha256: here.copySha256,
      ip: '198.51.100.7',
      timeZone: 'Asia/Tokyo',
      verification: null,
      signature: { method: 'drawn', imageSha256: hashOf(Buffer.from('\x89PNG ink', 'latin1')), text: null },
    });
    expect(evidence.events.map(({ action }: { action: string }) => action)).to.deep.equal([
      'signer.consented',
      'signer.completed',
      'document.completed',
    ]);
    expect(evidence.ledger.seq).to.be.at.least(evidence.events.at(-1).seq);
    const [line] = await here.sql<{ hash: Buffer }>(
      'select hash from audit_event where ledger_id = $1 and seq = $2',
      [here.workspaceId, evidence.ledger.seq],
    );
    expect(evidence.ledger.headHash).to.equal(line?.hash.toString('hex'));
  });

  it('SIG-33: evidence names for each person the language of the text that this person was shown', async () => {
    const here = await sentRound({ people: [{ name: 'Grace', language: 'de' }, { name: 'Alan' }] });
    await complete(here);
    await here.chancery.signing.completeSigning(
      { ...here.completion('Alan'), signature: typed('Alan') },
      anybody,
    );

    await here.worker.drain();

    const text = (await bytesOf(here, 'sealed')).toString('latin1');
    const { recipients } = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
    const shown = Object.fromEntries(
      recipients.map(({ name, disclosure }: { name: string; disclosure: unknown }) => [name, disclosure]),
    );
    expect(shown).to.deep.equal({
      Grace: { version: '1', language: 'de', sha256: hashOf('de') },
      Alan: { version: '1', language: 'en', sha256: hashOf('en') },
    });
  });

  it('SIG-26, SIG-30: everybody gets a link to the sealed file for 30 days, and the links for signing end', async () => {
    const { round: here } = await sealerThat(null);
    const before = here.tokenOf('Grace');
    await complete(here);

    await here.worker.drain();

    const mails = here.ports.mail.sent.filter(({ subject }) => subject === 'Your copy: Contract');
    expect(mails.map(({ to }) => to.address).toSorted()).to.deep.equal([
      'cleo@example.org',
      'grace@example.org',
    ]);
    expect(await failureOf(here.chancery.signing.getSigningLink({ token: before }, anybody))).to.equal(
      'link.gone',
    );
    for (const mail of mails) {
      expect(mail.text).to.match(/until \w+, \d{1,2} \w+ \d{4}, \d\d:\d\d \([\w/]+\)\./);
      const token = /#token=([\w-]{43})/.exec(mail.text)?.[1] ?? '';
      const view = await here.chancery.signing.getSigningLink({ token }, anybody);
      const content = await here.chancery.signing.getSigningContent({ token }, anybody);
      expect([view.status, view.sealed?.available]).to.deep.equal(['copy', true]);
      expect(content).to.have.property('etag', `sha256-${(await here.round()).seal.sealedSha256}`);
      expect(
        await failureOf(here.chancery.signing.declineSigning({ token, reason: 'No' }, anybody)),
      ).to.equal('link.gone');
    }
    const statuses = ['Grace', 'Cleo'].map(async (name) => (await here.signer(name)).status);
    expect(await Promise.all(statuses)).to.deep.equal(['completed', 'notified']);
    const late = /#token=([\w-]{43})/.exec(mails[0]?.text ?? '')?.[1] ?? '';
    const opened = () => failureOf(here.chancery.signing.getSigningLink({ token: late }, anybody));
    here.clock.advance({ days: 29, hours: 23, minutes: 59 });
    expect(await opened()).to.equal('none');
    here.clock.advance({ minutes: 1 });
    expect(await opened()).to.equal('link.gone');
  });

  it('SEA-15: the completion remains while the seal fails, and sealing is tried again', async () => {
    const { round: here, pdfSealer } = await sealerThat(new SealFailure('seal.key_unavailable'));
    await complete(here);
    await here.worker.drain();
    const { status, seal } = await here.round();
    expect([status, seal.status, seal.failureCode, seal.attempts]).to.deep.equal([
      'completed',
      'queued',
      'seal.key_unavailable',
      1,
    ]);
    expect(seal.nextAttemptAt).to.be.a('string');

    pdfSealer.failure = null;
    here.clock.advance({ minutes: 1 });
    await here.worker.drain();

    expect((await here.round()).status).to.equal('sealed');
  });

  it('SEA-10: an expired certificate is for good until somebody asks again; the owner is mailed once', async () => {
    const { round: here, pdfSealer } = await sealerThat(new SealFailure('seal.certificate_expired'));
    const seal = () =>
      here.chancery.signing.sealDocument({ documentId: here.documentId }, here.owner.session);
    expect(await failureOf(seal())).to.equal('document.invalid_state');
    await complete(here);
    await here.worker.drain();
    await here.worker.drain();
    const failed = await here.round();
    expect([failed.status, failed.seal.status, failed.seal.failureCode]).to.deep.equal([
      'completed',
      'failed',
      'seal.certificate_expired',
    ]);
    expect(await ofType(here, 'document.seal_failed')).to.have.length(1);
    expect(
      here.ports.mail.sent.filter(({ subject }) => subject === 'Not sealed yet: Contract'),
    ).to.have.length(1);

    pdfSealer.failure = null;
    expect((await seal()).seal.status).to.equal('queued');
    await here.worker.drain();

    const again = await seal();
    expect([again.seal.status, again.seal.attempts]).to.deep.equal(['sealed', 1]);
    expect(await ofType(here, 'document.sealed')).to.have.length(1);
  });

  it('SEA-21: who asks for a seal has the one that is made meanwhile, also while an attempt is put off for hours', async () => {
    const pdfSealer = new PlainPdfSealer();
    pdfSealer.failure = new SealFailure('seal.key_unavailable');
    const here = await sentRound({ people, fields: [{ of: 'Grace' }], ports: { pdfSealer } });
    await complete(here);
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      await here.worker.drain();
      here.clock.advance({ minutes: attempt });
    }
    await here.worker.drain();
    expect(new Date((await here.round()).seal.nextAttemptAt ?? '')).to.be.above(new Date(here.clock.now()));

    pdfSealer.failure = null;
    let isAnswered = false;
    const session = { ...here.owner.session };
    const asked = here.chancery.signing.sealDocument({ documentId: here.documentId }, session).finally(() => {
      isAnswered = true;
    });
    while (!isAnswered) {
      await here.worker.drain();
      await new Promise((resolve) => setTimeout(resolve, 10));
    }

    const { seal, document } = await asked;
    expect([seal.status, seal.attempts, document.signatureStatus]).to.deep.equal(['sealed', 1, 'sealed']);
    const again = { documentId: here.documentId, expectedVersion: document.version + 1 };
    expect(await failureOf(here.chancery.signing.sealDocument(again, session))).to.equal('version_conflict');
  });
});

onBothDatabases('two who seal one round', (database) => {
  it('SEA-8, SEA-21: store one sealed file, and what the other made is kept nowhere', async () => {
    const here = await sentRound({ people, fields: [{ of: 'Grace' }], database: database() });
    await complete(here);
    // As if the lease of the first had run out: the same job twice.
    await here.sql(
      `insert into jobs select (j).* from (select jsonb_populate_record(j, jsonb_build_object('id', gen_random_uuid(), 'ordering_key', null)) j
       from jobs j where topic = 'documents.seal' and workspace_id = $1) copies`,
      [here.workspaceId],
    );

    await Promise.all([here.worker.drain(), here.worker.drain()]);

    const kinds = await here.sql<{ kind: string }>(
      'select kind from document_versions where document_id = $1 order by 1',
      [here.documentId],
    );
    expect(kinds.map(({ kind }) => kind)).to.deep.equal([
      'certificate',
      'original',
      'sealed',
      'signing_copy',
    ]);
    expect(await ofType(here, 'document.sealed')).to.have.length(1);
  });
});
