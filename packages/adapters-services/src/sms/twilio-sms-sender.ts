import type { Clock, SmsSender } from '@chancery/core';
import { remoteFailure } from '@chancery/core/internal';
import { systemClock } from '../system-clock.ts';

export interface TwilioAccount {
  readonly accountSid: string;
  readonly authToken: string;
  /** The sending number in E.164, or a messaging service (`MG…`). */
  readonly from: string;
  /** Another address for tests and regional endpoints. */
  readonly baseUrl?: string;
}

/** Sends by Twilio's Messages resource. It has no deduplication key, so a message that is repeated after a lost answer may arrive twice. */
export class TwilioSmsSender implements SmsSender {
  readonly #account: TwilioAccount;
  readonly #clock: Clock;

  constructor(account: TwilioAccount, clock: Clock = systemClock) {
    this.#account = account;
    this.#clock = clock;
  }

  async send({
    to,
    text,
  }: {
    readonly key: string;
    readonly to: string;
    readonly text: string;
  }): Promise<void> {
    const { accountSid, authToken, from, baseUrl = 'https://api.twilio.com' } = this.#account;
    const url = new URL(`/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`, baseUrl);
    const sender = from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from };

    const { request } = await import('undici');
    const { statusCode, headers, body } = await request(url, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ To: to, ...sender, Body: text }).toString(),
      headersTimeout: 10_000,
      bodyTimeout: 10_000,
    });
    const answer = await body.text();

    if (statusCode < 200 || statusCode > 299)
      throw remoteFailure({
        code: 'sms.refused',
        status: statusCode,
        retryAfter: [headers['retry-after']].flat()[0] ?? null,
        now: this.#clock.now(),
        message: `Twilio answered ${statusCode}${codeOf(answer)}.`,
      });
  }
}

/** Keeps only the error number: Twilio's message repeats the receiver's telephone number, which must not be logged. */
function codeOf(answer: string): string {
  const code = /"code"\s*:\s*(\d{1,6})\b/.exec(answer)?.[1];
  return code === undefined ? '' : `, code ${code}`;
}
