import { signing } from '@chancery/core';
import { routes } from '../contract/routes.ts';

export const signingRoutes = routes(signing, {
  setDocumentFields: 'PUT /api/v1/documents/{documentId}/fields 200',
  setDocumentSigners: 'PUT /api/v1/documents/{documentId}/signers 200',
  sendDocument: 'POST /api/v1/documents/{documentId}/send 201',
  remindSigner: 'POST /api/v1/documents/{documentId}/signers/{signerId}/remind 201',
  createSigningLink: 'POST /api/v1/documents/{documentId}/signers/{signerId}/link 201',
  updateSigner: 'PATCH /api/v1/documents/{documentId}/signers/{signerId} 200',
  voidDocument: 'POST /api/v1/documents/{documentId}/void 201',
  sealDocument: 'POST /api/v1/documents/{documentId}/seal 201',
  getSigningCertificate: 'GET /api/v1/documents/{documentId}/certificate 200',
  verifyDocument: 'GET /api/v1/document-verifications/{sha256} 200',
  getSigningLink: 'GET /api/v1/document-signing/{token} 200',
  getSigningContent: 'GET /api/v1/document-signing/{token}/content 200',
  completeSigning: 'POST /api/v1/document-signing/{token}/complete 201',
  sendSigningCode: 'POST /api/v1/document-signing/{token}/otp/send 201',
  verifySigningCode: 'POST /api/v1/document-signing/{token}/otp/verify 201',
  declineSigning: 'POST /api/v1/document-signing/{token}/decline 201',
});
