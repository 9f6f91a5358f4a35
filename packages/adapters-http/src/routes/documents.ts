import { documents } from '@chancery/core';
import { routes } from '../contract/routes.ts';

export const documentsRoutes = routes(documents, {
  listDocuments: 'GET /api/v1/documents 200',
  createDocumentFolder: 'POST /api/v1/documents/folders 201',
  updateDocumentFolder: 'PATCH /api/v1/documents/folders/{folderId} 200',
  archiveDocumentFolder: 'DELETE /api/v1/documents/folders/{folderId} 200',
  uploadDocument: 'POST /api/v1/documents/upload 201',
  createDocumentFromUpload: 'POST /api/v1/documents/upload/resumable 201',
  getDocument: 'GET /api/v1/documents/{documentId} 200',
  updateDocument: 'PATCH /api/v1/documents/{documentId} 200',
  getDocumentContent: 'GET /api/v1/documents/{documentId}/content 200',
  trashDocument: 'POST /api/v1/documents/{documentId}/trash 201',
  restoreDocument: 'POST /api/v1/documents/{documentId}/restore 201',
  purgeDocument: 'DELETE /api/v1/documents/{documentId} 200',
  createDocumentShare: 'POST /api/v1/documents/{documentId}/shares 201',
  revokeDocumentShare: 'POST /api/v1/documents/{documentId}/shares/{shareId}/revoke 201',
  getDocumentShare: 'GET /api/v1/document-shares/{token} 200',
  getDocumentShareContent: 'GET /api/v1/document-shares/{token}/content 200',
});
