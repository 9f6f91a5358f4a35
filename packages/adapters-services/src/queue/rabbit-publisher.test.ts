import { EventEmitter } from 'node:events';
import type { ConfirmChannel } from 'amqplib';
import { expect } from 'chai';
import { RabbitPublisher } from './rabbit-publisher.ts';
import { rabbitNames } from './rabbit-topology.ts';
import { RenewingPublisher } from './renewing-publisher.ts';

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

describe('RenewingPublisher', () => {
  it('JOB-2: publishes on another channel once one has refused, and closes that one', async () => {
    const opened: string[] = [];
    const closed: string[] = [];
    const channelThat = (name: string, confirms: boolean) => {
      opened.push(name);
      const { channel } = publisherOn((_, __, confirm) =>
        confirm(confirms ? null : new Error('message nacked')),
      );
      channel.on('close', () => closed.push(`${name} was lost`));
      return Object.assign(channel, {
        close: async () => {
          closed.push(name);
          channel.emit('close');
        },
      }) as unknown as ConfirmChannel;
    };
    const publisher = new RenewingPublisher(
      channelThat('first', false),
      async () => channelThat('second', true),
      rabbitNames('test'),
    );

    const both = await Promise.all([
      messageOf(publisher.publish('mail', ['a'])),
      messageOf(publisher.publish('mail', ['b'])),
    ]);
    const again = await messageOf(publisher.publish('mail', ['a', 'b']));

    expect({ both, again, opened, closed }).to.deep.equal({
      both: ['message nacked', 'message nacked'],
      again: 'none',
      opened: ['first', 'second'],
      closed: ['first'],
    });
  });

  it('JOB-2: refuses as long as no channel can be opened', async () => {
    const { channel } = publisherOn((_, __, confirm) => confirm(new Error('message nacked')));
    const publisher = new RenewingPublisher(
      Object.assign(channel, { close: async () => undefined }) as unknown as ConfirmChannel,
      async () => Promise.reject(new Error('channel closed')),
      rabbitNames('test'),
    );

    const refusals = [
      await messageOf(publisher.publish('mail', ['a'])),
      await messageOf(publisher.publish('mail', ['a'])),
    ];
    expect(refusals).to.deep.equal(['message nacked', 'channel closed']);
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
  return { publisher, channel, rounds: () => declarations };
}

const messageOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'none',
    (error: Error) => error.message,
  );
