import { z } from 'zod';
import { rateLimited } from '../kernel/errors.ts';
import { mailBudgetUsed } from '../kernel/outside-mail.ts';
import { secondsToWait } from '../kernel/pace.ts';
import { reminderPace } from '../kernel/reminder-schedule.ts';
import { type Instant, plusSeconds } from '../kernel/time.ts';
import { fileRequestInvalidState, fileRequestNotFound } from './errors.ts';
import { ownRequest, requestToChange, shownRequest } from './found-request.ts';
import { command, type FileRequestsPorts } from './ports.ts';
import { sendingInput, sendingOutput } from './send-file-request.ts';
import { sentRequest } from './sent-request.ts';

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
  version: (request) => request.version,

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
  const since = plusSeconds(now, -reminderPace.windowSeconds);
  const made = await fileRequestLinks.madeSince(requestId, 'remind', since);
  const retryAfterSeconds = secondsToWait(made, reminderPace, now);
  if (retryAfterSeconds !== null) throw rateLimited({ retryAfterSeconds });
}
