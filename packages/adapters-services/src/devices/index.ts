export { BowserDeviceParser } from './bowser-device-parser.ts';
