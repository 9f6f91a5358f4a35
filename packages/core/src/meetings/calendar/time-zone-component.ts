import ICAL from 'ical.js';
import type { TimeZoneRules } from '../../kernel/ports.ts';
import type { Instant } from '../../kernel/time.ts';

/**
 * The VTIMEZONE of a window of time (meetings 7.3), written from `TimeZoneRules`: one STANDARD part where nothing changes
 * in the window, else one more part per change.
 */
export function timeZoneComponent(zone: string, from: Instant, to: Instant, rules: TimeZoneRules): ICAL.Component {
  const component = new ICAL.Component('vtimezone');
  component.addPropertyWithValue('tzid', zone);
  const first = rules.offsetAt(from, zone);
  component.addSubcomponent(observance('standard', '1970-01-01T00:00:00', first, first));

  for (const { at, offsetBefore, offsetAfter } of rules.transitions(zone, from, to)) {
    const onset = new Date(Date.parse(at) + offsetBefore * 60_000).toISOString().slice(0, 19);
    component.addSubcomponent(observance(offsetAfter > offsetBefore ? 'daylight' : 'standard', onset, offsetBefore, offsetAfter));
  }
  return component;
}

function observance(name: 'standard' | 'daylight', onset: string, before: number, after: number): ICAL.Component {
  const part = new ICAL.Component(name);
  part.addPropertyWithValue('dtstart', ICAL.Time.fromDateTimeString(onset));
  part.addPropertyWithValue('tzoffsetfrom', ICAL.UtcOffset.fromSeconds(before * 60));
  part.addPropertyWithValue('tzoffsetto', ICAL.UtcOffset.fromSeconds(after * 60));
  return part;
}
