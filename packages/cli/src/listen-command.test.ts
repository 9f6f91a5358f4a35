import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Chancery } from '@chancery/sdk';
import { operations } from '@chancery/sdk/operations';
import { verifyWebhook } from '@chancery/sdk/webhooks';
import { expect } from 'chai';
import { type Served, served } from '../../adapters-http/src/testing/served.ts';
import { run } from './run.ts';

interface Received {
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

describe('chancery webhooks listen', () => {
  let api: Served;
  let program: Server;
  let received: Received[];
  let status = 204;
  /** Ends the waiting for the next request that arrives. */
  let arrived: () => void = () => undefined;
  before(async () => {
    api = await served();
    program = createServer(async (request, response) => {
      received.push({ headers: request.headers, body: await text(request) });
      response.writeHead(status).end();
      arrived();
    });
    await new Promise<void>((resolve) => program.listen(0, '127.0.0.1', resolve));
  });
  beforeEach(() => {
    received = [];
    status = 204;
  });
  after(async () => {
    await new Promise((resolve) => program.close(resolve));
    await api.close();
  });
  const address = () => `http://127.0.0.1:${(program.address() as AddressInfo).port}/hooks`;
  const nextRequest = () =>
    new Promise<void>((resolve) => {
      arrived = resolve;
    });

  /** Runs the command until `during` is done, and then interrupts it. */
  async function listening(
    args: readonly string[],
    during: (nextLine: () => Promise<void>) => Promise<unknown>,
  ) {
    const [out, err]: [string[], string[]] = [[], []];
    const interrupted = new AbortController();
    let ready: () => void = () => undefined;
    let printed: () => void = () => undefined;
    const isReady = new Promise<void>((resolve) => {
      ready = resolve;
    });
    const ended = run(['webhooks', 'listen', ...args], {
      operations,
      env: { CHANCERY_BASE_URL: api.baseUrl, CHANCERY_TOKEN: api.owner.session.credential ?? '' },
      homeDirectory: '/nowhere',
      hostName: 'laptop',
      stdout: {
        write: (content) => {
          out.push(String(content));
          printed();
        },
      },
      stderr: {
        write: (content) => {
          err.push(String(content));
          if (String(content).startsWith('Waiting')) ready();
        },
      },
      readInput: async () => '',
      ask: async () => '',
      fetch,
      interruption: () => interrupted.signal,
      loadHost: async () => null,
    });
    await Promise.race([isReady, ended]);
    await during(
      () =>
        new Promise((resolve) => {
          printed = resolve;
        }),
    );
    interrupted.abort();
    return { exitCode: await ended, stdout: out.join(''), stderr: err.join('') };
  }
  const happens = async () => {
    const request = nextRequest();
    await api.chancery.workspace.createProject({ name: 'Listened' }, api.owner.session);
    await request;
  };
  const endpoints = async () =>
    (await api.chancery.webhooks.listWebhookEndpoints({}, api.owner.session)).webhookEndpoints;

  it('WHK-14: a program on this machine receives what happens, signed, and the endpoint is gone at the end', async () => {
    let during: readonly { readonly url: string | null; readonly description: string | null }[] = [];
    const { exitCode, stdout, stderr } = await listening(['--forward-to', address()], async (nextLine) => {
      const line = nextLine();
      await happens();
      await line;
      during = await endpoints();
    });

    expect(exitCode).to.equal(0);
    const secret = /whsec_[A-Za-z0-9+/=]+/.exec(stderr)?.[0] ?? '';
    const [request] = received;
    const now = new Date(Number(request?.headers['webhook-timestamp']) * 1000);
    const event = await verifyWebhook(secret, request?.headers ?? {}, request?.body ?? '', { now });
    expect(event).to.deep.include({ type: 'project.created', workspaceId: api.workspaceId });
    expect(stdout).to.equal(`project.created  ${request?.headers['webhook-id']}  204\n`);
    expect(during.map(({ url, description }) => [url, description])).to.deep.equal([
      [null, 'chancery webhooks listen on laptop'],
    ]);
    expect(await endpoints()).to.deep.equal([]);
  });

  it('forwards each event once and in order, only of the types that were asked for, and prints JSON if asked', async () => {
    status = 500;
    const { stdout } = await listening(
      [
        '--forward-to',
        address(),
        '--events',
        'project.created,project.archived',
        '--interval',
        '0.1',
        '--json',
      ],
      async (nextLine) => {
        const first = nextLine();
        await happens();
        await first;
        const { projects } = await api.chancery.workspace.listProjects({}, api.owner.session);
        const projectId = projects[0]?.id ?? '';
        await api.chancery.workspace.updateProject({ projectId, name: 'Unheard' }, api.owner.session);
        const second = nextLine();
        await api.chancery.workspace.archiveProject({ projectId }, api.owner.session);
        await second;
      },
    );

    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ eventType, status: answered }) => [eventType, answered])).to.deep.equal([
      ['project.created', 500],
      ['project.archived', 500],
    ]);
    expect(received).to.have.length(2);
  });

  it('WHK-13: with --context lifecycle it forwards what happens to documents, and nothing else', async () => {
    const sdk = new Chancery({
      baseUrl: api.baseUrl,
      accessToken: api.owner.session.credential ?? '',
    });
    const { stdout } = await listening(
      ['--forward-to', address(), '--context', 'lifecycle', '--interval', '0.1'],
      async (nextLine) => {
        const line = nextLine();
        await api.chancery.workspace.createProject({ name: 'Unheard' }, api.owner.session);
        await sdk.documents.uploadDocument({ file: { content: new Blob(['A note']), name: 'note.txt' } });
        await line;
      },
    );

    expect(stdout).to.match(/^document\.created {2}\S+ {2}204\n$/);
    expect(JSON.parse(received[0]?.body ?? '')).to.deep.include({ type: 'document.created' });
  });

  it('says that the program does not answer, and goes on', async () => {
    const free = createServer();
    await new Promise<void>((resolve) => free.listen(0, '127.0.0.1', resolve));
    const { port } = free.address() as AddressInfo;
    await new Promise((resolve) => free.close(resolve));
    const args = ['--forward-to', `http://127.0.0.1:${port}/`, '--interval', '0.1'];
    const { exitCode, stdout } = await listening(args, async (nextLine) => {
      const line = nextLine();
      await api.chancery.workspace.createProject({ name: 'Unheard' }, api.owner.session);
      await line;
    });

    expect(exitCode).to.equal(0);
    expect(stdout).to.match(/^project\.created {2}\S+ {2}connect ECONNREFUSED/);
  });

  it('refuses what is no address, and a type that does not exist, and registers nothing', async () => {
    const wrong = await listening(['--forward-to', 'localhost'], async () => undefined);
    const unknown = await listening(
      ['--forward-to', address(), '--events', 'meeting.eaten'],
      async () => undefined,
    );

    expect([wrong.exitCode, unknown.exitCode].every((code) => code !== 0)).to.equal(true);
    expect(unknown.stderr).to.include('meeting.created');
    expect(await endpoints()).to.deep.equal([]);
  });
});
