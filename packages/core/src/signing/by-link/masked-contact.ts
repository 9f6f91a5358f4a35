const hidden = '\u2022\u2022\u2022';
/** Calling codes of one and two digits; all others have three (ITU-T E.164, list of assigned country codes). */
const shortCodes = new Set(
  (
    '1 7 20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 86 ' +
    '90 91 92 93 94 95 98'
  ).split(' '),
);

/** `+49 ••• ••• 4521` of a number in the form of E.164: enough to recognise the phone, too little to call it. */
export function maskedPhone(phone: string): string {
  const digits = phone.slice(1);
  const length = [1, 2].find((count) => shortCodes.has(digits.slice(0, count))) ?? 3;
  const rest = digits.slice(length);
  // Of a short number at most the half is shown.
  const shown = Math.min(4, Math.floor(rest.length / 2));
  return `+${digits.slice(0, length)} ${hidden} ${hidden} ${rest.slice(rest.length - shown)}`;
}

/** `a•••@example.com`. */
export function maskedEmail(address: string): string {
  const at = address.lastIndexOf('@');
  return `${[...address][0] ?? ''}${hidden}${address.slice(at)}`;
}
