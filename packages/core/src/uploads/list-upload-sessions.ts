import { z } from 'zod';
import { pageFields, pageOf } from '../kernel/pages.ts';
import { shown } from '../kernel/shapes.ts';
import { query } from './ports.ts';
import { uploadStates } from './upload-session.ts';
import { UploadSessionView, uploadSessionView } from './views.ts';

export const listUploadSessions = query({
  summary: 'List your uploads',
  description: 'Newest first. A client that crashed can find its open sessions here.',
  access: { owner: 'own', admin: 'own', member: 'own' },
  cli: {
    command: 'uploads list',
    columns: ['fileName', 'sizeBytes', 'purpose', 'status', 'expiresAt', 'id'],
  },
  input: z.strictObject({
    status: z.enum(uploadStates.states).default('open').describe('The status of the uploads to list.'),
    ...pageFields(['id']),
  }),
  output: z.object({
    uploadSessions: z.array(UploadSessionView),
    count: shown.count(),
    nextCursor: shown.nextCursor(),
  }),

  async run({ status, limit, cursor }, { now, user, uploads }) {
    const [after = null] = cursor ?? [];
    const found = await uploads.list(user.userId, status, now, after, limit);
    const { rows, count, nextCursor } = pageOf(found, limit, ({ session }) => [session.id]);
    return {
      uploadSessions: rows.map(({ session, progress }) => uploadSessionView(session, progress, now)),
      count,
      nextCursor,
    };
  },
});
