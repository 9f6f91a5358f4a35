/** Each is about a hundred bytes. */
export const mostRecentIds = 10_000;

/** The last ids that were added, each as long as nobody has taken it. */
export class RecentIds {
  readonly #ids = new Set<string>();

  add(id: string): void {
    this.#ids.add(id);
    if (this.#ids.size <= mostRecentIds) return;
    const [oldest = ''] = this.#ids;
    this.#ids.delete(oldest);
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** Whether it was there; it is not any more. */
  take(id: string): boolean {
    return this.#ids.delete(id);
  }
}
