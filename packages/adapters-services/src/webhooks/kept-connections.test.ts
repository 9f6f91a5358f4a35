import type { EgressOutcome, EgressPolicy } from '@chancery/core';
import { expect } from 'chai';
import { type EgressConnection, longestIdleMilliseconds } from './egress-connection.ts';
import { KeptConnections, longestUseMilliseconds, mostKept } from './kept-connections.ts';
import { openReceiver, type Receiver } from './testing/receiver.ts';
import { type EgressOptions, UndiciEgressClient } from './undici-egress-client.ts';

const policy: EgressPolicy = {
  resolveMilliseconds: 3000,
  connectMilliseconds: 5000,
  totalMilliseconds: 15_000,
  maxResponseBytes: 16_384,
};

describe('a connection that is kept for the next request', () => {
  let receiver: Receiver;
  /** By which address each request has come. */
  let reachedAt: string[];
  let answer: (path: string, number: number) => 'usual' | 'silence' | 'closing' | 'long' | 'nonsense';
  let client: UndiciEgressClient;
  let now: number;
  /** What the name resolves to. */
  let addresses: string[];

  beforeEach(async () => {
    reachedAt = [];
    answer = () => 'usual';
    addresses = ['127.0.0.1'];
    now = 0;
    receiver = await openReceiver(({ path }, response, message) => {
      reachedAt.push(message.socket.localAddress ?? '');
      const kind = answer(path, reachedAt.length);
      if (kind === 'usual') response.writeHead(204).end();
      else if (kind === 'long') response.writeHead(200).end('y'.repeat(20_000));
      else if (kind === 'closing') message.socket.destroy();
      else if (kind === 'nonsense') message.socket.end('Hello\r\n\r\n');
    }, '0.0.0.0');
    client = clientWith({});
  });
  afterEach(async () => {
    await client.close();
    await receiver.close();
  });

  const clientWith = (options: EgressOptions) =>
    new UndiciEgressClient({
      certificateAuthorities: receiver.certificate,
      allowedRanges: ['127.0.0.0/8'],
      resolve: async () => addresses.map((address) => ({ address, family: 4 })),
      monotonic: () => now,
      ...options,
    });
  const post = async (
    url = `${receiver.url}/hook`,
    id = 'delivery',
    over: Partial<EgressPolicy> = {},
  ): Promise<number | string> => {
    const outcome: EgressOutcome = await client.post(url, { 'webhook-id': id }, '{}', { ...policy, ...over });
    return outcome.kind === 'answer' ? outcome.status : outcome.kind;
  };
  const ids = () => receiver.received.map(({ headers }) => headers['webhook-id']);

  it('WHK-5: carries requests to its own URL, each with its own headers', async () => {
    for (const id of ['a', 'b', 'c']) expect(await post(undefined, id)).to.equal(204);

    expect([receiver.connections(), ids()]).to.deep.equal([1, ['a', 'b', 'c']]);
  });

  it('WHK-5: is never used for another host, and nobody is spoken to without a certificate of the own name', async () => {
    await post();

    expect(await post(`https://other.test:${receiver.port}/hook`)).to.equal('tls_error');
    expect(await post(`https://127.0.0.1:${receiver.port}/hook`)).to.equal(204);

    expect([receiver.connections(), receiver.received.length]).to.deep.equal([3, 2]);
  });

  it('WHK-5: is never used for another endpoint of the same host', async () => {
    await post();

    expect(await post(`${receiver.url}/other`)).to.equal(204);
    expect(await post(`${receiver.url}/hook?other`)).to.equal(204);

    expect(receiver.connections()).to.equal(3);
  });

  it('WHK-5: is never used for another address than the one it leads to: a name that has moved is followed', async () => {
    await post();
    addresses = ['127.0.0.2'];
    await post();
    addresses = ['127.0.0.1'];
    await post();

    expect(reachedAt.map((address) => address.replace('::ffff:', ''))).to.deep.equal([
      '127.0.0.1',
      '127.0.0.2',
      '127.0.0.1',
    ]);
    expect(receiver.connections()).to.equal(3);
  });

  for (const moved of [
    ['10.0.0.1'],
    ['127.0.0.1', '10.0.0.1'],
    ['169.254.169.254'],
    ['::ffff:10.0.0.1'],
    ['64:ff9b::a00:1'],
  ])
    it(`WHK-5: is not used and is closed when its name resolves to ${moved}`, async () => {
      await post();
      const bytes = receiver.bytesReceived();
      addresses = moved;

      expect(await post()).to.equal('blocked_address');
      expect([receiver.received.length, receiver.bytesReceived()]).to.deep.equal([1, bytes]);
      addresses = ['127.0.0.1'];
      expect(await post()).to.equal(204);

      expect(receiver.connections()).to.equal(2);
    });

  it('WHK-5: that the other side closed is replaced by one that is checked, under the same id, and only once', async () => {
    await post();
    answer = (_path, number) => (number === 2 ? 'closing' : 'usual');
    expect(await post(undefined, 'again')).to.equal(204);
    expect([ids(), receiver.connections()]).to.deep.equal([['delivery', 'again', 'again'], 2]);

    answer = () => 'closing';
    expect(await post(undefined, 'twice')).to.equal('connect_error');

    expect(ids().filter((id) => id === 'twice').length).to.equal(2);
  });

  it('WHK-3: sends a request once whose answer cannot be read: it may have been taken', async () => {
    await post();
    answer = (_path, number) => (number === 2 ? 'nonsense' : 'usual');

    expect(await post(undefined, 'once')).to.equal('connect_error');

    expect(ids()).to.deep.equal(['delivery', 'once']);
  });

  it('WHK-5: is dropped when its name does not lead to it any more while it is replaced', async () => {
    let lookUps = 0;
    await client.close();
    client = clientWith({
      resolve: async () => {
        lookUps += 1;
        return [{ address: lookUps < 3 ? '127.0.0.1' : '10.0.0.1', family: 4 }];
      },
    });
    await post();
    answer = () => 'closing';

    expect(await post()).to.equal('blocked_address');

    expect([lookUps, receiver.connections()]).to.deep.equal([3, 1]);
  });

  it('WHK-4: is dropped after an answer that did not come in time, and after one that was not read to its end', async () => {
    await post();
    answer = (_path, number) => (number === 2 ? 'silence' : number === 3 ? 'long' : 'usual');

    expect(await post(undefined, 'late', { totalMilliseconds: 300 })).to.equal('timeout');
    expect(receiver.connections()).to.equal(1);
    expect(await post(undefined, 'long')).to.equal(200);
    expect(receiver.connections()).to.equal(2);
    expect(await post(undefined, 'next')).to.equal(204);

    expect(receiver.connections()).to.equal(3);
    expect(ids()).to.deep.equal(['delivery', 'late', 'long', 'next']);
  });

  it('WHK-5: rests for four seconds at most', async () => {
    expect(longestIdleMilliseconds).to.equal(4000);
    await post();
    now += longestIdleMilliseconds;
    await post();
    expect(receiver.connections()).to.equal(1);

    now += longestIdleMilliseconds + 1;
    await post();

    expect(receiver.connections()).to.equal(2);
  });

  it('WHK-5: is used for a minute at most, however busy it is', async () => {
    expect(longestUseMilliseconds).to.equal(60_000);
    await post();
    while (now < longestUseMilliseconds) {
      now += longestIdleMilliseconds;
      await post();
    }
    expect([now, receiver.connections()]).to.deep.equal([longestUseMilliseconds, 1]);

    now += 1;
    await post();

    expect(receiver.connections()).to.equal(2);
  });
});

describe('KeptConnections', () => {
  /** A connection that is open until somebody closes it. */
  function aConnection(address = '192.0.2.1') {
    const connection = {
      address,
      isOpen: true,
      rest: () => undefined,
      close() {
        connection.isOpen = false;
      },
    };
    // What keeps connections needs no more of them.
    return connection as unknown as EgressConnection;
  }
  const keeping = (kept: KeptConnections, urls: readonly string[]) =>
    urls.map((url) => {
      const connection = aConnection();
      kept.opened(connection);
      kept.keep(url, connection);
      return connection.isOpen;
    });

  it('WHK-8: keeps five of one URL', () => {
    const open = keeping(new KeptConnections(() => 0), Array(6).fill('https://a.test/'));

    expect(open).to.deep.equal([true, true, true, true, true, false]);
  });

  it('WHK-8: keeps two hundred in all, and closes the one that has rested longest', () => {
    const kept = new KeptConnections(() => 0);
    keeping(
      kept,
      Array.from({ length: mostKept + 1 }, (_, number) => `https://${number}.test/`),
    );

    expect(mostKept).to.equal(200);
    expect([0, 1, mostKept].map((number) => kept.has(`https://${number}.test/`))).to.deep.equal([
      false,
      true,
      true,
    ]);
  });

  it('WHK-5: closes those of the URL that lead elsewhere, and none of another URL', () => {
    const kept = new KeptConnections(() => 0);
    const [stays, moved, other] = [aConnection(), aConnection('192.0.2.9'), aConnection('192.0.2.9')];
    for (const [url, connection] of [
      ['https://a.test/', moved],
      ['https://a.test/', stays],
      ['https://b.test/', other],
    ] as const) {
      kept.opened(connection);
      kept.keep(url, connection);
    }

    expect(kept.take('https://a.test/', [stays.address])).to.equal(stays);

    expect([stays, moved, other].map(({ isOpen }) => isOpen)).to.deep.equal([true, false, true]);
    expect(kept.take('https://b.test/', [other.address])).to.equal(other);
  });

  it('gives none that was closed, and each to one request at a time', () => {
    const kept = new KeptConnections(() => 0);
    const [one, other] = [aConnection(), aConnection()];
    for (const connection of [one, other]) {
      kept.opened(connection);
      kept.keep('https://a.test/', connection);
    }
    other.close();

    expect(kept.take('https://a.test/', [one.address])).to.equal(one);
    expect(kept.take('https://a.test/', [one.address])).to.equal(null);
  });
});
