import { z } from 'zod';
import { id } from '../kernel/shapes.ts';
import { uploadNotFound } from './errors.ts';
import { query } from './ports.ts';
import { UploadSessionAnswer, uploadSessionView } from './views.ts';

export const uploadSessionId = () => id().describe('The upload session.');

export const getUploadSession = query({
  summary: 'Say how far an upload has come',
  description: 'Lists what is missing, so that a client that was cut off sends only that.',
  access: { owner: 'own', admin: 'own', member: 'own' },
  input: z.strictObject({ uploadSessionId: uploadSessionId() }),
  output: UploadSessionAnswer,
  errors: [uploadNotFound],

  async run(input, { now, user, uploads }) {
    const session = await uploads.own(input.uploadSessionId, user.userId);
    return { uploadSession: uploadSessionView(session, await uploads.progress(session), now) };
  },
});
