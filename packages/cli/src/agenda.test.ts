import { expect } from 'chai';
import { type AgendaEntry, agendaRows, narrowAgenda } from './agenda.ts';

const plain = (_: string, text: string) => text;
const joinUrl = 'https://chancery.example.org/join/kwmtf-hprzd?session=01900000-0000-7000-8000-000000000000';
const entry = (title: string, day: number): AgendaEntry => ({
  id: `occ_${day}`,
  meetingId: 'mtg_1',
  title,
  startsAt: `2026-11-${day}T12:30:00Z`,
  endsAt: `2026-11-${day}T13:30:00Z`,
  localStart: `2026-11-${day}T13:30:00`,
  timeZone: 'Europe/Berlin',
  durationMinutes: 60,
  status: 'scheduled',
  myStatus: 'accepted',
  joinUrl: `${joinUrl}${day}`,
  updatedAt: '2026-11-20T09:00:00Z',
  version: 1,
});

describe('the agenda at a terminal', () => {
  const rows = agendaRows([entry('Weekly review', 23), entry('Board of the Harbour Society', 24)]);

  it('keeps the whole address to join at on a line of its own where the table is too wide', () => {
    const { text = '', hiddenColumns } = narrowAgenda(rows, 80, plain) ?? {};
    const lines = text.split('\n');

    expect(lines).to.have.length(5);
    expect(lines[0])
      .to.match(/^day +start +title/)
      .and.not.include('join');
    expect(lines[1]).to.match(/^Mon 2026-11-23 +13:30 +Weekly/);
    expect([lines[2], lines[4]]).to.deep.equal([`  ${joinUrl}23`, `  ${joinUrl}24`]);
    expect(lines.filter((line) => line.length > 80 && !line.startsWith('  https'))).to.deep.equal([]);
    expect(hiddenColumns).to.not.include('join');
  });

  it('leaves the address in the table where there is room for it', () => {
    expect(narrowAgenda(rows, 250, plain)).to.equal(null);
    expect(narrowAgenda(rows, Number.POSITIVE_INFINITY, plain)).to.equal(null);
  });
});
