/** One page of a list, its items under a name of their own. */
export type Page<Field extends string, Item> = { readonly nextCursor: string | null } & Readonly<
  Record<Field, readonly Item[]>
>;

/**
 * Every item of a list, page after page, each page read when it is needed:
 * `for await (const key of paginate((cursor) => chancery.workspace.listApiKeys({ cursor }), 'apiKeys'))`.
 */
export async function* paginate<Field extends string, Item>(
  read: (cursor?: string) => Promise<Page<Field, Item>>,
  field: Field,
): AsyncGenerator<Item, void, undefined> {
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    yield* page[field];
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}
