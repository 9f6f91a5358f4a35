import { type DemoItem, type DemoOffice, linkTo, uploadPaper } from './office.ts';

/** A certificate of insurance that ends in three weeks, with its type, its owner and the notices of a policy. */
export async function expiringCertificate(office: DemoOffice): Promise<DemoItem> {
  const { chancery, ada, barbara } = office;
  const { caller } = ada;
  const end = new Date(Date.parse(chancery.ports.clock.now()) + 21 * 86_400_000).toISOString().slice(0, 10);
  const { id: documentId } = await uploadPaper(office, ada, 'Certificate of insurance', [
    'Certificate of insurance',
    'Professional indemnity for Lovelace & Partners.',
    'Policy number: PL-2026-00431',
    `Expiration date: ${end}`,
  ]);
  const { types } = await chancery.lifecycle.listDocumentTypes({}, caller);
  const typeId = types.find(({ key }) => key === 'insurance_certificate')?.id ?? null;
  const { policy } = await chancery.lifecycle.createExpirationPolicy(
    {
      name: 'Certificates of insurance',
      basis: 'document_date',
      notices: [60, 30, 7, 0].map((daysBefore) => ({ daysBefore, recipients: ['lifecycle_owner' as const] })),
    },
    caller,
  );
  await chancery.lifecycle.configureDocumentLifecycle(
    { documentId, typeId, ownerUserId: barbara.id, policyId: policy.id, statedExpiresOn: end },
    caller,
  );
  await chancery.lifecycle.confirmDocumentExpiration({ documentId, expiresOn: end }, caller);
  return { what: `A certificate that ends on ${end}`, open: await linkTo(office, ada, documentId) };
}
