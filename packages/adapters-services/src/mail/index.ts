export { type ParsedMail, parseMail } from './parse-mail.ts';
export { SmtpMailSender } from './smtp-mail-sender.ts';
export { readSpool, type SpooledMail, SpoolMailSender } from './spool-mail-sender.ts';
