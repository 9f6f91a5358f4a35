import { z } from 'zod';
import { extensionsOf } from '../../documents/index.ts';
import { shown } from '../../kernel/shapes.ts';
import type { ClientUpload } from '../client-upload.ts';
import { fileRequestStates } from '../request.ts';
import { type RequestItem, typesOf } from '../request-item.ts';
import { RequestItemView, uploadHead } from '../views.ts';

export const ClientUploadOfLinkView = z
  .object(uploadHead)
  .meta({ id: 'ClientUploadOfLink', description: 'A file that was sent, as the client sees it.' });

const { documentTypeId: _, ...itemFields } = RequestItemView.shape;

export const ClientItemView = z
  .object({
    ...itemFields,
    accept: z
      .array(z.string())
      .describe('What a chooser of files may offer: the media types and the extensions that are taken.'),
    uploads: z.array(ClientUploadOfLinkView).describe('The files that were sent for it.'),
  })
  .meta({ id: 'ClientFileRequestItem', description: 'One thing that is asked for, as the client sees it.' });

export const ClientFileRequestView = z.object({
  request: z
    .object({
      title: z.string().describe('What it is about.'),
      message: z.string().nullable().describe('What the sender says about it; null for nothing.'),
      status: z.enum(fileRequestStates.states).describe('How far the request is.'),
      clientName: z.string().describe('Who is asked.'),
      dueOn: shown.date().nullable().describe('The day by which the files are wanted; null for none.'),
      expiresAt: shown.instant().describe('When the link ends.'),
      language: z.string().describe('The language in which the client was written to.'),
      items: z.array(ClientItemView).describe('What is asked for, and what has come.'),
      closed: z.boolean().describe('Whether no more files are taken.'),
    })
    .describe('What is asked for, and what has come.'),
  workspace: z
    .object({
      name: z.string().describe('The name of the workspace that asks.'),
      logoUrl: z.string().nullable().describe('The address of its logo; null without one.'),
    })
    .describe('Who asks.'),
  sender: z
    .object({ displayName: z.string().describe('The name of the person to ask.') })
    .describe('Whom to ask.'),
  limits: z
    .object({
      maxFileSizeBytes: z.int().describe('How large any file may be; an item may take less.'),
      maxFiles: z
        .int()
        .describe('How many files the request takes in all, those that were rejected included.'),
      remainingFiles: z.int().describe('How many more it takes.'),
    })
    .describe('How much may be sent.'),
});

/** Who has looked at a file is nobody's concern outside (CFR-7, CFR-14). */
export const clientUploadOfLinkView = (upload: ClientUpload): z.input<typeof ClientUploadOfLinkView> => ({
  ...upload,
  reviewReason: upload.status === 'rejected' ? upload.reviewReason : null,
});

export const clientItemView = (
  item: RequestItem,
  uploads: readonly ClientUpload[],
): z.input<typeof ClientItemView> => ({
  ...item,
  acceptedTypes: [...item.acceptedTypes],
  accept: typesOf(item).flatMap((type) => [type, ...extensionsOf(type).map((ending) => `.${ending}`)]),
  uploads: uploads.filter(({ itemId }) => itemId === item.id).map(clientUploadOfLinkView),
});
