import { fileRequests } from '@chancery/core';
import { routes } from '../contract/routes.ts';

export const fileRequestsRoutes = routes(fileRequests, {
  listFileRequests: 'GET /api/v1/document-requests 200',
  createFileRequest: 'POST /api/v1/document-requests 201',
  listFileRequestTemplates: 'GET /api/v1/document-requests/templates 200',
  createFileRequestTemplate: 'POST /api/v1/document-requests/templates 201',
  updateFileRequestTemplate: 'PATCH /api/v1/document-requests/templates/{templateId} 200',
  getFileRequest: 'GET /api/v1/document-requests/{requestId} 200',
  updateFileRequest: 'PATCH /api/v1/document-requests/{requestId} 200',
  sendFileRequest: 'POST /api/v1/document-requests/{requestId}/send 201',
  remindFileRequest: 'POST /api/v1/document-requests/{requestId}/remind 201',
  reviewClientUpload: 'POST /api/v1/document-requests/uploads/{uploadId}/review 201',
  getClientUploadContent: 'GET /api/v1/document-requests/uploads/{uploadId}/content 200',
  getClientFileRequest: 'GET /api/v1/client-file-requests/{token} 200',
  uploadClientFile: 'POST /api/v1/client-file-requests/{token}/upload 201',
  getClientFileContent: 'GET /api/v1/client-file-requests/{token}/uploads/{uploadId}/content 200',
});
