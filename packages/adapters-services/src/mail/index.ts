export { type ParsedMail, parseMail } from './parsed-mail.ts';
export { SmtpMailSender } from './smtp-mail-sender.ts';
export { readSpool, type SpooledMail, SpoolMailSender } from './spool-mail-sender.ts';
