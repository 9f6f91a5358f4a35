import type { Client, RequestOptions } from './client.ts';
import { type Page, paginate } from './pages.ts';

/** The method of HTTP by the letter before a call; to B bytes are answered, and F sends a file. */
const methods: Readonly<Record<string, string>> = {
  G: 'GET',
  P: 'POST',
  U: 'PUT',
  M: 'PATCH',
  D: 'DELETE',
  B: 'GET',
  F: 'POST',
};
const senders: Readonly<Record<string, 'download' | 'sendFile'>> = { B: 'download', F: 'sendFile' };

type Call = (this: Api, input?: object, options?: RequestOptions) => unknown;

/**
 * One context of the API, whose methods are made from a tree of paths: written out one by one they would make the whole client
 * larger by a half. Their types and texts are those of the interface that has the name of the class.
 */
export class Api {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /**
   * The class with a method for each of these calls, and with one more named `…All` for each list. In the tree
   * `meetings GlistMeetings* PcreateMeeting({meetingId} GgetMeeting)` each part of a path has its calls behind it and the
   * paths below it in parentheses. A path that begins without a slash is below `/api/v1/`. Behind the name of a list stands
   * a star, and the field of its items unless the last part of the path has that name.
   */
  static define<Methods>(tree: string): new (client: Client) => Methods {
    class Context extends Api {}
    const context = Context.prototype as unknown as Record<string, Call>;
    const path: string[] = [];

    for (const branch of tree.split('(')) {
      const [node = '', ...closed] = branch.split(')');
      const [part = '', ...calls] = node.split(' ');
      path.push(part);
      for (const call of calls) {
        const [letter = ''] = call;
        const [written = '', items] = call.slice(1).split('*');
        const name = /^\w+/.exec(written)?.[0] ?? '';
        const below = path[0] === '' ? '' : '/api/v1/';
        const route = `${methods[letter]} ${below}${path.join('/')}${written.slice(name.length)}`;
        const sender = senders[letter] ?? 'call';
        context[name] = function (input, options) {
          // Which input a call takes, its own types have said.
          return this.#client[sender](route, input as never, options);
        };
        if (items === undefined) continue;
        context[`${name}All`] = function (input: { readonly cursor?: string } = {}, options) {
          // The list of this very object, which whoever tests their own code may have replaced.
          const list = this as unknown as Record<
            string,
            (...given: unknown[]) => Promise<Page<string, unknown>>
          >;
          const read = (cursor = input.cursor) => list[name]?.({ ...input, cursor }, options);
          return paginate(read as (cursor?: string) => Promise<Page<string, unknown>>, items || part);
        };
      }
      path.length -= closed.length;
    }
    // The tree and the interface are generated together.
    return Context as unknown as new (
      client: Client,
    ) => Methods;
  }
}
