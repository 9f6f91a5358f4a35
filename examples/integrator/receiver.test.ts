import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { applicationClient, Chancery, isSession, memorySession } from '@chancery/sdk';
import { expect } from 'chai';
import {
  freePort,
  listening,
  nodeOptions,
  type RunningServer,
  said,
  startServer,
} from '../testing/running-server.ts';

const receiver = fileURLToPath(new URL('receiver.ts', import.meta.url));

describe('examples/integrator, as a receiver of webhooks', () => {
  let server: RunningServer;
  before(async () => {
    server = await startServer();
  });
  after(() => server?.stop());

  it('WHK-14: hears of its own meeting on a machine that the service cannot reach, and reads it by its key', async () => {
    const { email, password, apiKey } = server.demo;
    const session = memorySession();
    const person = new Chancery({ baseUrl: server.baseUrl, session });
    const signedIn = await person.identity.login({ email, password });
    if (!isSession(signedIn)) throw new Error('The demo login asks for no second factor');
    await session.save(signedIn);
    const { accessToken } = signedIn;
    const port = await freePort();
    const listener = server.start(
      'chancery',
      ['webhooks', 'listen', '--forward-to', `http://127.0.0.1:${port}/`],
      { CHANCERY_TOKEN: accessToken },
    );
    const secret = await said(listener, /whsec_\S+/);
    const program = server.start(process.execPath, [...nodeOptions, receiver], {
      WEBHOOK_SECRET: secret,
      CHANCERY_API_KEY: apiKey,
      PORT: String(port),
    });
    await listening(program, 'waiting on');

    const heard = said(program, /meeting\.created: .*\n/);
    const forwarded = said(listener, /meeting\.created .* 204/);
    await applicationClient({ baseUrl: server.baseUrl, apiKey }).integration.meetings.create({
      title: 'First consultation',
      scheduledStartAt: `${new Date().getUTCFullYear() + 1}-06-01T09:00:00Z`,
      invitees: [{ email: 'client@example.org', displayName: 'Clara Client' }],
    });

    expect(await heard).to.equal(
      'meeting.created: "First consultation" is scheduled; Clara Client pending\n',
    );
    await forwarded;
    // Whoever does not know the secret is refused.
    const forged = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      body: '{"type":"meeting.created"}',
    });
    expect(forged.status).to.equal(400);

    const ended = once(listener, 'exit');
    listener.kill('SIGINT');
    expect((await ended)[0]).to.equal(0);
    expect((await person.webhooks.listWebhookEndpoints()).webhookEndpoints).to.deep.equal([]);
  });
});
