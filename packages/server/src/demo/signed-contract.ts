import { type DemoItem, type DemoOffice, demoCaller, linkTo, settled, uploadPaper } from './office.ts';

/** A contract that two people have signed by their links, sealed with its certificate of completion. */
export async function signedContract(office: DemoOffice): Promise<DemoItem> {
  const { chancery, ada, grace } = office;
  const { id: documentId } = await uploadPaper(office, ada, 'Engagement letter', [
    'Engagement letter',
    'Between Lovelace & Partners and Example GmbH.',
    'The annual report is prepared by the end of March.',
    'The fee is agreed as set out in the annex.',
  ]);
  const { caller } = ada;
  await chancery.signing.setDocumentSigners(
    {
      documentId,
      appendSignaturePage: true,
      signers: [
        { name: grace.name, email: grace.email },
        { name: 'Erika Mustermann', email: 'erika@example.org' },
      ],
    },
    caller,
  );
  const { signers } = await chancery.signing.sendDocument({ documentId }, caller);
  for (const { id: signerId, name } of signers) {
    const { url } = await chancery.signing.createSigningLink({ documentId, signerId }, caller);
    await sign(office, url.slice(url.indexOf('#token=') + '#token='.length), name);
  }
  await settled('the seal of the engagement letter', async () => {
    const { document } = await chancery.documents.getDocument({ documentId }, caller);
    return document.sealedSha256 === null ? null : document;
  });
  return { what: 'A signed and sealed contract', open: await linkTo(office, ada, documentId) };
}

/** What the page of a signing link does. */
async function sign({ chancery }: DemoOffice, token: string, name: string): Promise<void> {
  const visitor = demoCaller(null);
  const view = await chancery.signing.getSigningLink({ token }, visitor);
  const { document, consent } = view;
  if (document === null || consent === null) throw new Error(`The link of ${name} shows no document`);
  await chancery.signing.completeSigning(
    {
      token,
      intent: 'sign',
      documentSha256: document.sha256,
      consent: { accepted: true, version: consent.version },
      fields: [],
      signature: { method: 'typed', text: name },
    },
    visitor,
  );
}
