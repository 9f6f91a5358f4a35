import { request as httpRequest } from 'node:http';
import { contentDigest } from '@chancery/core/testing';

export const uploadsPath = '/api/v1/uploads/resumable';

export const chunkAt = (file: Buffer, index: number, size: number): Buffer =>
  file.subarray(index * size, (index + 1) * size);

export const chunkHeaders = (bytes: Uint8Array, offset: number): Record<string, string> => ({
  'content-type': 'application/octet-stream',
  'upload-offset': String(offset),
  'content-digest': contentDigest(bytes),
});

/** Sends half of a chunk and delays the rest. */
export function halfSent(
  { baseUrl, token, id }: { readonly baseUrl: string; readonly token: string; readonly id: string },
  file: Buffer,
  index: number,
  size: number,
) {
  const bytes = chunkAt(file, index, size);
  const request = httpRequest(`${baseUrl}${uploadsPath}/${id}/chunks`, {
    method: 'POST',
    headers: {
      ...chunkHeaders(bytes, index * size),
      authorization: `Bearer ${token}`,
      'content-length': bytes.length,
    },
  });
  const status = new Promise<number>((resolve) => {
    request.once('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.once('error', () => resolve(0));
  });
  const middle = Math.floor(bytes.length / 2);
  const handedOver = new Promise<void>((resolve) => {
    request.write(bytes.subarray(0, middle), () => resolve());
  });
  return {
    status,
    /** Settles once the half has left this process: what reads it has taken it in, but for the buffers of the socket. */
    handedOver,
    finish: () => void request.end(bytes.subarray(middle)),
    destroy: () => void request.destroy(),
  };
}
