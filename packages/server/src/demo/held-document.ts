import { type DemoItem, type DemoOffice, linkTo, uploadPaper } from './office.ts';

/** A document that nobody may destroy while a matter goes on. */
export async function heldDocument(office: DemoOffice): Promise<DemoItem> {
  const { chancery, ada, grace } = office;
  const { id: documentId } = await uploadPaper(office, ada, 'Letter of complaint', [
    'Letter of complaint',
    'Example GmbH complains about the report of last year.',
  ]);
  await chancery.lifecycle.placeLegalHold(
    {
      documentId,
      matter: 'Example GmbH against Lovelace & Partners',
      reason: 'A claim was announced; nothing about it may be destroyed.',
      custodianUserId: grace.id,
    },
    ada.caller,
  );
  return { what: 'A document under a legal hold', open: await linkTo(office, ada, documentId) };
}
