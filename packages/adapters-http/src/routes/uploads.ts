import { uploads } from '@chancery/core';
import { routes } from '../contract/routes.ts';

const root = '/api/v1/uploads/resumable';

export const uploadsRoutes = routes(
  uploads,
  {
    createUploadSession: 'POST /api/v1/uploads/resumable 201',
    listUploadSessions: 'GET /api/v1/uploads/resumable 200',
    getUploadSession: 'GET /api/v1/uploads/resumable/{uploadSessionId} 200',
    abortUploadSession: 'DELETE /api/v1/uploads/resumable/{uploadSessionId} 200',
    storeUploadChunk: 'POST /api/v1/uploads/resumable/{uploadSessionId}/chunks 201',
    completeUploadSession: 'POST /api/v1/uploads/resumable/{uploadSessionId}/complete 201',
  },
  {
    createUploadSession: {
      answers: {
        Location: {
          description: 'Where the session is read.',
          valueOf: ({ uploadSession }: { uploadSession: { id: string } }) => `${root}/${uploadSession.id}`,
        },
      },
    },
    storeUploadChunk: {
      answers: {
        'Upload-Offset': {
          description: 'The lowest byte that is still missing; the size of the file when none is.',
          valueOf: ({ uploadSession }: { uploadSession: { nextOffset: number } }) =>
            String(uploadSession.nextOffset),
        },
      },
    },
  },
);
