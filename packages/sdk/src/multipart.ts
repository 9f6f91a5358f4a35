/** A file to send: what a browser has, bytes, or a stream of bytes. A `File` brings its name along. */
export type FileContent =
  | Blob
  | Uint8Array<ArrayBuffer>
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>
  | NamedContent;

/** Content with a name that is not its own. */
export interface NamedContent {
  readonly name: string;
  readonly type?: string | undefined;
  readonly content: Exclude<FileContent, NamedContent>;
}

/** A body in parts, and whether it can be sent again: a stream cannot. */
export interface MultipartBody {
  readonly body: FormData | ReadableStream<Uint8Array>;
  /** Null: the runtime says it, with the boundary that it chooses. */
  readonly contentType: string | null;
  readonly isRepeatable: boolean;
}

/** The fields as texts, whatever is no text as JSON, and behind them the file (RFC 7578). */
export function multipartOf(fields: object, file: FileContent): MultipartBody {
  const { name, type, content } = named(file);
  const texts = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([field, value]) => [field, typeof value === 'string' ? value : JSON.stringify(value)] as const);
  if (content instanceof Blob || content instanceof Uint8Array) {
    const body = new FormData();
    for (const [field, text] of texts) body.append(field, text);
    body.append('file', new Blob([content], { type: type ?? '' }), name);
    return { body, contentType: null, isRepeatable: true };
  }
  const boundary = `chancery-${crypto.randomUUID()}`;
  const heads = texts.map(
    ([field, text]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(field)}"\r\n\r\n${text}\r\n`,
  );
  const head = `${heads.join('')}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${quoted(name)}"\r\nContent-Type: ${type ?? 'application/octet-stream'}\r\n\r\n`;
  return {
    body: streamOf(head, content, `\r\n--${boundary}--\r\n`),
    contentType: `multipart/form-data; boundary=${boundary}`,
    isRepeatable: false,
  };
}

function named(file: FileContent): {
  name: string;
  type: string | undefined;
  content: Exclude<FileContent, NamedContent>;
} {
  if ('content' in file) return { name: file.name, type: file.type, content: file.content };
  const name = 'name' in file && typeof file.name === 'string' ? file.name : 'file';
  return { name, type: file instanceof Blob ? file.type : undefined, content: file };
}

/** As browsers write names inside quotes (WHATWG, multipart/form-data). */
const quoted = (text: string) => text.replace(/[\r\n"]/g, encodeURIComponent);

/** Asked for part by part, so that nothing is held that is not on its way. */
function streamOf(
  head: string,
  content: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>,
  tail: string,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const parts = (async function* () {
    yield encoder.encode(head);
    yield* 'getReader' in content ? readFrom(content) : content;
    yield encoder.encode(tail);
  })();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => void (await parts.return(undefined)),
  });
}

/** Not every browser can iterate over a stream yet. */
async function* readFrom(stream: ReadableStream<Uint8Array>): AsyncIterable<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
  } finally {
    await reader.cancel();
  }
}
