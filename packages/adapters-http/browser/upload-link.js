import { chancery } from './api.js';
import { Client } from './chancery-sdk.js';
import { fromLink, keepLink } from './link.js';
import { reportingFetch } from './reporting-fetch.js';

/**
 * What the API says about a request for files.
 * @typedef {{ id: string, fileName: string, sizeBytes: number, status: 'scanning' | 'pending_review' | 'accepted' | 'rejected' | 'quarantined', uploadedAt: string, reviewReason: string | null }} Upload
 * @typedef {object} Item
 * @property {string} id
 * @property {string} name
 * @property {string | null} description
 * @property {boolean} required
 * @property {readonly import('./upload-words.js').Kind[]} acceptedTypes
 * @property {readonly string[]} accept media types, and extensions with their dot
 * @property {number} maxFiles
 * @property {number} maxFileSizeBytes
 * @property {'open' | 'received' | 'accepted' | 'rejected'} status
 * @property {readonly Upload[]} uploads
 * @typedef {'sent' | 'in_progress' | 'submitted' | 'completed' | 'cancelled' | 'expired'} RequestStatus
 * @typedef {object} Wanted
 * @property {{ title: string, message: string | null, status: RequestStatus, clientName: string, dueOn: string | null, expiresAt: string, items: readonly Item[], closed: boolean }} request
 * @property {{ name: string, logoUrl: string | null }} workspace
 * @property {{ displayName: string }} sender
 */

const token = fromLink('token');
// The address bar has lost it by now; this tab keeps it, so that the page can be loaded again.
if (token !== null) keepLink();
export const hasToken = token !== null;

const row = '/api/v1/client-file-requests/{token}';

/** @returns {Promise<Wanted>} */
export const wantedFiles = () => chancery.call(`GET ${row}`, { token });

/** The connection is watched while bytes pass over it; this only ends what would last a working day. */
const longestMs = 6 * 60 * 60 * 1000;

/**
 * Sends one file. A repetition with the same key does not send it a second time.
 * @param {{ itemId: string, file: File, sha256: string, uploaderName?: string, note?: string }} fields
 * @param {{ key: string, signal: AbortSignal, onProgress: (sent: number, total: number) => void }} by
 * @returns {Promise<{ upload: Upload, requestStatus: RequestStatus }>}
 */
export const sendWanted = (fields, { key, signal, onProgress }) =>
  new Client({
    baseUrl: location.origin,
    maxRetries: 0,
    fetch: reportingFetch(onProgress),
  }).sendFile(
    `POST ${row}/upload`,
    // It goes into the path, and the rest into the parts.
    Object.assign({ token }, fields),
    { idempotencyKey: key, signal, timeoutMs: longestMs },
  );
