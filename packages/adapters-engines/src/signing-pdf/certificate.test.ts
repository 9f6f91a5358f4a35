import { type CertificateModel, evidenceFileName, type Mark, signingEvidence } from '@chancery/core';
import { contentInMemory } from '@chancery/core/internal';
import { expect } from 'chai';
import { PDFDocument } from 'pdf-lib';
import { PooledPdfInspector } from '../pdf/pooled-pdf-inspector.ts';
import { EnginePool } from '../pool/engine-pool.ts';
import { FontSource } from './font-source.ts';
import { PooledAnchorFinder } from './pooled-anchor-finder.ts';
import { PooledSignatureImages } from './pooled-signature-images.ts';
import { PooledSigningPdfComposer } from './pooled-signing-pdf-composer.ts';
import { aCertificate, aRecipient, digestOf, minute, someFacts } from './testing/a-certificate.ts';
import { aScrawl } from './testing/images.ts';
import { attachedTo, checked, pictureOf, textOf } from './testing/poppler.ts';

const grouped = (digest: string) => digest.match(/.{8}/gu)?.join(' ') ?? '';
/** Text without regard to how it is laid out. */
const flat = (text: string) => text.replaceAll(/\s+/gu, ' ');

const place = { name: 'Clinic seal', reason: null, location: null, contentsBytes: 8192 };

describe('the certificate of completion', () => {
  const pool = new EnginePool({ processes: 1 });
  const composer = new PooledSigningPdfComposer(pool, new FontSource());
  const images = new PooledSignatureImages(pool);
  after(() => pool.close(0));

  const recipients = [
    aRecipient({
      name: 'Zoë Ångström',
      email: 'zoe@example.org',
      delivery: [
        { at: minute(0), by: 'email', linkVersion: 1 },
        { at: minute(5), by: 'manual', linkVersion: 2 },
      ],
      verification: {
        channel: 'sms',
        destinationMasked: '+49 *** 42',
        sends: 2,
        wrongTries: 1,
        verifiedAt: minute(9),
      },
      signature: { method: 'drawn', imageSha256: digestOf('drawn'), text: null },
      initials: { method: 'typed', imageSha256: null, text: 'ZÅ' },
    }),
    aRecipient({
      id: 'recipient-b',
      name: 'Иван Петров',
      email: 'ivan@example.org',
      role: 'approver',
      order: 2,
      intent: 'approve',
      signature: null,
    }),
    aRecipient({
      id: 'recipient-c',
      name: 'Archive',
      email: 'archive@example.org',
      role: 'copy',
      order: 3,
      ...{ viewedAt: null, consentedAt: null, completedAt: null, intent: null, documentSha256: null },
      disclosure: null,
      ...{ ip: null, userAgent: null, timeZone: null, signature: null },
    }),
  ];
  const facts = someFacts({ recipients });
  const berlin = { [minute(20)]: { wall: '2026-05-04T11:50:00', offsetMinutes: 120 } };
  const model = async (language = 'en') =>
    aCertificate(facts, {
      language,
      localTimes: { 'Europe/Berlin': berlin },
      images: [
        {
          recipientId: 'recipient-a',
          kind: 'signature',
          png: (await images.checked(aScrawl()))?.png ?? new Uint8Array(),
        },
      ],
    });
  const seal = { name: 'Harcourt & Partners seal', reason: null, location: null, contentsBytes: 8192 };
  const sealed = { sealedSha256: digestOf('sealed'), sealCertificateFingerprint: digestOf('leaf') };

  const certificateOf = async (each: CertificateModel) => (await composer.certificate(each, place))(sealed);

  async function copyOf(pages = 2) {
    const document = await PDFDocument.create();
    for (let page = 1; page <= pages; page += 1) document.addPage().drawText(`Terms of page ${page}`);
    const { bytes, ...made } = await composer.signingCopy(contentInMemory(await document.save()), null);
    return { pages: made.pages, content: contentInMemory(bytes), bytes };
  }
  const marks: readonly Mark[] = [
    { kind: 'line', text: 'Signed here', fontSize: 10, page: 2, x: 0.1, y: 0.5, width: 0.4, height: 0.05 },
  ];

  /** Everything that a certificate names, as text. */
  const named = [
    ...[facts.document.name, facts.document.fileName, facts.document.id, facts.subject, facts.sender.userId],
    ...[facts.workspace.name, facts.workspace.id, facts.sender.displayName],
    ...[facts.original.sha256, facts.signingCopy.sha256, digestOf(signingEvidence(facts))].map(grouped),
    ...[digestOf('disclosed'), digestOf('drawn'), facts.ledger.headHash].map(grouped),
    ...recipients.flatMap(({ name, email }) => [name, email]),
    ...['2026-05-04 09:30:00', '2026-05-04 09:40:00', '2026-05-04 09:39:00', '2026-05-04 09:41:00'],
    ...['2026-05-04 09:50:00', '2026-05-04 11:50:00 +02:00', '+49 *** 42', '2001:db8::7', 'Europe/Berlin'],
    ...['Mozilla/5.0 (X11; Linux x86_64; rv:128.0)', '2026-01', 'ZÅ', facts.ledger.ledgerId],
    ...facts.events.map(({ action }) => action),
  ];

  for (const [language, words] of Object.entries({
    en: [
      'Certificate of completion',
      'Signing round 2',
      'Signer · Group 1',
      'Approver · Group 2',
      'handed over by the sender (link 2)',
      'drawn by hand',
      'Page 1 of',
    ],
    'de-AT': [
      'Abschlusszertifikat',
      'Unterschriftenrunde 2',
      'Unterzeichnet · Gruppe 1',
      'Genehmigt · Gruppe 2',
      'vom Absender ausgehändigt (Link 2)',
      'von Hand gezeichnet',
      'Seite 1 von',
    ],
  }))
    it(`SEA-12: names every fact of the round, in the language of the round: ${language}`, async () => {
      const { bytes, pages } = await copyOf();
      const { bytes: prepared } = await composer.prepared(
        { content: contentInMemory(bytes), pages },
        marks,
        await model(language),
        signingEvidence(facts),
        seal,
      );
      const { bytes: alone } = await certificateOf(await model(language));

      const [within, apart] = [flat(textOf(prepared)), flat(textOf(alone))];
      for (const text of [...named, ...words]) {
        expect(within).to.include(text);
        expect(apart).to.include(text);
      }
      for (const digest of Object.values(sealed)) {
        expect(apart).to.include(grouped(digest));
        expect(within).to.not.include(grouped(digest));
      }
      const order = facts.events.map(({ action }) => within.indexOf(action));
      expect(order).to.deep.equal([...order].sort((one, other) => one - other));
    });

  it('SEA-12: is drawn before the file is sealed, and names afterwards which bytes were sealed with what', async () => {
    // Names that look like what is drawn until then; that of the workspace is shown twice.
    const subject = grouped('0123456789abcdef'.repeat(4));
    const own = aCertificate(
      someFacts({ recipients, subject, workspace: { id: 'w', name: `%open ${subject}` } }),
    );
    const open = await composer.certificate(own, place);
    const before = open({ sealedSha256: digestOf('other'), sealCertificateFingerprint: digestOf('key') });

    const { bytes } = open(sealed);

    checked(bytes);
    const text = flat(textOf(bytes));
    const { sealedSha256, sealCertificateFingerprint } = sealed;
    expect(text).to.include(`Sealed file ${grouped(sealedSha256)}`);
    expect(text).to.include(`Seal certificate ${grouped(sealCertificateFingerprint)}`);
    expect(text.split(subject)).to.have.length(4);
    expect(flat(textOf(before.bytes))).to.include(`Sealed file ${grouped(digestOf('other'))}`);
    expect(bytes.byteLength).to.equal(before.bytes.byteLength);
  });

  it('SEA-4: the pages of the copy keep their text, and the certificate follows them', async () => {
    const copy = await copyOf(3);
    const { bytes: prepared } = await composer.prepared(
      copy,
      marks,
      await model(),
      signingEvidence(facts),
      seal,
    );
    const { bytes: alone } = await certificateOf(await model());

    checked(prepared);
    checked(alone);
    const pagesOf = async (bytes: Uint8Array) => (await PDFDocument.load(bytes)).getPageCount();
    expect(textOf(prepared, 1)).to.include('Terms of page 1');
    expect(textOf(prepared, 2)).to.include('Terms of page 2').and.to.include('Signed here');
    expect(textOf(prepared, 4)).to.include('Certificate of completion');
    expect(await pagesOf(prepared)).to.equal(3 + (await pagesOf(alone)));
  });

  it('says which pages it has made, as an inspection finds them', async () => {
    for (const made of [
      await composer.prepared(await copyOf(), marks, await model(), signingEvidence(facts), seal),
      await certificateOf(await model()),
    ])
      expect((await new PooledPdfInspector(pool).inspect(contentInMemory(made.bytes))).pages).to.deep.equal(
        made.pages,
      );
  });

  it('SIG-33: names for each person the disclosure that this person was shown, in its language', async () => {
    const german = { version: '2026-02', language: 'de', sha256: digestOf('offengelegt') };
    const own = someFacts({ recipients: [aRecipient(), aRecipient({ id: 'b', disclosure: german })] });

    const { bytes } = await certificateOf(aCertificate(own));

    const text = flat(textOf(bytes));
    for (const named of ['Version 2026-01 (en)', 'Version 2026-02 (de)', grouped(german.sha256)])
      expect(text).to.include(named);
  });

  it('SEA-12: the signature is on the certificate as it looks', async () => {
    const drawn = async (each: CertificateModel) => (await certificateOf(each)).bytes;
    const [shown, without] = [drawn(await model()), drawn({ ...(await model()), images: [] })];
    const dark = (picture: ReturnType<typeof pictureOf>) =>
      picture.pixels.filter((value) => value < 8).length;

    expect(dark(pictureOf(await shown, 2, 72))).to.be.greaterThan(
      dark(pictureOf(await without, 2, 72)) + 300,
    );
  });

  it('SEA-12: a certificate of very many people and events has as many pages as it needs', async () => {
    const people = Array.from({ length: 60 }, (_, index) =>
      aRecipient({ id: `r${index}`, name: `Person ${index}`, userAgent: 'word '.repeat(100) }),
    );
    const events = Array.from({ length: 900 }, (_, index) => ({
      seq: index + 1,
      action: 'signer.reminded',
      at: minute(index),
      recipientId: `r${index % 60}`,
    }));

    const { bytes } = await certificateOf(aCertificate(someFacts({ recipients: people, events })));

    const text = flat(textOf(bytes));
    for (const index of [0, 30, 59]) expect(text).to.include(`Person ${index} `);
    expect(text.split('signer.reminded')).to.have.length(901);
    const pages = (await PDFDocument.load(bytes)).getPageCount();
    expect(text).to.include(`Page ${pages} of ${pages}`);
  });

  it('SEA-13: the evidence is attached as data, byte for byte, and its digest is on the certificate', async () => {
    const evidence = signingEvidence(facts);

    const { bytes: prepared } = await composer.prepared(await copyOf(), marks, await model(), evidence, seal);

    expect(Buffer.compare(attachedTo(prepared, evidenceFileName), evidence)).to.equal(0);
    expect(flat(textOf(prepared))).to.include(grouped(digestOf(evidence)));
    expect(Buffer.from(prepared).toString('latin1')).to.match(/\/AFRelationship \/Data/u);
  });

  it('SEA-18: the digest of the evidence can be read from the certificate in one line', async () => {
    const { bytes: alone } = await certificateOf(await model());
    const finder = new PooledAnchorFinder(pool);

    const places = await finder.find(contentInMemory(alone), [
      { text: grouped(digestOf(signingEvidence(facts))), occurrence: 1 },
      { text: 'Certificate of completion', occurrence: 1 },
    ]);

    expect(places.map((place) => place?.page)).to.deep.equal([1, 1]);
  });

  it('SEA-4: the file has room for its seal, on the last page and out of sight', async () => {
    const { bytes: prepared } = await composer.prepared(
      await copyOf(),
      marks,
      await model(),
      signingEvidence(facts),
      seal,
    );

    const document = await PDFDocument.load(prepared);
    const field = document.getForm().getSignature('ChancerySeal');
    const widget = field.acroField.getWidgets()[0];
    expect(widget?.P()).to.equal(document.getPages().at(-1)?.ref);
    expect(widget?.getRectangle()).to.deep.equal({ x: 0, y: 0, width: 0, height: 0 });
    expect(Buffer.from(prepared).includes(`<${'0'.repeat(2 * 8192)}>`)).to.equal(true);
  });

  it('SEA-6: the same facts at the same instant make the same bytes', async () => {
    const copy = await copyOf();
    const prepare = async () =>
      (await composer.prepared(copy, marks, await model(), signingEvidence(facts), seal)).bytes;
    const one = await prepare();
    await certificateOf(await model('de'));

    expect(Buffer.compare(await prepare(), one)).to.equal(0);
    const { bytes: later } = await composer.prepared(
      copy,
      marks,
      { ...(await model()), preparedAt: minute(30) },
      signingEvidence(facts),
      seal,
    );
    expect(Buffer.compare(later, one)).to.not.equal(0);
  });
});
