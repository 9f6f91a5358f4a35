export { type KeyRingWorld, keyRingContract } from './key-ring.contract.ts';
export { type DeliveredMail, type MailSenderWorld, mailSenderContract } from './mail-sender.contract.ts';
export { type DeliveredSms, type SmsSenderWorld, smsSenderContract } from './sms-sender.contract.ts';
export { type ThrottleWorld, throttleContract } from './throttle.contract.ts';
