import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Chancery, isSession, memorySession } from '@chancery/sdk';
import { verifyWebhook, type WebhookEvent, WebhookVerificationError } from '@chancery/sdk/webhooks';
import { frameFor, keepSealed, sendContract } from './contracts.ts';
import { contractPage } from './page.ts';

// An application whose customers sign in its own pages: it sends a contract, shows it in a frame, hears by webhook that it is
// sealed, and keeps the file.
const {
  CHANCERY_BASE_URL: baseUrl = 'http://127.0.0.1:8080',
  CHANCERY_EMAIL: email = '',
  CHANCERY_PASSWORD: password = '',
  WEBHOOK_SECRET: secret = '',
  APP_URL: appUrl = 'https://app.example.com',
  SEALED_FOLDER: folder = 'sealed',
  PORT: port = '3000',
} = process.env;

const session = memorySession();
const chancery = new Chancery({ baseUrl, session });
const signIn = await chancery.identity.login({ email, password });
if (!isSession(signIn))
  throw new Error('This account asks for a second factor; sign in where you can answer it.');
await session.save(signIn);

// Browsers show the frame in pages of the origins that an owner of the workspace has named, and in no others.
const { origin } = new URL(appUrl);
const { settings } = await chancery.workspace.getSettings();
if (!settings.embeddingOrigins.includes(origin))
  await chancery.workspace.updateSettings({ embeddingOrigins: [...settings.embeddingOrigins, origin] });

createServer(async (request, response) => {
  try {
    await answer(request, response);
  } catch (error) {
    if (!response.headersSent)
      response.writeHead(error instanceof WebhookVerificationError ? 400 : 500).end();
    console.error(error);
  }
}).listen(Number(port), '127.0.0.1', () => console.log(`waiting on http://127.0.0.1:${port}`));

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = `${request.method} ${request.url}`;
  if (path === 'POST /webhooks') {
    const event = await verifyWebhook(secret, request.headers, await buffer(request));
    response.writeHead(204).end();
    return await handle(event);
  }
  if (path === 'POST /contracts') {
    // Only our own programs may order one; a real application asks who is there.
    const order = JSON.parse((await buffer(request)).toString('utf8'));
    const documentId = await sendContract(chancery, order);
    response.writeHead(201, { location: `/contracts/${documentId}` }).end();
    return;
  }
  const [, documentId] = /^GET \/contracts\/([\w-]{36})$/.exec(path) ?? [];
  if (documentId === undefined) return void response.writeHead(404).end();
  const page = contractPage(await frameFor(chancery, documentId));
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  response.end(page);
}

/** A webhook may come twice and in any order: to keep the sealed file again does no harm. */
async function handle({ type, data: { documentId } }: WebhookEvent): Promise<void> {
  if (type !== 'document.sealed' || typeof documentId !== 'string') return console.log(type);
  console.log(`sealed: ${await keepSealed(chancery, documentId, folder)}`);
}
