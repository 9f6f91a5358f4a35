import type { ReceivedMail } from '../../../packages/adapters-services/src/mail/testing/smtp-receiver.ts';

export interface Mail {
  /** `<job>.<kind>@<host>` */
  readonly id: string;
  readonly job: string;
  readonly kind: string;
  readonly to: string;
}

/** Tells what a received mail is, by the id that its job gave it. */
export function mailOf({ raw, to }: ReceivedMail): Mail {
  const id = /^Message-ID:\s*<(.+)>/im.exec(raw.toString('latin1'))?.[1] ?? '';
  const [, job = '', kind = ''] = /^([^.]+)\.(.+)@/.exec(id) ?? [];
  return { id, job, kind, to: to.join() };
}
