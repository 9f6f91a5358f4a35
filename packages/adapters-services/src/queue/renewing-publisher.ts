import type { ConfirmChannel } from 'amqplib';
import { RabbitPublisher } from './rabbit-publisher.ts';
import type { RabbitNames } from './rabbit-topology.ts';

const nothing = (): void => undefined;

interface Opened {
  readonly channel: ConfirmChannel;
  readonly publisher: RabbitPublisher;
}

/**
 * Publishes on one channel until the broker refuses a message, and then on another one. For a channel that was opened while
 * a queue had lost its leader goes on asking that leader: RabbitMQ 3.10 refuses whatever it publishes until the lost node is
 * back, although another one leads the queue by then and takes messages on every other channel.
 */
export class RenewingPublisher {
  readonly #openChannel: () => Promise<ConfirmChannel>;
  readonly #names: RabbitNames;
  #current: Promise<Opened>;

  constructor(first: ConfirmChannel, openChannel: () => Promise<ConfirmChannel>, names: RabbitNames) {
    this.#openChannel = openChannel;
    this.#names = names;
    this.#current = Promise.resolve(this.#on(first));
  }

  /** As `RabbitPublisher` does: whoever is refused publishes again. */
  async publish(queue: string, jobIds: readonly string[]): Promise<void> {
    const current = this.#current;
    const { channel, publisher } = await current;
    try {
      await publisher.publish(queue, jobIds);
    } catch (error) {
      // Of several that were refused on one channel, the first opens another one.
      if (this.#current === current) this.#renew(channel);
      throw error;
    }
  }

  #renew(refusing: ConfirmChannel): void {
    this.#current = this.#openChannel().then((channel) => this.#on(channel));
    // Whoever publishes next is told.
    this.#current.catch(nothing);
    // It is closed on purpose, which is no reason to connect anew.
    refusing.removeAllListeners('close');
    // A channel that is closed already says so by throwing.
    Promise.resolve()
      .then(() => refusing.close())
      .catch(nothing);
  }

  #on(channel: ConfirmChannel): Opened {
    return { channel, publisher: new RabbitPublisher(channel, this.#names) };
  }
}
