import { EventEmitter } from 'node:events';
import type { ConfirmChannel } from 'amqplib';
import { expect } from 'chai';
import { RabbitPublisher } from './rabbit-publisher.ts';
import { rabbitNames } from './rabbit-topology.ts';

type Confirm = (error: Error | null) => void;

describe('RabbitPublisher', () => {
  it('JOB-2: rejects when the broker keeps returning the message', async () => {
    const { publisher, rounds } = publisherOn((channel, correlationId, confirm) => {
      channel.emit('return', { properties: { correlationId } });
      confirm(null);
    });

    expect(await messageOf(publisher.publish('mail', ['a', 'b']))).to.equal(
      'The broker returned 2 messages for the queue mail.',
    );
    expect(rounds()).to.equal(3);
  });

  it('JOB-2: rejects what the broker refuses', async () => {
    const { publisher } = publisherOn((_, correlationId, confirm) => {
      confirm(correlationId === '2' ? new Error('message nacked') : null);
    });

    expect(await messageOf(publisher.publish('mail', ['a', 'b']))).to.equal('message nacked');
  });
});

/** Makes a publisher on a channel that answers each message as the test says; a broker cannot be made to misbehave like this. */
function publisherOn(respond: (channel: EventEmitter, correlationId: string, confirm: Confirm) => void) {
  let declarations = 0;
  const channel = Object.assign(new EventEmitter(), {
    assertQueue: async () => {
      declarations += 1;
    },
    bindQueue: async () => undefined,
    publish: (
      _: string,
      __: string,
      ___: Buffer,
      { correlationId }: { correlationId: string },
      confirm: Confirm,
    ) => respond(channel, correlationId, confirm),
  });
  // The double has only what the publisher calls.
  const publisher = new RabbitPublisher(channel as unknown as ConfirmChannel, rabbitNames('test'));
  return { publisher, rounds: () => declarations };
}

const messageOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'none',
    (error: Error) => error.message,
  );
