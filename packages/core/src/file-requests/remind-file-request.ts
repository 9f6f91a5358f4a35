import { z } from 'zod';
import { rateLimited } from '../kernel/errors.ts';
import { mailBudgetUsed } from '../kernel/outside-mail.ts';
import { type Instant, plusSeconds, secondsBetween } from '../kernel/time.ts';
import { fileRequestInvalidState, fileRequestNotFound } from './errors.ts';
import { ownRequest, requestToChange, shownRequest } from './found-request.ts';
import { command, type FileRequestsPorts } from './ports.ts';
import { sendingInput, sendingOutput } from './send-file-request.ts';
import { sentRequest } from './sent-request.ts';

const gapSeconds = 300;
const mostADay = 10;
const daySeconds = 86_400;

export const remindFileRequest = command({
  summary: 'Remind the client of a request for files',
  description:
    'Brings a fresh link, and every earlier one stops working. Reminders that go out by themselves keep their times. One in five minutes, and ten a day.',
  access: { owner: 'any', admin: 'any', member: 'own' },
  cli: { command: 'file-requests remind' },
  outside: true,
  secret: true,
  input: z.strictObject(sendingInput),
  output: sendingOutput,
  errors: [mailBudgetUsed, fileRequestNotFound, fileRequestInvalidState],

  find: requestToChange,
  may: ownRequest,

  async run({ requestId, message, delivery }, context) {
    await requirePace(requestId, context);
    const { request, url } = await sentRequest(
      context.found,
      { cause: 'remind', delivery, message: message || null },
      context,
    );
    return { request: await shownRequest(request, context), url };
  },
});

async function requirePace(
  requestId: string,
  { fileRequestLinks, now }: Pick<FileRequestsPorts, 'fileRequestLinks'> & { readonly now: Instant },
): Promise<void> {
  const made = await fileRequestLinks.madeSince(requestId, 'remind', plusSeconds(now, -daySeconds));
  const [last, first] = [made.at(-1), made.at(-mostADay)];
  const freeAt = [
    last === undefined ? now : plusSeconds(last, gapSeconds),
    made.length < mostADay || first === undefined ? now : plusSeconds(first, daySeconds),
  ].reduce((latest, at) => (at > latest ? at : latest));
  if (freeAt > now) throw rateLimited({ retryAfterSeconds: Math.ceil(secondsBetween(now, freeAt)) });
}
