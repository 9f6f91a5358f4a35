import { z } from 'zod';
import { authRequired } from '../../kernel/access.ts';
import { malformedJson, requestInvalid, routeNotFound } from '../../kernel/errors.ts';
import { email, rawBytes } from '../../kernel/shapes.ts';
import { misses } from '../../kernel/throttling.ts';
import { detailsOf, invalidField } from '../../kernel/validation.ts';
import { type CalendarReply, readReply } from '../calendar/calendar-reader.ts';
import { action } from '../ports.ts';
import { ignoredReasons } from './events.ts';
import { isSigned } from './inbound-signature.ts';
import { calendarTextOf } from './mime.ts';
import { applyReply } from './reply-handling.ts';

const mostCharacters = 512 * 1024;
const bodySchema = z.strictObject({
  message: z.string().min(1).max(mostCharacters),
  authenticated: z.boolean(),
  sender: email(),
});

const unreadable = () =>
  invalidField('/message', 'itip.unreadable', 'Send a message that holds one answer to an invitation.');

/** The answer in a message, or null if its calendar is no answer. */
function replyIn(message: string): CalendarReply | null {
  try {
    const file = calendarTextOf(message);
    if (file !== null) return readReply(file);
  } catch {
    // Every fault means the same to the gateway: the message cannot be read.
  }
  throw unreadable();
}

function bodyOf(content: string): z.output<typeof bodySchema> {
  let json: unknown;
  try {
    json = JSON.parse(content);
  } catch {
    throw malformedJson();
  }
  const parsed = bodySchema.safeParse(json);
  if (!parsed.success) throw requestInvalid({ details: detailsOf(parsed.error) });
  return parsed.data;
}

export const receiveItip = action({
  summary: 'Receive an answer that came by mail',
  description:
    'The mail gateway passes on what arrives at the organizer address, says whether the sender was authenticated, and signs the request by Standard Webhooks. Answers become responses; the organizer is notified of counter-proposals.',
  access: 'anyone',
  throttle: misses('itip_refused', 60),
  mostBytes: { bytes: 1024 * 1024, because: 'It holds a mail of up to 512 KiB, written as JSON text.' },
  always: true,
  idempotent: false,
  body: { form: 'whole', mediaTypes: [] },
  input: z.strictObject({
    content: rawBytes().describe('JSON {message, authenticated, sender}, exactly as it was signed.'),
    webhookId: z.string().max(255).optional(),
    webhookTimestamp: z.string().max(20).optional(),
    webhookSignature: z.string().max(4096).optional(),
  }),
  output: z.object({
    outcome: z.enum(['applied', 'ignored']),
    reason: z.enum(ignoredReasons).nullable(),
  }),
  errors: [authRequired, routeNotFound, malformedJson],

  async prepare({ content, webhookId, webhookTimestamp, webhookSignature }, context) {
    const { settings, webhookSigner, now } = context;
    if (settings.inboundSecret === null) throw routeNotFound();
    const body = new TextDecoder().decode(content);
    const signed = { body, id: webhookId, timestamp: webhookTimestamp, signature: webhookSignature };
    if (!isSigned(signed, settings.inboundSecret, now, webhookSigner))
      throw authRequired({ message: 'This message is not signed by the mail gateway.' });
    const { message, authenticated, sender } = bodyOf(body);
    return { reply: replyIn(message), authenticated, sender };
  },

  async run(_, context) {
    const { reply, authenticated, sender } = context.prepared;
    const reason =
      reply === null ? 'not_answerable' : await applyReply(reply, { authenticated, sender }, context);
    return { outcome: reason === null ? ('applied' as const) : ('ignored' as const), reason };
  },
});
