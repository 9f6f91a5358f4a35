import { aFile } from '@chancery/adapters-persistence/testing';
import type { Practice } from '../practice.ts';
import { type Act, staff } from './act.ts';

const chosen = (practice: Practice, fits: (one: { status: string; held: boolean }) => boolean) =>
  practice.random.any([...practice.books.documents].filter(([, one]) => fits(one)))?.[0] ?? null;

/** Documents: the library, holds, dates. */
export const documents: readonly Act[] = [
  {
    name: 'upload a document',
    weight: 6,
    async run(practice) {
      const { world, books, call, random } = practice;
      const name = `Paper ${random.below(1_000_000)}`;
      const made = await call('document.created', staff(practice), (caller) =>
        // Each try sends the bytes anew, as a client does.
        world.chancery.documents.uploadDocument(
          { name, file: aFile(`${name}.pdf`, `%PDF-1.7 ${name}\n%%EOF`) },
          caller,
        ),
      );
      if (made !== null)
        books.documents.set(made.document.id, {
          status: 'active',
          held: false,
          signed: false,
          sent: false,
          dated: false,
        });
    },
  },
  {
    name: 'trash a document',
    weight: 2,
    async run(practice) {
      const { world, books, call } = practice;
      const documentId = chosen(practice, ({ status }) => status === 'active');
      if (documentId === null) return;
      const done = await call('document.trashed', world.owner, (caller) =>
        world.chancery.documents.trashDocument({ documentId }, caller),
      );
      const one = books.documents.get(documentId);
      if (done !== null && one !== undefined) one.status = 'trashed';
    },
  },
  {
    name: 'restore a document',
    weight: 1,
    async run(practice) {
      const { world, books, call } = practice;
      const documentId = chosen(practice, ({ status }) => status === 'trashed');
      if (documentId === null) return;
      const done = await call('document.restored', world.owner, (caller) =>
        world.chancery.documents.restoreDocument({ documentId }, caller),
      );
      const one = books.documents.get(documentId);
      if (done !== null && one !== undefined) one.status = 'active';
    },
  },
  {
    name: 'place a hold',
    weight: 1,
    async run(practice) {
      const { world, books, call, random } = practice;
      const documentId = chosen(practice, ({ status, held }) => status === 'active' && !held);
      if (documentId === null) return;
      const matter = `Matter ${random.below(100)}`;
      const placed = await call('document_hold.placed', world.owner, (caller) =>
        world.chancery.lifecycle.placeLegalHold(
          { documentId, matter, reason: 'A claim was announced by letter.' },
          caller,
        ),
      );
      const one = books.documents.get(documentId);
      if (placed !== null && one !== undefined) one.held = true;
    },
  },
  {
    name: 'say when a document ends',
    weight: 3,
    async run(practice) {
      const { world, books, call, random } = practice;
      const documentId = chosen(practice, ({ status }) => status === 'active');
      if (documentId === null) return;
      const day = new Date(Date.parse(world.clock.now()) + (random.below(200) + 1) * 86_400_000);
      const done = await call(null, world.owner, (caller) =>
        world.chancery.lifecycle.configureDocumentLifecycle(
          {
            documentId,
            typeId: null,
            ownerUserId: world.owner.id,
            policyId: null,
            issuedOn: null,
            effectiveOn: null,
            statedExpiresOn: day.toISOString().slice(0, 10),
          },
          caller,
        ),
      );
      const one = books.documents.get(documentId);
      if (done !== null && one !== undefined) one.dated = true;
    },
  },
];
