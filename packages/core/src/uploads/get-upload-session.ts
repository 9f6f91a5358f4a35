import { z } from 'zod';
import { id } from '../kernel/shapes.ts';
import { uploadNotFound } from './errors.ts';
import { query } from './ports.ts';
import { UploadSessionAnswer, uploadSessionView } from './views.ts';

export const uploadSessionId = () => id().describe('The id of the upload session.');

export const getUploadSession = query({
  summary: 'Show the progress of an upload',
  description: 'Lists the missing ranges, so that a client that was interrupted sends only those.',
  access: { owner: 'own', admin: 'own', member: 'own' },
  cli: { command: 'uploads get' },
  input: z.strictObject({ uploadSessionId: uploadSessionId() }),
  output: UploadSessionAnswer,
  errors: [uploadNotFound],

  async run(input, { now, user, uploads }) {
    const session = await uploads.own(input.uploadSessionId, user.userId);
    return { uploadSession: uploadSessionView(session, await uploads.progress(session), now) };
  },
});
