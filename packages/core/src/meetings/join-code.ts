import { z } from 'zod';
import type { Random } from '../kernel/ports.ts';

/** Letters that nobody mistakes for another: no i, l, o. */
const letters = 'abcdefghjkmnpqrstuvwxyz';
/** The greatest multiple of 23 in a byte; bytes from there on are drawn again, so that no letter is likelier. */
const fairBytes = 256 - (256 % letters.length);

/** What people type to enter: two groups of five letters, such as `kwmtf-hprzd`. */
export function newJoinCode(random: Random): string {
  let drawn = '';
  while (drawn.length < 10) {
    for (const byte of random.bytes(16)) if (byte < fairBytes) drawn += letters.charAt(byte % letters.length);
  }
  return `${drawn.slice(0, 5)}-${drawn.slice(5, 10)}`;
}

/** Where a code leads: the room in the web app, before one has joined. */
export const joinUrlOf = (webUrl: string, joinCode: string): string =>
  `${webUrl}/?room=${joinCode}&prejoin=1`;

/** A code as people type it: capitals and a missing hyphen are no fault. */
export const typedJoinCode = () =>
  z
    .string()
    .max(20)
    .overwrite((typed) => {
      const joined = typed.trim().toLowerCase().replaceAll('-', '');
      return joined.length === 10 ? `${joined.slice(0, 5)}-${joined.slice(5)}` : typed;
    })
    .regex(/^[a-hjkmnp-z]{5}-[a-hjkmnp-z]{5}$/, 'Give the code of the invitation, such as kwmtf-hprzd.')
    .describe('The code of the invitation, such as kwmtf-hprzd.')
    .meta({ examples: ['kwmtf-hprzd'] });
