import { chancery } from './api.js';
import { Chancery } from './chancery-sdk.js';
import { fromLink, keepLink } from './link.js';
import { reportingFetch } from './reporting-fetch.js';

/**
 * What the API says about a request for files.
 * @typedef {import('./chancery-sdk.js').GetClientFileRequestResult} Wanted
 * @typedef {Wanted['request']['items'][number]} Item
 * @typedef {Item['uploads'][number]} Upload
 * @typedef {Omit<import('./chancery-sdk.js').UploadClientFileInput, 'token'>} Fields
 */

const token = fromLink('token');
// The address bar has lost it by now; this tab keeps it, so that the page can be loaded again.
if (token !== null) keepLink();
export const hasToken = token !== null;

export const wantedFiles = () => chancery.fileRequests.getClientFileRequest({ token: token ?? '' });

/** The connection is watched while bytes pass over it; this only ends what would last a working day. */
const longestMs = 6 * 60 * 60 * 1000;

/**
 * Sends one file. A repetition with the same key does not send it a second time.
 * @param {Fields} fields
 * @param {{ key: string, signal: AbortSignal, onProgress: (sent: number, total: number) => void }} by
 */
export const sendWanted = (fields, { key, signal, onProgress }) =>
  new Chancery({
    baseUrl: location.origin,
    maxRetries: 0,
    fetch: reportingFetch(onProgress),
  }).fileRequests.uploadClientFile(
    { token: token ?? '', ...fields },
    { idempotencyKey: key, signal, timeoutMs: longestMs },
  );
