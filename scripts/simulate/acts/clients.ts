import { aFile } from '@chancery/adapters-persistence/testing';
import { type Act, staff } from './act.ts';

/** Requests to clients for files, and what they send. */
export const clients: readonly Act[] = [
  {
    name: 'ask a client for files',
    weight: 2,
    async run(practice) {
      const { world, books, call, random } = practice;
      const { fileRequests } = world.chancery;
      const by = staff(practice);
      const title = `Papers ${random.below(1000)}`;
      const clientEmail = `client${random.below(50)}@example.org`;
      const made = await call('file_request.created', by, (caller) =>
        fileRequests.createFileRequest(
          {
            title,
            clientName: 'A client',
            clientEmail,
            items: [{ name: 'Passport', acceptedTypes: ['pdf'], maxFiles: 5 }],
          },
          caller,
        ),
      );
      const requestId = made?.request.id;
      if (requestId === undefined) return;
      const sent = await call('file_request.sent', by, (caller) =>
        fileRequests.sendFileRequest({ requestId, delivery: 'link' }, caller),
      );
      const token = sent?.url?.split('#token=')[1];
      if (token !== undefined) books.requests.set(requestId, { token, uploads: 0 });
    },
  },
  {
    name: 'send a file as a client',
    weight: 4,
    async run({ world, books, call, random }) {
      const { fileRequests } = world.chancery;
      const request = random.any([...books.requests.values()]);
      if (request === null) return;
      const { token } = request;
      const shown = await call(null, null, (caller) => fileRequests.getClientFileRequest({ token }, caller));
      const itemId = shown?.request.items[0]?.id;
      if (itemId === undefined) return;
      const content = `%PDF-1.7 ${random.below(1_000_000_000)}\n%%EOF`;
      const done = await call('file_request.upload_received', null, (caller) =>
        fileRequests.uploadClientFile({ token, itemId, file: aFile('passport.pdf', content) }, caller),
      );
      if (done !== null) request.uploads += 1;
    },
  },
];
