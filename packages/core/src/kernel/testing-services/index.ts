export {
  anOfficeDocument,
  anOpenDocument,
  aZip,
  sampleFiles,
  type ZipEntry,
} from '../testing/sample-files.ts';
export { contentScannerContract, eicarTestFile, type ScannerWorld } from './content-scanner.contract.ts';
export { type EgressWorld, egressClientContract } from './egress-client.contract.ts';
export { type KeyRingWorld, keyRingContract } from './key-ring.contract.ts';
export { type DeliveredMail, type MailSenderWorld, mailSenderContract } from './mail-sender.contract.ts';
export { type RatesWorld, requestRatesContract } from './request-rates.contract.ts';
export { signingKeyStoreContract } from './signing-key-store.contract.ts';
export { type DeliveredSms, type SmsSenderWorld, smsSenderContract } from './sms-sender.contract.ts';
export { type ThrottleWorld, throttleContract } from './throttle.contract.ts';
export { type TokenSignerWorld, tokenSignerContract } from './token-signer.contract.ts';
export { typeDetectorContract } from './type-detector.contract.ts';
