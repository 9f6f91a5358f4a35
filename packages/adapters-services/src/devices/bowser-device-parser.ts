import type { DeviceParser } from '@chancery/core';
import Bowser from 'bowser';

const longestUserAgent = 1024;
const longestName = 120;

export class BowserDeviceParser implements DeviceParser {
  describe(userAgent: string): string | null {
    // Bowser throws for an empty text, and its patterns need not see more than a usual header contains.
    const text = userAgent.slice(0, longestUserAgent).trim();
    if (text === '') return null;

    const { browser, os } = Bowser.parse(text);
    if (!browser.name || !os.name) return null;
    // If Bowser does not know a name, it returns a piece of the header itself.
    return `${browser.name} on ${os.name}`.replace(/\p{Cc}+/gu, ' ').slice(0, longestName);
  }
}
