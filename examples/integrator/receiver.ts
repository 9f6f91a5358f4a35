import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { applicationClient } from '@chancery/sdk';
import { verifyWebhook, type WebhookEvent, WebhookVerificationError } from '@chancery/sdk/webhooks';

// A program that waits for webhooks: it checks each one, and reads by its API key what the webhook is about.
const {
  CHANCERY_BASE_URL: baseUrl = 'http://127.0.0.1:8080',
  CHANCERY_API_KEY: apiKey = '',
  WEBHOOK_SECRET: secret = '',
  PORT: port = '3000',
} = process.env;
const { integration } = applicationClient({ baseUrl, apiKey });

/** A webhook may arrive twice. A real program keeps these ids beside its own data. */
const processed = new Set<string>();

createServer(async (request, response) => {
  try {
    // The signature is that of the bytes, so nothing parses them before.
    const event = await verifyWebhook(secret, request.headers, await buffer(request));
    // Answer first: the service waits 15 seconds, and sends again what was not answered.
    response.writeHead(204).end();
    const id = String(request.headers['webhook-id']);
    if (processed.has(id)) return;
    processed.add(id);
    await handle(event);
  } catch (error) {
    if (!response.headersSent)
      response.writeHead(error instanceof WebhookVerificationError ? 400 : 500).end();
    console.error(error);
  }
}).listen(Number(port), '127.0.0.1', () => console.log(`waiting on http://127.0.0.1:${port}`));

/** A webhook says which thing changed, and never what it is called or who is in it: that is read by the key. */
async function handle({ type, data }: WebhookEvent): Promise<void> {
  const { meetingId } = data;
  if (typeof meetingId !== 'string') return console.log(type);
  const { title, status, invitations } = await integration.meetings.get({ meetingId });
  const answers = invitations.map((each) => `${each.displayName} ${each.status}`).join(', ');
  console.log(`${type}: "${title}" is ${status}; ${answers || 'nobody is invited'}`);
}
