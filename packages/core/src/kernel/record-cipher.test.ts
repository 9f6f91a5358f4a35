import { aesRecordCipher } from './record-cipher.ts';
import { recordCipherContract } from './testing/index.ts';

recordCipherContract('AES-256-GCM', aesRecordCipher);
