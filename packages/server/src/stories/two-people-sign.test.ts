import { sha256Of } from '@chancery/core/testing';
import type { SigningLink } from '@chancery/sdk';
import { ChanceryError } from '@chancery/sdk';
import { expect } from 'chai';
import { aScrawl } from '../../../adapters-engines/src/signing-pdf/testing/images.ts';
import { sharedChromium } from './testing/chromium.ts';
import { refusalOf } from './testing/installation.ts';
import { visit } from './testing/page-visitor.ts';
import { attachedTo, checkedPdf, signaturesBy, textOfPdf } from './testing/pdf-programs.ts';
import { answerOf } from './testing/people.ts';
import {
  bytesOf,
  completionOf,
  faultOf,
  openSigningStory,
  type SigningStory,
  signatureField,
} from './testing/signing-story.ts';

const phone = '+4915123454521';

describe('documents 12, walk-through 1: two people, one after the other, with SMS', () => {
  let story: SigningStory;
  let documentId: string;
  let sealed: Buffer;
  before(async () => {
    story = await openSigningStory({ CHANCERY_SEAL_ALGORITHM: 'rsa-3072' });
  });
  after(() => story?.close());
  const signer = async (key: string) => {
    const found = (await story.read(documentId)).signers.find((one) => one.key === key);
    if (found === undefined) throw new Error(`Nobody is called ${key}`);
    return found;
  };
  const field = ({ fields }: SigningLink, kind: string) =>
    fields.find((one) => one.mine && one.kind === kind)?.id ?? '';

  it('a contract is uploaded and prepared, and sent to the first of two', async () => {
    const { ada } = story;
    const { status, document } = await story.upload();
    const { id, contentFlags, pageCount } = document;
    documentId = id;
    expect([status, contentFlags, pageCount]).to.deep.equal([201, [], 2]);

    await ada.signing.setDocumentSigners({
      documentId,
      signingOrder: 'sequential',
      signers: [
        { key: 'A', name: 'Ann Example', email: 'ann@example.org', order: 1, verification: 'sms', phone },
        { key: 'B', name: 'Bob Boss', email: 'bob@example.org', order: 2 },
        { key: 'C', name: 'Cleo Copy', email: 'cleo@example.org', role: 'copy' },
      ],
    });
    const prepared = await ada.signing.setDocumentFields({
      documentId,
      fields: [
        signatureField('A'),
        signatureField('A', { kind: 'date', x: 0.55 }),
        signatureField('B', { page: 2 }),
        signatureField('B', { kind: 'text', label: 'Place', page: 2, x: 0.55 }),
      ],
    });
    expect(prepared.signature.status).to.equal('preparing');
    const sent = await answerOf((facts) => ada.signing.sendDocument({ documentId }, facts));

    const statuses = sent.data.signers.map(({ key, status }) => [key, status]);
    expect([sent.status, statuses]).to.deep.equal([
      201,
      [
        ['A', 'sent'],
        ['B', 'waiting'],
        ['C', 'draft'],
      ],
    ]);
    const { id: signerId } = await signer('B');
    expect(await refusalOf(ada.signing.createSigningLink({ documentId, signerId }))).to.deep.equal([
      409,
      'signer.not_their_turn',
    ]);
    expect(await story.mailsTo('bob@example.org')).to.deep.equal([]);
  });

  it('the first proves by a code that the link is meant for her, reads what she signs, and signs', async () => {
    const { signing } = story.anybody;
    const token = await story.tokenOf('ann@example.org');
    const locked = await signing.getSigningLink({ token });
    expect([locked.status, locked.document, locked.fields, locked.recipients]).to.deep.equal([
      'locked',
      null,
      [],
      [],
    ]);
    expect(JSON.stringify(locked)).to.not.match(/Rental|Bob|Cleo|example\.org.*example\.org/);

    const asked = await answerOf((facts) => signing.sendSigningCode({ token }, facts));
    expect([asked.status, asked.data.channel, asked.data.destination]).to.deep.equal([
      201,
      'sms',
      locked.verification.destination,
    ]);
    const code = await story.codeOn(phone);
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    for (const left of ['4 tries are left', '3 tries are left']) {
      const refusal = await signing
        .verifySigningCode({ token, code: wrong })
        .catch((error: unknown) => error);
      if (!(refusal instanceof ChanceryError)) throw refusal;
      expect([refusal.status, refusal.code]).to.deep.equal([400, 'otp.incorrect']);
      expect(refusal.details[0]?.message).to.include(left);
    }
    const right = await answerOf((facts) => signing.verifySigningCode({ token, code }, facts));
    expect(right.status).to.equal(201);
    const mine = { token, signingSession: right.data.sessionToken };

    expect(await refusalOf(signing.getSigningContent({ token }))).to.deep.equal([
      403,
      'signing.verification_required',
    ]);
    const view = await signing.getSigningLink(mine);
    expect(view.status).to.equal('ready');
    expect(sha256Of(await bytesOf(signing.getSigningContent(mine)))).to.equal(view.document?.sha256);
    expect((await signer('A')).status).to.equal('viewed');

    const { consent, ...withoutConsent } = completionOf(view);
    const image = Buffer.from(aScrawl()).toString('base64');
    const given = {
      ...withoutConsent,
      signature: { method: 'drawn' as const, image },
      timeZone: 'Asia/Tokyo',
    };
    expect(await refusalOf(signing.completeSigning({ ...mine, ...given }))).to.deep.equal([
      409,
      'signing.consent_required',
    ]);
    const done = await answerOf((facts) =>
      signing.completeSigning({ ...mine, ...given, ...{ consent } }, facts),
    );
    expect([done.status, done.data.remaining, done.data.documentStatus]).to.deep.equal([201, 1, 'sent']);
  });

  it('the second is asked only then, sees that the first has signed, and ends it', async () => {
    const { signing } = story.anybody;
    const token = await story.tokenOf('bob@example.org');
    const view = await signing.getSigningLink({ token });
    expect(view.recipients.map(({ name, status }) => [name, status])).to.deep.equal([
      ['Ann Example', 'completed'],
      ['Bob Boss', 'sent'],
      ['Cleo Copy', 'draft'],
    ]);
    const fields = [{ fieldId: field(view, 'text'), value: 'Δελφοί' }];
    const given = { token, ...completionOf(view), timeZone: 'America/New_York' };

    const fault = await faultOf(signing.completeSigning(given));
    expect(fault).to.deep.equal([400, 'request.invalid', 'field.required_missing']);
    const done = await answerOf((facts) => signing.completeSigning({ ...given, fields }, facts));
    expect([done.status, done.data.remaining, done.data.documentStatus]).to.deep.equal([201, 0, 'completed']);
    await story.mailsTo('');
    const { document, signature } = await story.read(documentId);
    expect([document.signatureStatus, signature?.seal.status]).to.deep.equal(['sealed', 'sealed']);
  });

  it('others find the sealed file valid, and in it who did what, when and how', async () => {
    sealed = await bytesOf(story.ada.documents.getDocumentContent({ documentId }));
    const { document, signature } = await story.read(documentId);
    expect(sha256Of(sealed)).to.equal(document.sealedSha256);

    const signatures = await signaturesBy(sealed);
    expect(signatures.match(/^Signature #\d/gm)).to.have.length(1);
    for (const words of ['Signature is Valid', 'Total document signed', 'ETSI.CAdES.detached'])
      expect(signatures).to.include(words);
    expect(await checkedPdf(sealed)).to.include('No syntax or stream encoding errors found');

    const text = await textOfPdf(sealed);
    for (const words of [
      'Rental agreement, page 2',
      'Δελφοί',
      'Code by text message to +49 ••• ••• 4521 · codes sent: 1 · wrong tries: 2',
      'Asia/Tokyo',
      'America/New_York',
    ])
      expect(text).to.include(words);
    const evidence = await attachedTo(sealed, 'chancery-evidence.json');
    const { schema, recipients, signingCopy } = JSON.parse(evidence.toString('utf8'));
    expect([schema, signingCopy.sha256]).to.deep.equal([
      'chancery.signing-evidence.v1',
      signature?.signingCopySha256,
    ]);
    expect(recipients[0].verification).to.deep.include({ channel: 'sms', sends: 1, wrongTries: 2 });
    const certificate = await bytesOf(story.ada.signing.getSigningCertificate({ documentId }));
    expect(await signaturesBy(certificate))
      .to.include('Signature is Valid')
      .and.include('Total document signed');
  });

  it('whoever gets a copy reads the same bytes, and anybody can ask whether they are genuine', async () => {
    const { signing } = story.anybody;
    const token = await story.tokenOf('cleo@example.org');
    expect((await signing.getSigningLink({ token })).status).to.equal('copy');
    expect(sealed.equals(await bytesOf(signing.getSigningContent({ token })))).to.equal(true);
    expect((await signing.verifyDocument({ sha256: sha256Of(sealed) })).match).to.equal('sealed');
    expect((await signer('C')).status).to.equal('notified');

    const forged = Buffer.from(sealed);
    forged.writeUInt8(forged.readUInt8(1000) ^ 1, 1000);
    expect(await refusalOf(signing.verifyDocument({ sha256: sha256Of(forged) }))).to.deep.equal([
      404,
      'verification.not_found',
    ]);
    expect(await signaturesBy(forged)).to.include('Digest Mismatch');
    await pagesSayTheSame({ token, forged });
  });

  /** The page of the copy shows its fingerprint, and the page that checks files knows it and not a forged one. */
  async function pagesSayTheSame({ token, forged }: { readonly token: string; readonly forged: Buffer }) {
    const { baseUrl } = story.installation;
    const visitor = await visit(await sharedChromium(), baseUrl);
    try {
      const { page } = visitor;
      await page.goto(`${baseUrl}/sign#token=${token}`);
      await page.getByText(sha256Of(sealed)).first().waitFor();
      await page.goto(`${baseUrl}/verify`);
      for (const [buffer, verdict] of [
        [sealed, 'Yes, this is the sealed document'],
        [forged, 'This file is not known here'],
      ] as const) {
        const chosen = { name: 'agreement.pdf', mimeType: 'application/pdf', buffer };
        await page.getByLabel('Choose a file').setInputFiles(chosen);
        await page.getByText(verdict).first().waitFor();
      }
      expect(visitor.faults).to.deep.equal([]);
    } finally {
      await visitor.close();
    }
  }
});
