import type { Act } from './act.ts';

/** A document is sent to a client and, on most days, signed. */
export const signing: readonly Act[] = [
  {
    name: 'have a document signed',
    weight: 3,
    async run(practice) {
      const { world, books, call, random } = practice;
      const { signing: own } = world.chancery;
      const documentId = random.any(
        [...books.documents].filter(([, one]) => one.status === 'active' && !one.sent),
      )?.[0];
      if (documentId === undefined) return;
      const owner = world.owner;
      const email = `client${random.below(50)}@example.org`;
      const prepared = await call(null, owner, (caller) =>
        own.setDocumentSigners(
          {
            documentId,
            appendSignaturePage: true,
            signers: [{ name: 'A client', email }],
          },
          caller,
        ),
      );
      const sent =
        prepared &&
        (await call('document.sent', owner, (caller) => own.sendDocument({ documentId }, caller)));
      const signerId = sent?.signers[0]?.id;
      const one = books.documents.get(documentId);
      if (signerId === undefined || one === undefined) return;
      one.sent = true;
      if (random.is(0.2)) return;
      const link = await call(null, owner, (caller) =>
        own.createSigningLink({ documentId, signerId }, caller),
      );
      const token = link?.url.split('#token=')[1];
      if (token === undefined) return;
      const shown = await call(null, null, (caller) => own.getSigningLink({ token }, caller));
      if (shown === null || shown.document === null) return;
      const { sha256 } = shown.document;
      const version = shown.consent?.version ?? '1';
      const done = await call('signer.completed', null, (caller) =>
        own.completeSigning(
          {
            token,
            intent: 'sign',
            documentSha256: sha256,
            consent: { accepted: true, version },
            fields: [],
            signature: { method: 'typed', text: 'A client' },
          },
          caller,
        ),
      );
      if (done !== null) one.signed = true;
    },
  },
];
