import type { PhoneNumbers } from '@chancery/core';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** By the numbering plans of all countries, which the library carries. */
export const libPhoneNumbers: PhoneNumbers = {
  parse(text) {
    if (!text.startsWith('+')) return null;
    const number = parsePhoneNumberFromString(text, { extract: false });
    // An extension cannot be dialled by whoever sends a message.
    return number?.isValid() === true && number.ext === undefined ? number.number : null;
  },
};
