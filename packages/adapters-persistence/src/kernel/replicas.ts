import { addressesOfHosts } from '@chancery/core/internal';
import { LoneConnection } from './lone-connection.ts';
import { Replica } from './replica.ts';
import { ServerHosts } from './server-hosts.ts';

/** What an operator wants to know of the replicas. */
export interface ReplicaFigures {
  /** Of the servers that are named those that do not take the writes themselves. */
  readonly replicas: number;
  /** How many of them are read now. */
  readonly read: number;
}

/**
 * The servers that follow the main one, which take turns with the reads that need not be of this moment. They are watched
 * from the first such read on, so that a process without any has no connection to them.
 */
export class Replicas {
  readonly #main: LoneConnection;
  readonly #replicas: readonly Replica[];
  #turn = 0;

  constructor(
    mainUrl: string,
    replicaUrl: string,
    choice: { readonly poolSize: number; readonly mostMilliseconds: number },
  ) {
    this.#main = new LoneConnection(new ServerHosts(mainUrl));
    this.#replicas = addressesOfHosts(replicaUrl).map((url) => new Replica(url, this.#main, choice));
  }

  /** A replica that is close enough behind; undefined if none is. */
  next(): Replica | undefined {
    this.#turn += 1;
    const fresh = this.#replicas.filter((replica) => replica.isFresh());
    return fresh[this.#turn % fresh.length];
  }

  async figures(): Promise<ReplicaFigures> {
    await Promise.all(this.#replicas.map((replica) => replica.watched()));
    return {
      replicas: this.#replicas.filter((replica) => !replica.leads).length,
      read: this.#replicas.filter((replica) => replica.isFresh()).length,
    };
  }

  async close(): Promise<void> {
    await Promise.all(this.#replicas.map((replica) => replica.close()));
    this.#main.end();
  }
}
