export { readSmsSpool, type SpooledSms, SpoolSmsSender } from './spool-sms-sender.ts';
export { type TwilioAccount, TwilioSmsSender } from './twilio-sms-sender.ts';
