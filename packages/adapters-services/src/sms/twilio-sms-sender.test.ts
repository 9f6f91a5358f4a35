import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { PermanentJobError, RemoteBusy } from '@chancery/core';
import { smsSenderContract } from '@chancery/core/testing';
import { expect } from 'chai';
import { type Dispatcher, getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { TwilioSmsSender } from './twilio-sms-sender.ts';

interface Received {
  readonly request: IncomingMessage;
  readonly form: Record<string, string>;
}

/** A double of Twilio on the loopback. */
async function openTwilio(
  status = 201,
  answer = '{"sid":"SM1","status":"queued"}',
  headers: Readonly<Record<string, string>> = {},
) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    received.push({ request, form: Object.fromEntries(new URLSearchParams(await text(request))) });
    response
      .writeHead(status, { 'content-type': 'application/json', connection: 'close', ...headers })
      .end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a TCP server has such an address
  const account = { accountSid: 'AC1', authToken: 's3cret', baseUrl: `http://127.0.0.1:${port}` };
  return {
    account,
    received,
    sender: new TwilioSmsSender({ ...account, from: '+15005550006' }),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

smsSenderContract('Twilio', async () => {
  const { sender, received, close } = await openTwilio();
  const delivered = async () => received.map(({ form }) => ({ to: form.To ?? '', text: form.Body ?? '' }));
  return { sender, delivered, close };
});

describe('TwilioSmsSender', () => {
  const message = { key: 'code/1', to: '+491701234567', text: 'Code 1234' };

  it('posts a form to the Messages resource with the credentials of the account', async () => {
    const { sender, account, received, close } = await openTwilio();
    await sender.send(message);
    await new TwilioSmsSender({ ...account, from: 'MG0123' }).send(message);
    await close();

    const [first, second] = received;
    expect([first?.request.method, first?.request.url]).to.deep.equal([
      'POST',
      '/2010-04-01/Accounts/AC1/Messages.json',
    ]);
    expect(first?.request.headers).to.include({
      authorization: `Basic ${Buffer.from('AC1:s3cret').toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(first?.form).to.deep.equal({ To: '+491701234567', From: '+15005550006', Body: 'Code 1234' });
    expect(second?.form).to.deep.equal({
      To: '+491701234567',
      MessagingServiceSid: 'MG0123',
      Body: 'Code 1234',
    });
  });

  for (const [status, answer, sentence] of [
    [
      400,
      '{"code":21211,"message":"The number +491701234567 is not valid"}',
      'Twilio answered 400, code 21211.',
    ],
    [503, 'upstream away', 'Twilio answered 503.'],
  ] as const) {
    it(`fails on ${status} without revealing number, text or secret`, async () => {
      const { sender, close } = await openTwilio(status, answer);
      const error = await sender.send(message).catch((reason: Error) => reason);
      await close();

      expect(error).to.be.instanceOf(Error).with.property('message', sentence);
    });
  }

  it('JOB-5: a refused number is a permanent failure; if Twilio is busy, its Retry-After is passed on', async () => {
    const refusing = await openTwilio(400, '{"code":21211}');
    const busy = await openTwilio(429, '{"code":20429}', { 'retry-after': '90' });
    const failures = await Promise.all(
      [refusing, busy].map(({ sender }) => sender.send(message).catch((reason: unknown) => reason)),
    );
    await Promise.all([refusing.close(), busy.close()]);

    expect(failures[0]).to.be.instanceOf(PermanentJobError).with.property('code', 'sms.refused');
    expect(failures[1]).to.be.instanceOf(RemoteBusy).with.property('retryAfterSeconds', 90);
  });

  it('JOB-5: gives Twilio ten seconds to answer, after which the message is sent again later', async () => {
    const { sender, close } = await openTwilio();
    const usual = getGlobalDispatcher();
    const asked: Dispatcher.DispatchOptions[] = [];
    setGlobalDispatcher(
      usual.compose((dispatch) => (options, handler) => {
        asked.push(options);
        return dispatch(options, handler);
      }),
    );
    await sender.send(message).finally(() => setGlobalDispatcher(usual));
    await close();

    expect(asked.map(({ headersTimeout, bodyTimeout }) => [headersTimeout, bodyTimeout])).to.deep.equal([
      [10_000, 10_000],
    ]);
  });

  it('fails when nobody listens', async () => {
    const { sender, close } = await openTwilio();
    await close();
    expect(await sender.send(message).catch((reason: unknown) => reason)).to.be.instanceOf(Error);
  });
});
