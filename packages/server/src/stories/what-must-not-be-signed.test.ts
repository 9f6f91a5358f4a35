import { aDeflatedPdfStream, aPdfLetter, sampleFiles, sha256Of } from '@chancery/core/testing';
import { expect } from 'chai';
import { refusalOf } from './testing/installation.ts';
import { encryptedPdf, unpackedPdf } from './testing/pdf-programs.ts';
import { aContract } from './testing/signing-samples.ts';
import { bytesOf, openSigningStory, type SigningStory, signatureField } from './testing/signing-story.ts';

const mimeTypes = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
} as const;

describe('documents 12, walk-through 3: everything that must not be signed', () => {
  let story: SigningStory;
  before(async () => {
    story = await openSigningStory();
  });
  after(() => story?.close());

  async function uploaded(bytes: Uint8Array, kind: keyof typeof mimeTypes = 'pdf') {
    const { status, document } = await story.upload(bytes, { name: `A ${kind}`, type: mimeTypes[kind] });
    expect(status).to.equal(201);
    return document;
  }
  const send = (documentId: string) =>
    story.ada.signing.sendDocument({
      documentId,
      signers: [{ key: 'ann', name: 'Ann Example', email: 'ann@example.org' }],
      fields: [signatureField('ann')],
    });

  /** A file that was signed here, and so has a digital signature. */
  async function sealedBefore(): Promise<Buffer> {
    const documentId = await story.sent({ signers: [{ name: 'Bob Boss', email: 'bob@example.org' }] });
    await story.sign('bob@example.org');
    await story.mailsTo('bob@example.org');
    return bytesOf(story.ada.documents.getDocumentContent({ documentId }));
  }
  const withForm = (): Buffer =>
    aPdfLetter({
      catalog: '/AcroForm << /Fields [] /XFA 5 0 R >>',
      objects: { 5: aDeflatedPdfStream('', '<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"></xdp:xdp>') },
    });

  it('each file is stored and says what it is, and is refused by a code of its own when it is sent', async () => {
    const contract = aContract();
    const files = [
      [await encryptedPdf(contract), 'pdf', ['encrypted'], 'document.pdf_encrypted'],
      [await sealedBefore(), 'pdf', ['signed'], 'document.pdf_already_signed'],
      [withForm(), 'pdf', ['xfa'], 'document.pdf_xfa'],
      [sampleFiles[mimeTypes.docx]?.bytes ?? contract, 'docx', [], 'document.not_signable'],
      [contract.subarray(0, contract.length / 2), 'pdf', ['damaged'], 'document.pdf_damaged'],
    ] as const;

    for (const [bytes, kind, flags, code] of files) {
      const { id, contentFlags } = await uploaded(bytes, kind);
      expect(contentFlags, code).to.include.members([...flags]);
      expect(await refusalOf(send(id))).to.deep.equal([409, code]);
      expect((await story.read(id)).document.signatureStatus, code).to.equal('none');
    }
    expect(await story.mailsTo('ann@example.org')).to.deep.equal([]);
  });

  it('a script in an object stream does not stop sending, and is not in what is signed', async () => {
    const script = aPdfLetter({
      catalog: '/OpenAction 5 0 R /Names << /JavaScript << /Names [(start) 6 0 R] >> >>',
      objects: {
        5: '<< /Type /Action /S /JavaScript /JS (app.alert\\(1\\)) >>',
        6: '<< /Type /Action /S /JavaScript /JS (app.launchURL\\("https://example.org"\\)) >>',
      },
      packed: [5, 6],
    });
    expect(await unpackedPdf(script)).to.include('app.alert');
    const { id: documentId, contentFlags } = await uploaded(script);
    expect(contentFlags).to.have.members(['javascript', 'open_action']);

    const { signature } = await send(documentId);

    const copy = await bytesOf(
      story.ada.documents.getDocumentContent({ documentId, variant: 'signing_copy' }),
    );
    expect(sha256Of(copy)).to.equal(signature.signingCopySha256);
    const unpacked = await unpackedPdf(copy);
    expect(unpacked)
      .to.include('Dear Ada')
      .and.not.match(/JavaScript|\/JS|OpenAction|app\./);
    const token = await story.tokenOf('ann@example.org');
    expect(copy.equals(await bytesOf(story.anybody.signing.getSigningContent({ token })))).to.equal(true);
  });
});
