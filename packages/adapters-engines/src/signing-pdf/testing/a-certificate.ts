import { createHash } from 'node:crypto';
import {
  type CertificateModel,
  type EvidenceRecipient,
  inEvidenceOrder,
  type SigningFacts,
  signingEvidence,
} from '@chancery/core';

export const digestOf = (text: string | Uint8Array): string =>
  createHash('sha256').update(text).digest('hex');

/** An instant of the round, so many minutes after it was sent. */
export const minute = (minutes: number): string =>
  new Date(Date.UTC(2026, 4, 4, 9, 30 + minutes)).toISOString();

export const aRecipient = (given: Partial<EvidenceRecipient> = {}): EvidenceRecipient => ({
  id: 'recipient-a',
  name: 'Ada Lovelace',
  email: 'ada@example.org',
  role: 'signer',
  order: 1,
  delivery: [{ at: minute(0), by: 'email', linkVersion: 1 }],
  verification: null,
  sentAt: minute(0),
  viewedAt: minute(10),
  consentedAt: minute(11),
  disclosure: { version: '2026-01', language: 'en', sha256: digestOf('disclosed') },
  completedAt: minute(20),
  intent: 'sign',
  documentSha256: digestOf('copy'),
  ip: '2001:db8::7',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0)',
  timeZone: 'Europe/Berlin',
  signature: { method: 'typed', imageSha256: null, text: 'Ada Lovelace' },
  initials: null,
  ...given,
});

export const someFacts = (given: Partial<SigningFacts> = {}): SigningFacts => ({
  workspace: { id: 'workspace_abcdefghijklmnopqrstuvwxyz', name: 'Harcourt & Partners' },
  document: {
    id: '0190a000-1111-7222-8333-444455556666',
    name: 'Lease of Long Acre 12',
    fileName: 'lease.pdf',
  },
  round: 2,
  sender: { userId: 'usr_0123456789abcdef0123456789abcdef', displayName: 'Margaret Harcourt' },
  subject: 'Please sign: Lease of Long Acre 12',
  message: null,
  signingOrder: 'sequential',
  original: { sha256: digestOf('original'), sizeBytes: 123_456, pages: 2 },
  signingCopy: { sha256: digestOf('copy'), sizeBytes: 120_001, pages: 2 },
  disclosure: { version: '2026-01', language: 'en', sha256: digestOf('disclosed'), text: 'disclosed' },
  sentAt: minute(0),
  deadlineAt: minute(9000),
  completedAt: minute(20),
  recipients: [aRecipient()],
  fields: [],
  events: [
    { seq: 41, action: 'document.sent', at: minute(0), recipientId: null },
    { seq: 42, action: 'signer.viewed', at: minute(10), recipientId: 'recipient-a' },
    { seq: 45, action: 'signer.completed', at: minute(20), recipientId: 'recipient-a' },
    { seq: 46, action: 'document.completed', at: minute(20), recipientId: null },
  ],
  ledger: { ledgerId: '0190a000-9999-7222-8333-444455556666', seq: 46, headHash: digestOf('head') },
  ...given,
});

export const aCertificate = (
  facts = someFacts(),
  given: Partial<CertificateModel> = {},
): CertificateModel => ({
  language: 'en',
  facts: inEvidenceOrder(facts),
  evidenceSha256: digestOf(signingEvidence(facts)),
  preparedAt: minute(21),
  localTimes: {},
  images: [],
  ...given,
});
