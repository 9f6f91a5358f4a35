import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, type Socket } from 'node:net';
import { world } from '@chancery/adapters-persistence/testing';
import { health } from '@chancery/core';
import { expect } from 'chai';
import express from 'express';
import { pino } from 'pino';
import { chanceryHttp } from './chancery-http.ts';
import { createHttpServer, type HttpServerLimits } from './http-server.ts';

/** Chancery on the server of the product, beside an answer of 16 MiB. */
async function listening(limits: HttpServerLimits) {
  const { chancery, ports, clock } = await world();
  const app = express();
  app.get('/large', (_, response) => void response.end(Buffer.alloc(16 * 1024 * 1024)));
  app.get(
    '/slow',
    ({ query }, response) => void setTimeout(() => response.end('here'), Number(query.milliseconds ?? 400)),
  );
  app.use(
    chanceryHttp({
      chancery,
      health: health.createHealth({ probes: ports.probes, clock }),
      log: pino({ level: 'silent' }),
      webUrl: 'https://app.example.com',
      baseUrl: 'https://api.example.com',
    }).handler,
  );
  app.use((_, response) => void response.status(404).end());
  const server = createHttpServer(app, limits);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const sockets: Socket[] = [];
  return {
    server,
    async open(): Promise<Socket> {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      sockets.push(socket);
      await once(socket, 'connect');
      return socket;
    },
    get: (path: string) => fetch(`http://127.0.0.1:${port}${path}`),
    connections: () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count))),
    async close() {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const asked = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
/** Waits until the server has hung up. It may do so by a reset, because it leaves unread what came on. */
const hungUp = (socket: Socket, withinSeconds = 60) =>
  new Promise<void>((resolve, reject) => {
    const late = () => reject(new Error(`The connection is open after ${withinSeconds} seconds.`));
    const patience = setTimeout(late, withinSeconds * 1000);
    const done = () => {
      clearTimeout(patience);
      resolve();
    };
    if (socket.closed) done();
    else socket.once('close', done);
  });
const wait = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

describe('the HTTP server', () => {
  let host: Awaited<ReturnType<typeof listening>>;
  afterEach(() => host.close());

  it('PLT-32: closes a socket that does not read its answer, and not one that waits for it or reads slowly', async () => {
    // Long beside what a busy machine makes the slow reader wait, who reads on every few milliseconds, and short beside all of it.
    host = await listening({ stalledSeconds: 2 });
    const [deaf, waiting, slow] = [await host.open(), await host.open(), await host.open()];
    deaf.write(asked('/large'));
    deaf.pause();
    waiting.write(asked('/slow?milliseconds=2600'));
    slow.write(asked('/large'));
    let read = 0;
    slow.on('data', (part) => {
      read += part.byteLength;
      slow.pause();
      setTimeout(() => slow.resume(), 12);
    });

    const [answer] = await once(waiting, 'data');
    expect(String(answer)).to.include('here');
    while ((await host.connections()) > 2) await wait(0.05);
    while (read < 16 * 1024 * 1024 && !slow.destroyed) await wait(0.05);
    expect(slow.destroyed).to.equal(false);
  });

  it('PLT-32: gives a caller thirty seconds to read on, counted in six steps', async () => {
    host = await listening({});

    expect(host.server.timeout).to.equal(5000);
  });

  it('PLT-32: closes a kept connection only after its own time, however short that of unread answers is', async () => {
    host = await listening({ stalledSeconds: 0.1 });
    const socket = await host.open();
    socket.write(asked('/slow'));
    await once(socket, 'data');
    await wait(0.5);
    socket.write(asked('/slow'));

    expect(String((await once(socket, 'data'))[0])).to.include('here');
  });

  it('PLT-32: opens no more connections than it is told', async () => {
    const warned: object[] = [];
    const log = { warn: (facts: object) => void warned.push(facts) };
    host = await listening({ maxConnections: 3, log });
    for (let index = 0; index < 3; index += 1) await host.open();

    for (let index = 0; index < 5; index += 1) {
      const refused = await host.open();
      await hungUp(refused);
    }
    expect(await host.connections()).to.equal(3);
    expect(warned).to.deep.equal([{ maxConnections: 3 }]);
  });

  for (const [what, head] of [
    [
      'an upload',
      'POST /api/v1/uploads/resumable/x/chunks HTTP/1.1\r\nContent-Type: application/octet-stream\r\n',
    ],
    ['a body where none is taken', 'POST /docs HTTP/1.1\r\n'],
    ['a body beside a read', 'GET /api/health/live HTTP/1.1\r\n'],
  ])
    it(`PLT-32: takes in at most one chunk of ${what} that was answered already, then closes the connection`, async () => {
      host = await listening({});
      const socket = await host.open();
      let answer = '';
      socket.setMaxListeners(0).on('data', (part) => {
        answer += String(part);
      });
      socket.write(`${head}Host: x\r\nContent-Length: 100000000000\r\n\r\n`);
      const part = Buffer.alloc(1024 * 1024);
      let sent = 0;
      while (!socket.closed) {
        const isFree = socket.write(part, (error) => {
          if (!error) sent += part.length;
        });
        if (!isFree && !socket.closed)
          await Promise.race([once(socket, 'drain'), hungUp(socket)]).catch(() => undefined);
      }

      expect(answer).to.match(/^HTTP\/1.1 [24]\d\d /);
      expect(sent / 1024 / 1024).to.be.within(32, 90);
    });

  it('PLT-32: a body that turns out too large is refused on a connection that goes on', async () => {
    host = await listening({});
    const socket = await host.open();
    let answers = '';
    socket.on('data', (part) => {
      answers += String(part);
    });
    const piece = 'x'.repeat(16 * 1024);
    socket.write('POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
    for (let index = 0; index < 40; index += 1) socket.write(`${piece.length.toString(16)}\r\n${piece}\r\n`);
    socket.write(`0\r\n\r\n${asked('/slow')}`);
    while (!answers.includes('here')) await once(socket, 'data');

    expect(answers).to.match(/^HTTP\/1.1 413 .*request\.too_large.*HTTP\/1.1 200 /s);
  });

  it('PLT-32: closes the connection five seconds after it has refused an upload that comes slowly', async () => {
    host = await listening({});
    const socket = await host.open();
    socket.write(
      'POST /api/v1/uploads/resumable/x/chunks HTTP/1.1\r\nHost: x\r\nContent-Type: application/octet-stream\r\nContent-Length: 100000000\r\n\r\n',
    );
    await once(socket, 'data');
    const answered = performance.now();
    const drops = setInterval(() => socket.write('x'), 50);
    await hungUp(socket);
    clearInterval(drops);

    expect((performance.now() - answered) / 1000).to.be.within(4, 9);
  });

  const get = 'GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n';
  const post = (headers: string, body: string) =>
    `POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${body}`;
  const confusing: Readonly<Record<string, string>> = {
    'two lengths': post('Content-Length: 2\r\nContent-Length: 60', `{}${get}`),
    'a length and chunks': post('Content-Length: 5\r\nTransfer-Encoding: chunked', `0\r\n\r\n${get}`),
    'chunks and a length': post('Transfer-Encoding: chunked\r\nContent-Length: 5', `0\r\n\r\n${get}`),
    'another coding than chunks': post('Transfer-Encoding: chunked, identity', `0\r\n\r\n${get}`),
    'a hidden coding': post('Transfer-Encoding: xchunked', `0\r\n\r\n${get}`),
    'chunks, with a space before the colon': post('Transfer-Encoding : chunked', `0\r\n\r\n${get}`),
    'a length with a sign': post('Content-Length: +2', `{}${get}`),
    'a folded header': post('X-A: b\r\n Transfer-Encoding: chunked\r\nContent-Length: 2', `{}${get}`),
    'a bare line feed between headers': post('X-A: b\nContent-Length: 2', `{}${get}`),
    'a chunk without its end': post('Transfer-Encoding: chunked', `2\r\n{}0\r\n\r\n${get}`),
    'a chunk of no size': post('Transfer-Encoding: chunked', `g\r\n{}\r\n0\r\n\r\n${get}`),
  };
  for (const [what, bytes] of Object.entries(confusing))
    it(`PLT-32: takes no second request out of a message with ${what}`, async () => {
      host = await listening({});
      const socket = await host.open();
      let answer = '';
      socket.on('data', (part) => {
        answer += String(part);
      });

      socket.write(bytes);
      await hungUp(socket, 5);

      // Whatever it was taken for, it was refused once and nothing behind it was read.
      expect(answer.match(/HTTP\/1\.1 \d{3}/g)).to.deep.equal(['HTTP/1.1 400']);
    });

  it('PLT-32: answers two requests that follow each other properly, each by itself', async () => {
    host = await listening({});
    const socket = await host.open();
    let answer = '';
    socket.on('data', (part) => {
      answer += String(part);
    });

    socket.write(`${get}${get.replace('Host: x', 'Host: x\r\nConnection: close')}`);
    await hungUp(socket, 5);

    expect(answer.match(/HTTP\/1\.1 \d{3}/g)).to.deep.equal(['HTTP/1.1 200', 'HTTP/1.1 200']);
  });
});
