import { z } from 'zod';
import { authRequired, workspaceNotActive } from '../../kernel/access.ts';
import { malformedJson, requestInvalid, routeNotFound } from '../../kernel/errors.ts';
import { headerField } from '../../kernel/header-fields.ts';
import { linkGone } from '../../kernel/links.ts';
import { email, rawBytes } from '../../kernel/shapes.ts';
import { misses } from '../../kernel/throttling.ts';
import { detailsOf, invalidField } from '../../kernel/validation.ts';
import { type CalendarReplies, readReplies } from '../calendar/calendar-reader.ts';
import { action } from '../ports.ts';
import { type IgnoredReason, ignoredReasons } from './events.ts';
import { isSigned } from './inbound-signature.ts';
import { calendarTextOf } from './mime.ts';
import { applyReplies } from './reply-handling.ts';

const mostCharacters = 512 * 1024;
const bodySchema = z.strictObject({
  message: z.string().min(1).max(mostCharacters).describe('The whole mail, as it arrived.'),
  authenticated: z.boolean(),
  sender: email(),
});

const unreadable = () =>
  invalidField('/message', 'itip.unreadable', 'Send a message that holds one answer to an invitation.');

/** The answers in a message, or null if its calendar holds none. */
function repliesIn(message: string): CalendarReplies | null {
  try {
    const file = calendarTextOf(message);
    if (file !== null) return readReplies(file);
  } catch {
    // Every fault means the same to the gateway: the message cannot be read.
  }
  throw unreadable();
}

/** Of a sender whom nobody vouches for, whatever can be read; that it cannot is no news to anybody. */
function repliesOfAnybody(message: string): CalendarReplies | null {
  try {
    return repliesIn(message);
  } catch {
    return null;
  }
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

const unheard = (authenticated: boolean): IgnoredReason =>
  authenticated ? 'not_answerable' : 'not_authenticated';

/** The signed text; JSON is UTF-8, and nothing else is read as if it were. */
function textOf(content: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    throw malformedJson();
  }
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
    webhookId: headerField(
      'webhook-id',
      z.string().max(255).optional().describe('The id of the delivery, by which a repetition is known.'),
      { required: true },
    ),
    webhookTimestamp: headerField(
      'webhook-timestamp',
      z.string().max(20).optional().describe('When it was signed, in seconds since 1970.'),
      { required: true },
    ),
    webhookSignature: headerField(
      'webhook-signature',
      z.string().max(4096).optional().describe('The signatures, as Standard Webhooks has them.'),
      { required: true },
    ),
  }),
  output: z.object({
    outcome: z.enum(['applied', 'ignored']).describe('Whether the answer in the mail was applied.'),
    reason: z.enum(ignoredReasons).nullable().describe('Why the mail was ignored; null if it was not.'),
  }),
  errors: [authRequired, routeNotFound, malformedJson, linkGone, workspaceNotActive],

  async prepare({ content, webhookId, webhookTimestamp, webhookSignature }, context) {
    const { settings, webhookSigner, now } = context;
    if (settings.inboundSecret === null) throw routeNotFound();
    const body = textOf(content);
    const signed = { body, id: webhookId, timestamp: webhookTimestamp, signature: webhookSignature };
    if (!isSigned(signed, settings.inboundSecret, now, webhookSigner))
      throw authRequired({ message: 'This message is not signed by the mail gateway.' });
    const { message, authenticated, sender } = bodyOf(body);
    const replies = authenticated ? repliesIn(message) : repliesOfAnybody(message);
    return { replies, authenticated, sender };
  },

  async run(_, context) {
    const { replies, authenticated, sender } = context.prepared;
    const reason =
      replies === null
        ? unheard(authenticated)
        : await applyReplies(replies, { authenticated, sender }, context);
    return { outcome: reason === null ? ('applied' as const) : ('ignored' as const), reason };
  },
});
