import { type Agent, request as plainRequest } from 'node:http';

export interface Asked {
  readonly path: string;
  readonly method?: 'GET' | 'POST' | 'PATCH';
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answered {
  /** From the request to the last byte of the answer. */
  readonly milliseconds: number;
  readonly text: string;
}

/** Makes one request on a connection that is kept alive; throws unless it succeeds. */
export function timedRequest(
  baseUrl: string,
  { path, method = 'GET', body, headers }: Asked,
  { agent, token }: { readonly agent: Agent; readonly token: string | null },
): Promise<Answered> {
  const content = body === undefined ? null : JSON.stringify(body);
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const request = plainRequest(
      baseUrl + path,
      {
        agent,
        method,
        headers: {
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...(content === null
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(content) }),
          ...headers,
        },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        response.once('end', () => {
          const milliseconds = performance.now() - begun;
          const status = response.statusCode ?? 0;
          if (status < 200 || status > 299)
            reject(new Error(`${method} ${path}: ${status} ${text.slice(0, 500)}`));
          else resolve({ milliseconds, text });
        });
      },
    );
    request.once('error', (error: NodeJS.ErrnoException) => {
      // The server closed the kept connection before it had seen anything of this request.
      if (request.reusedSocket && error.code === 'ECONNRESET')
        resolve(
          timedRequest(
            baseUrl,
            { path, method, ...(body && { body }), ...(headers && { headers }) },
            { agent, token },
          ),
        );
      else reject(error);
    });
    request.end(content ?? undefined);
  });
}
