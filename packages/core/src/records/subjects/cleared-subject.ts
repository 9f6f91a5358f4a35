import type { Instant } from '../../kernel/time.ts';
import { inStatus, type Subject } from './subject.ts';

const disposedName = 'Disposed subject';

/** What is left of a subject that was disposed of: that there was one, under which number, and its labels. */
export const clearedSubject = (subject: Subject, now: Instant): Subject => ({
  ...subject,
  displayName: disposedName,
  ...{ name: null, aliases: [], birthDate: null, birthDateEstimated: false, deceasedOn: null },
  ...{ gender: null, pronouns: null, language: null, interpreterNeeded: false },
  ...{ contacts: [], addresses: [], externalReference: null, tags: [], customFields: {} },
  status: subject.status === 'merged' ? subject.status : inStatus(subject.status, 'archived'),
  disposedAt: now,
  updatedAt: now,
});
