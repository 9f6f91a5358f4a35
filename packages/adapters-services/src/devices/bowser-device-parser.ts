import type { DeviceParser } from '@chancery/core';
import Bowser from 'bowser';

const longestUserAgent = 1024;
const longestName = 120;

export class BowserDeviceParser implements DeviceParser {
  describe(userAgent: string): string | null {
    // Bowser throws on an empty text, and its patterns need not see more than a header usually holds.
    const text = userAgent.slice(0, longestUserAgent).trim();
    if (text === '') return null;

    const { browser, os } = Bowser.parse(text);
    if (!browser.name || !os.name) return null;
    // A name that Bowser does not know is a piece of the header itself.
    return `${browser.name} on ${os.name}`.replace(/\p{Cc}+/gu, ' ').slice(0, longestName);
  }
}
