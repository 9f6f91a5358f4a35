export { libPhoneNumbers } from './lib-phone-numbers.ts';
