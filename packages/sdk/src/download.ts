/** An answer of bytes, unread. */
export interface Download {
  readonly stream: ReadableStream<Uint8Array>;
  /** Of what follows; null if the service makes it on the way. */
  readonly sizeBytes: number | null;
  readonly mediaType: string;
  /** Null if the file has none. */
  readonly fileName: string | null;
  /** Null if no two answers are alike. */
  readonly etag: string | null;
  readonly response: Response;
}

export function downloadOf(response: Response): Download {
  const { headers } = response;
  const size = headers.get('content-length');
  return {
    stream: response.body ?? new Blob([]).stream(),
    sizeBytes: size === null ? null : Number(size),
    mediaType: headers.get('content-type') ?? '',
    fileName: fileNameIn(headers.get('content-disposition') ?? ''),
    etag: headers.get('etag'),
    response,
  };
}

export const isDownload = (result: unknown): result is Download =>
  typeof result === 'object' &&
  result !== null &&
  'response' in result &&
  result.response instanceof Response;

/** RFC 6266: the whole name if it is there, else the plain one. */
function fileNameIn(disposition: string): string | null {
  const whole = decoded(/filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1] ?? '');
  if (whole !== '') return whole;
  const [, text, token] = /filename=(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition) ?? [];
  return text?.replace(/\\(.)/g, '$1') ?? token ?? null;
}

/** Empty if a proxy has spoilt the name, which is no reason to lose the file. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
