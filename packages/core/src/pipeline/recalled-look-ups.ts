import { mostRecentIds } from './recent-ids.ts';

/** Answers a look-up in a read, by a name that says all that its answer depends on. */
export type Recall = <T>(name: string, look: () => Promise<T>) => Promise<T>;

export interface RecallingAhead {
  readonly recall: Recall;
  /** Whether all that the read began with is so still. */
  holds(): Promise<boolean>;
}

interface Known {
  readonly value: unknown;
  readonly text: string;
}

/**
 * What the look-ups that many reads begin with said last time, such as what a member is cleared for. Nothing is answered by
 * them: a read begins with it while the same transaction looks again, and counts only if that says the same (PLT-12).
 */
export class RecalledLookUps {
  readonly #known = new Map<string, Known>();

  /** Of a read that asks everything in its turn: it looks, and what it saw is remembered. */
  asking(workspaceId: string | null): Recall {
    return async (name, look) => {
      const value = await look();
      this.#remember(`${workspaceId} ${name}`, value);
      return value;
    };
  }

  /** Of a read that begins with what was said last time. */
  ahead(workspaceId: string | null): RecallingAhead {
    const again: Promise<boolean>[] = [];
    const asking = this.asking(workspaceId);
    const recall: Recall = async <T>(name: string, look: () => Promise<T>): Promise<T> => {
      const known = this.#known.get(`${workspaceId} ${name}`);
      if (known === undefined) return asking(name, look);
      const isStill = asking(name, look).then((value) => JSON.stringify(value) === known.text);
      // If the read fails first, nothing awaits it.
      isStill.catch(() => undefined);
      again.push(isStill);
      // What was remembered under this name is what the same look-up gave.
      return known.value as T;
    };
    return { recall, holds: async () => (await Promise.all(again)).every(Boolean) };
  }

  #remember(key: string, value: unknown): void {
    this.#known.delete(key);
    this.#known.set(key, { value, text: JSON.stringify(value) });
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= mostRecentIds) break;
      this.#known.delete(oldest);
    }
  }
}
