import { type AddressInfo, connect as connectTo, createServer, type Server, Socket } from 'node:net';
import type { EgressOutcome, EgressPolicy } from '@chancery/core';
import { egressClientContract } from '@chancery/core/testing';
import { expect } from 'chai';
import { openReceiver, type Receiver } from './testing/receiver.ts';
import { type EgressOptions, UndiciEgressClient } from './undici-egress-client.ts';

const policy: EgressPolicy = {
  resolveMilliseconds: 3000,
  connectMilliseconds: 5000,
  totalMilliseconds: 15_000,
  maxResponseBytes: 16_384,
};
const loopback = ['127.0.0.0/8'];
/** Makes a resolver that gives each look-up the next of these answers, and the last one from then on. */
const answering = (...answers: string[][]) => {
  let asked = 0;
  return async () => {
    const addresses = answers[Math.min(asked, answers.length - 1)] ?? [];
    asked += 1;
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
};
const toLoopback = answering(['127.0.0.1']);

egressClientContract('undici', async () => {
  const receivers: Receiver[] = [];
  let trusted = '';
  /** Opens only the loopback, where the receivers of this test are; every other address is subject to the usual rules. */
  const clientFor = (url: string) =>
    new UndiciEgressClient(
      receivers.some((receiver) => url.startsWith(receiver.url))
        ? { certificateAuthorities: trusted, allowedRanges: loopback, resolve: toLoopback }
        : {},
    );
  return {
    client: {
      allows: (url, limits) => clientFor(url).allows(url, limits),
      post: (url, ...call) => clientFor(url).post(url, ...call),
    },
    async receiver(status, body = '') {
      const receiver = await openReceiver((_request, response) =>
        response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end(body),
      );
      receivers.push(receiver);
      trusted += receiver.certificate;
      return `${receiver.url}/hook`;
    },
    received: () => receivers.flatMap(({ received }) => received.map(({ body }) => body)),
    close: async () => void (await Promise.all(receivers.map((receiver) => receiver.close()))),
  };
});

describe('UndiciEgressClient', () => {
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await openReceiver();
  });
  afterEach(() => receiver.close());

  const client = (options: EgressOptions = {}) =>
    new UndiciEgressClient({ certificateAuthorities: receiver.certificate, ...options });
  /** The status of the answer, or why there is none. */
  const outcomeOf = async (posting: Promise<EgressOutcome>) => {
    const outcome = await posting;
    return outcome.kind === 'answer' ? outcome.status : outcome.kind;
  };
  const post = (options: EgressOptions, url = `${receiver.url}/hook`, over: Partial<EgressPolicy> = {}) =>
    outcomeOf(
      client(options).post(url, { 'content-type': 'application/json' }, '{"a":1}', { ...policy, ...over }),
    );
  /** Expects that nothing has arrived: not one byte on a connection, not even of a handshake. */
  const expectSilence = () =>
    expect([receiver.received.length, receiver.bytesReceived()]).to.deep.equal([0, 0]);

  it('WHK-6: reaches a receiver in a range that was opened, and no other without it', async () => {
    const open = await post({ allowedRanges: loopback, resolve: toLoopback });
    expect(open).to.equal(204);
    expect(receiver.received).to.have.length(1);
    const bytes = receiver.bytesReceived();

    expect(await post({ resolve: toLoopback })).to.equal('blocked_address');
    expect(await post({ resolve: toLoopback, allowedRanges: ['10.0.0.0/8'] })).to.equal('blocked_address');
    expect([receiver.received.length, receiver.bytesReceived()]).to.deep.equal([1, bytes]);
  });

  for (const host of [
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '0x7f000001',
    '0x7f.1',
    '2130706433',
    '017700000001',
    '0177.0.0.1',
    '127.0.0.1.',
    '１２７.0.0.1',
    '127。0。0。1',
    '%31%32%37.0.0.1',
    '0',
    '0.0.0.0',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b:1::7f00:1]',
    '[2002:7f00:1::]',
    '[2001:0:7f00:1::]',
    '[::ffff:0:7f00:1]',
  ]) {
    it(`WHK-5: the literal ${host} reaches nothing on this machine`, async () => {
      expect(await post({}, `https://${host}:${receiver.port}/`)).to.equal('blocked_address');

      expect(await client().allows(`https://${host}:${receiver.port}/`, policy)).to.equal(false);
      expectSilence();
    });
  }

  for (const address of [
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.192',
    '192.0.2.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '192.88.99.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::1',
    'fe80::1',
    'fe80::1%lo',
    'fc00::1',
    'fd00:ec2::254',
    'fec0::1',
    'ff02::1',
    '2001:db8::1',
    '3fff::1',
    '2001:2::1',
    '100::1',
    '::ffff:10.0.0.1',
    '::ffff:a00:1',
    '::a00:1',
    '2002:a00:1::',
    '2001:0:a00:1::1',
    '64:ff9b::a00:1',
    'not an address',
  ]) {
    it(`WHK-5: a name that resolves to ${address} is refused, alone and among public addresses`, async () => {
      for (const addresses of [[address], ['93.184.216.34', address], [address, '93.184.216.34']]) {
        const resolve = answering(addresses);
        expect(await client({ resolve }).allows(receiver.url, policy)).to.equal(false);
        expect(await post({ resolve })).to.equal('blocked_address');
      }
      expectSilence();
    });
  }

  it('WHK-5: one loopback address among public ones refuses all, though the loopback would answer', async () => {
    const resolve = answering(['93.184.216.34', '127.0.0.1']);

    expect(await post({ resolve })).to.equal('blocked_address');
    expectSilence();
  });

  it('WHK-5: a name that is public at registration and private at the attempt is refused', async () => {
    const flipping = client({ resolve: answering(['93.184.216.34'], ['127.0.0.1']) });
    expect(await flipping.allows(receiver.url, policy)).to.equal(true);

    expect(await outcomeOf(flipping.post(receiver.url, {}, '{}', policy))).to.equal('blocked_address');
    expectSilence();
  });

  it('WHK-5: connects to exactly the address that was checked: a request resolves once, inside the hook', async () => {
    let lookUps = 0;
    const resolve = async () => {
      lookUps += 1;
      return [{ address: lookUps === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }];
    };

    const outcome = await post({ resolve, allowedRanges: ['127.0.0.1/32'] });

    expect(outcome).to.equal(204);
    expect(lookUps).to.equal(1);
  });

  it('WHK-5: compares the address that answers once more before a byte is written', async () => {
    const elsewhere = () => connectTo({ host: '127.0.0.1', port: receiver.port });
    const dialled: Socket[] = [];
    const dial: EgressOptions['dial'] = (options) => {
      const socket = elsewhere();
      dialled.push(socket);
      // The hook runs, so that an address has been checked; the connection goes elsewhere nevertheless.
      options.lookup?.('receiver.test', { all: true }, () => undefined);
      return socket;
    };

    expect(await post({ resolve: answering(['93.184.216.34']), dial })).to.equal('blocked_address');
    expect(await post({ resolve: answering(['93.184.216.34']), dial, allowedRanges: loopback })).to.equal(
      'blocked_address',
    );
    expect(dialled.map(({ bytesWritten }) => bytesWritten)).to.deep.equal([0, 0]);
    expectSilence();
  });

  for (const url of [
    'http://receiver.test/',
    'ftp://receiver.test/',
    'https://user@receiver.test/',
    'https://user:password@receiver.test/',
    'https://receiver.test:80/',
    'https://receiver.test:22/',
    'https://receiver.test:1023/',
    'https://',
    'no url',
  ]) {
    it(`WHK-5: refuses ${url} for its form`, async () => {
      const options = { resolve: toLoopback, allowedRanges: loopback };

      expect(await client(options).allows(url, policy)).to.equal(false);
      expect(await post(options, url)).to.equal('blocked_address');
    });
  }

  it('WHK-5: allows public names on 443 or a port from 1024 on', async () => {
    const public_ = client({ resolve: answering(['93.184.216.34', '2606:2800:220:1::1']) });

    for (const url of ['https://receiver.test', 'https://receiver.test:1024/x?y', 'https://1.1.1.1/'])
      expect(await public_.allows(url, policy), url).to.equal(true);
  });

  it('WHK-3: a redirect is an answer and is not followed', async () => {
    const target = await openReceiver();
    const redirecting = await openReceiver((_request, response) =>
      response.writeHead(307, { location: `${target.url}/` }).end(),
    );

    const outcome = await new UndiciEgressClient({
      certificateAuthorities: redirecting.certificate + target.certificate,
      allowedRanges: loopback,
      resolve: toLoopback,
    }).post(redirecting.url, {}, '{}', policy);

    expect(outcome.kind === 'answer' && outcome.status).to.equal(307);
    expect(target.connections()).to.equal(0);
    await Promise.all([target.close(), redirecting.close()]);
  });

  it('WHK-4: a name that is not resolved in time is a timeout', async () => {
    const never = () => new Promise<never>(() => undefined);

    expect(await post({ resolve: never }, receiver.url, { resolveMilliseconds: 20 })).to.equal('timeout');
  });

  it('WHK-4: a connection that is not made in time is a timeout', async () => {
    const dial: EgressOptions['dial'] = (options) => {
      options.lookup?.('receiver.test', { all: true }, () => undefined);
      return new Socket(); // never connects
    };
    const slow = { allowedRanges: loopback, resolve: toLoopback, dial };

    expect(await post(slow, receiver.url, { connectMilliseconds: 20 })).to.equal('timeout');
    expect(await post(slow, `https://127.0.0.1:${receiver.port}`, { connectMilliseconds: 20 })).to.equal(
      'timeout',
    );
  });

  it('WHK-4: a TLS handshake that does not end in time is a timeout, and the connection is closed', async () => {
    const closed: Promise<unknown>[] = [];
    const mute = createServer((socket) => {
      closed.push(new Promise((resolve) => socket.once('close', resolve).resume()));
    });
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
    const { port } = mute.address() as AddressInfo;

    expect(
      await post({ allowedRanges: loopback }, `https://127.0.0.1:${port}`, { totalMilliseconds: 100 }),
    ).to.equal('timeout');
    await Promise.all(closed);
    await new Promise((resolve) => mute.close(resolve));
  });

  it('WHK-4: an answer that does not come in time is a timeout, and the connection is closed', async () => {
    const closed: Promise<void>[] = [];
    const silent = await openReceiver((_request, _response, message) => {
      closed.push(new Promise((resolve) => message.socket.once('close', () => resolve())));
    });

    const outcome = await new UndiciEgressClient({
      certificateAuthorities: silent.certificate,
      allowedRanges: loopback,
      resolve: toLoopback,
    }).post(silent.url, {}, '{}', { ...policy, totalMilliseconds: 300 });

    expect(outcome.kind).to.equal('timeout');
    await Promise.all(closed);
    await silent.close();
  });

  it('WHK-4: a body that trickles for ever ends with the whole time', async () => {
    const trickling = await openReceiver((_request, response, message) => {
      const drip = setInterval(() => response.write('x'), 20);
      message.socket.once('close', () => clearInterval(drip));
    });

    const outcome = await new UndiciEgressClient({
      certificateAuthorities: trickling.certificate,
      allowedRanges: loopback,
      resolve: toLoopback,
    }).post(trickling.url, {}, '{}', { ...policy, totalMilliseconds: 300 });

    expect(outcome.kind).to.equal('timeout');
    await trickling.close();
  });

  it('WHK-4: reads the first 16 KiB of a long answer and discards the rest', async () => {
    let sent = 0;
    const endless = await openReceiver((_request, response, message) => {
      const more = () => {
        while (!message.socket.destroyed) {
          sent += 65_536;
          if (!response.write('y'.repeat(65_536))) break;
        }
      };
      response.on('drain', more);
      more();
    });

    const outcome = await new UndiciEgressClient({
      certificateAuthorities: endless.certificate,
      allowedRanges: loopback,
      resolve: toLoopback,
    }).post(endless.url, {}, '{}', policy);

    expect(outcome.kind === 'answer' && outcome.body.length).to.equal(16_384);
    expect(sent).to.be.lessThan(20_000_000);
    await endless.close();
  });

  it('distinguishes a refused connection, an unknown name and an untrusted certificate', async () => {
    const closed = createServer();
    const port = await listening(closed);
    await new Promise((resolve) => closed.close(resolve));
    const opened = { allowedRanges: loopback, resolve: toLoopback };
    const unknown = async () => {
      throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' });
    };

    expect(await post(opened, `https://receiver.test:${port}/`)).to.equal('connect_error');
    expect(await post({ resolve: unknown })).to.equal('dns_error');
    expect(await post({ resolve: answering([]) })).to.equal('dns_error');
    expect(await client({ resolve: unknown }).allows(receiver.url, policy)).to.equal(true);
    expect(await outcomeOf(new UndiciEgressClient(opened).post(receiver.url, {}, '{}', policy))).to.equal(
      'tls_error',
    );
    expect(await post(opened, `https://other.test:${receiver.port}/`)).to.equal('tls_error');
    expect(receiver.received).to.deep.equal([]);
  });

  it('WHK-6: proxy variables of the environment mean nothing; CHANCERY_EGRESS_PROXY carries every request', async () => {
    const asked: string[] = [];
    const proxy = createServer((socket) => {
      socket.once('data', (head) => {
        asked.push(String(head).split('\r\n')[0] ?? '');
        const onward = connectTo({ host: '127.0.0.1', port: receiver.port }, () => {
          socket.write('HTTP/1.1 200 OK\r\n\r\n');
          socket.pipe(onward).pipe(socket);
        });
        for (const end of [socket, onward]) end.on('error', () => undefined);
      });
    });
    const proxyUrl = `http://127.0.0.1:${await listening(proxy)}`;
    const before = { ...process.env };
    Object.assign(process.env, { HTTPS_PROXY: proxyUrl, https_proxy: proxyUrl, ALL_PROXY: proxyUrl });
    try {
      await post({ allowedRanges: loopback, resolve: toLoopback });
      expect([asked.length, receiver.received.length]).to.deep.equal([0, 1]);
    } finally {
      for (const name of ['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY'])
        if (before[name] === undefined) delete process.env[name];
        else process.env[name] = before[name];
    }

    const proxied = client({ proxyUrl });
    expect(await outcomeOf(proxied.post(receiver.url, {}, '{}', policy))).to.equal(204);
    expect(await outcomeOf(proxied.post('https://10.0.0.1/', {}, '{}', policy))).to.equal('blocked_address');
    expect(asked).to.deep.equal([`CONNECT receiver.test:${receiver.port} HTTP/1.1`]);
    await proxied.close();
    await new Promise((resolve) => proxy.close(resolve));
  });
});

function listening(server: Server): Promise<number> {
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  );
}
