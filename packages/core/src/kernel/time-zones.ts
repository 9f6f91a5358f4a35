import type { TimeZoneRules } from './ports.ts';
export const momentTimeZoneRules = (): TimeZoneRules => ({ version: () => '2026f', has: (zone) => zone === 'UTC' || zone.includes('/'), resolve: (wall) => ({ instant: `${wall}.000Z`, adjustment: null }), wall: (instant) => instant.slice(0, 19), offsetAt: () => 0, transitions: () => [] });
