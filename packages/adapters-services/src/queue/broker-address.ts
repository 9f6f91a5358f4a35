import { addressesOfHosts } from '@chancery/core/internal';

/**
 * The address of a broker, or of a cluster with commas between its hosts: `amqp://user@one:5672,two:5672/vhost`. The library
 * reads it at each attempt to connect; after a failure it names the next host.
 */
export class BrokerAddress {
  readonly #urls: readonly URL[];
  #current = 0;

  constructor(address: string) {
    this.#urls = addressesOfHosts(address).map((each) => new URL(each));
  }

  passOver(): void {
    this.#current = (this.#current + 1) % this.#urls.length;
  }

  get protocol(): string {
    return this.#url.protocol.slice(0, -1);
  }

  get hostname(): string {
    return this.#url.hostname.replace(/^\[|\]$/g, '');
  }

  get port(): number {
    return Number(this.#url.port) || (this.protocol === 'amqps' ? 5671 : 5672);
  }

  get username(): string {
    return decodeURIComponent(this.#url.username) || 'guest';
  }

  get password(): string {
    return this.#url.username === '' ? 'guest' : decodeURIComponent(this.#url.password);
  }

  get vhost(): string {
    return this.#url.pathname.slice(1) || '/';
  }

  /** Unless we ask for one, we would notice only after two minutes that a broker has vanished. In seconds. */
  get heartbeat(): number {
    return Number(this.#url.searchParams.get('heartbeat') ?? 10);
  }

  get #url(): URL {
    const url = this.#urls[this.#current];
    if (url === undefined) throw new TypeError('An address names at least one host.');
    return url;
  }
}
