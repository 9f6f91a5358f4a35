import { isExtractable } from '../../lifecycle/index.ts';
import { entrySeal } from '../entries/content.ts';
import { attachmentTextJobs } from '../jobs.ts';
import { openedKey } from '../keys/scope-key.ts';
import { reaction } from '../ports.ts';
import { textPlace } from './attachment.ts';
import { attachmentCleared, attachmentTextRead } from './events.ts';
import { openedAttachment } from './opened-attachment.ts';

const mostPages = 200;
const mostCharacters = 1024 * 1024;

/**
 * Reads the text of a clean file and keeps it, sealed under the key of its case, for whoever searches. A file that has none,
 * or that nobody can read, is found by its name.
 */
export const readAttachmentText = reaction(
  attachmentCleared,
  { topic: 'attachment.text', policy: attachmentTextJobs },
  async ({ attachmentId }, context) => {
    const { workspaceId, read, transact, now, keyVault, recordCipher, textExtractor } = context;
    const attachment = await read(({ entryAttachments }) => entryAttachments.find(attachmentId));
    if (attachment === null || attachment.blobKey === null || attachment.status !== 'clean') return;
    const mimeType = attachment.contentType;
    if (workspaceId === null || !isExtractable(mimeType)) return;
    const key = await openedKey(attachment.keyId, { keyVault, workspaceId });
    if (key === null) return;
    const content = openedAttachment({ ...attachment, blobKey: attachment.blobKey }, key, context);
    const text = await textExtractor.extract(content, {
      mimeType,
      pages: { from: 1, to: mostPages },
      ocr: 'never',
      languages: ['en'],
      reference: attachment.addedAt,
    });
    const body = text.pages
      .flatMap(({ lines }) => lines.map((line) => line.text))
      .join('\n')
      .slice(0, mostCharacters)
      .replaceAll('\u0000', '')
      .replaceAll(/\p{Surrogate}/gu, '\ufffd')
      .trim();
    if (body === '') return;
    const textSealed = entrySeal(workspaceId, key, recordCipher).sealText(textPlace(attachmentId), body);
    await transact(async ({ entryAttachments, emit }) => {
      await entryAttachments.keepText({ attachmentId, textSealed, readAt: now });
      emit(attachmentTextRead, { attachmentId });
    });
  },
);
