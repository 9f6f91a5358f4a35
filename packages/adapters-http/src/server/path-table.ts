import type { Method, Route } from '../contract/routes.ts';

interface Node<R> {
  readonly fixed: Map<string, Node<R>>;
  any: Node<R> | undefined;
  readonly methods: Map<string, R>;
}

export interface Match<R> {
  readonly entry: R;
  /** Values of the path fields in the order of the path, still percent-encoded. */
  readonly values: readonly string[];
}

/** A trie by path segment, fixed before parameter: one look-up however many endpoints there are. */
export class PathTable<R> {
  readonly #root: Node<R> = node();

  add(method: Method, path: string, entry: R): void {
    let at = this.#root;
    for (const segment of path.split('/').slice(1)) {
      if (segment.startsWith('{')) {
        at.any ??= node();
        at = at.any;
      } else {
        const next: Node<R> = at.fixed.get(segment) ?? node();
        at.fixed.set(segment, next);
        at = next;
      }
    }
    if (at.methods.has(method)) throw new TypeError(`${method} ${path} is there twice`);
    at.methods.set(method, entry);
  }

  /** The entry; the methods that the path takes, if this is not one of them; null if there is no such path. */
  find(method: string, path: string): Match<R> | readonly string[] | null {
    const segments = path.split('/').slice(1);
    const values: string[] = [];
    const at = walk(this.#root, segments, 0, values);
    if (at === null) return null;
    const entry = at.methods.get(method === 'HEAD' ? 'GET' : method);
    return entry === undefined ? [...at.methods.keys()] : { entry, values };
  }
}

const node = <R>(): Node<R> => ({ fixed: new Map(), any: undefined, methods: new Map() });

function walk<R>(at: Node<R>, segments: readonly string[], depth: number, values: string[]): Node<R> | null {
  const segment = segments[depth];
  if (segment === undefined) return at.methods.size > 0 ? at : null;
  const fixed = at.fixed.get(segment);
  if (fixed !== undefined) {
    const found = walk(fixed, segments, depth + 1, values);
    if (found !== null) return found;
  }
  if (at.any === undefined || segment === '') return null;
  values.push(segment);
  const found = walk(at.any, segments, depth + 1, values);
  if (found === null) values.pop();
  return found;
}

export function pathTableOf<R extends Route>(routes: readonly R[]): PathTable<R> {
  const table = new PathTable<R>();
  for (const route of routes) table.add(route.method, route.path, route);
  return table;
}
