import { z } from 'zod';
import { cleanFileName } from '../../documents/index.ts';
import { workspaceNotActive } from '../../kernel/access.ts';
import { incomingFile } from '../../kernel/incoming-file.ts';
import { linkGone, linkNotFound } from '../../kernel/links.ts';
import { id, multiline, visibleName } from '../../kernel/shapes.ts';
import {
  uploadArchiveUnsafe,
  uploadChecksumMismatch,
  uploadEmpty,
  uploadFileMissing,
  uploadRejected,
  uploadTooLarge,
  uploadTooManyFiles,
  uploadTypeNotAllowed,
} from '../../uploads/index.ts';
import {
  fileRequestClosed,
  fileRequestFull,
  fileRequestItemFull,
  fileRequestItemNotFound,
  fileRequestStorageUnavailable,
} from '../errors.ts';
import { action } from '../ports.ts';
import { fileRequestStates } from '../request.ts';
import {
  ClientItemView,
  ClientUploadOfLinkView,
  clientItemView,
  clientUploadOfLinkView,
} from './client-view.ts';
import { contentInTime } from './content-in-time.ts';
import { keptUpload } from './kept-upload.ts';
import { clientThrottle, clientThrottles, clientToken } from './opened-request.ts';
import { admittedByLink, requireStorage, roomForUpload } from './room-for-upload.ts';

/** The link is good; what came by it is what is refused. */
const refusals = [fileRequestItemNotFound, uploadTypeNotAllowed];
/** So it is if these are refused, which everything that takes a file does. */
const refusalsOfFiles = [uploadEmpty, uploadFileMissing, uploadTooManyFiles, uploadTooLarge];

export const uploadClientFile = action({
  summary: 'Send a file for a request',
  description:
    'For anyone who has the link. Takes one file of at most 50 MiB for one item; the bytes decide its type, whatever its name says, and a file with malware is refused. Until somebody has looked at it nobody else sees it. If scanning takes long, the answer says scanning, and the request says later what became of it. Send the same X-Idempotency-Key when you repeat a call whose answer you did not get.',
  access: 'anyone',
  cli: { command: 'file-requests links upload' },
  always: true,
  throttle: clientThrottle(...refusals, ...refusalsOfFiles),
  throttles: [
    ...clientThrottles,
    { bucket: 'file_request_upload', limit: 60, windowSeconds: 3600, by: ({ token }) => token },
  ],
  input: z.strictObject({
    token: clientToken(),
    itemId: id().describe('The id of the item that the file is for.'),
    uploaderName: visibleName(200, 0).optional().describe('Who sends the file, if that is not the client.'),
    note: multiline(1000).optional().describe('What the sender should know about the file.'),
    sha256: z
      .string()
      .regex(/^[0-9a-fA-F]{64}$/, 'Give the SHA-256 as 64 hexadecimal digits.')
      .overwrite((value) => value.toLowerCase())
      .optional()
      .describe('SHA-256 of the file, so that one that arrived damaged is refused.')
      .meta({ examples: ['ab'.repeat(32)] }),
    file: incomingFile(),
  }),
  output: z.object({
    upload: ClientUploadOfLinkView,
    item: ClientItemView,
    requestStatus: z.enum(fileRequestStates.states).describe('How far the request is now.'),
  }),
  errors: [
    linkNotFound,
    linkGone,
    workspaceNotActive,
    ...refusals,
    fileRequestClosed,
    fileRequestItemFull,
    fileRequestFull,
    fileRequestStorageUnavailable,
    uploadChecksumMismatch,
    uploadRejected,
    uploadArchiveUnsafe,
  ],

  admitsFile: admittedByLink,
  find: roomForUpload,

  async prepare({ token, file }, context) {
    await requireStorage(token, file.sizeBytes, context);
    const fileName = cleanFileName(file.fileName);
    return { fileName, content: await contentInTime(file, fileName, context) };
  },

  async run({ uploaderName, note, file }, context) {
    const { found: room, prepared } = context;
    const said = { uploaderName: uploaderName || null, note: note || null };
    const { upload, uploads, request } = await keptUpload(room, { ...said, ...prepared, file }, context);
    const item = request.items.find(({ id: itemId }) => itemId === upload.itemId);
    return {
      upload: clientUploadOfLinkView(upload),
      item: clientItemView(item ?? room.item, uploads),
      requestStatus: request.status,
    };
  },
});
