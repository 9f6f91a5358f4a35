import { expect } from 'chai';
import { present } from './presentation.ts';

const manner = { width: 80, style: (_: string, text: string) => text, viewpoint: null };
const run = {
  id: 'run-1',
  status: 'needs_review',
  provider: 'local',
  model: 'rules\u001b[2J',
  droppedFindings: 1,
  excludedByLabel: 2,
  error: null,
  findings: [
    {
      id: 'finding-1',
      kind: 'follow_up_candidates',
      text: 'We will call the school by Friday.\u0007',
      editedText: null,
      data: { title: 'Call the school', dueOn: '2026-05-08', priority: 'high' },
      confidence: 0.6,
      decision: 'proposed',
      citations: [
        {
          artifactId: 'entry-1',
          versionNumber: 2,
          start: 26,
          end: 60,
          exact: 'We will call the school by Friday.',
        },
      ],
      result: null,
    },
    {
      ...{ id: 'finding-2', kind: 'summary', text: 'She is well.', editedText: 'She is quite well.' },
      ...{ data: null, confidence: 0.5, decision: 'edited', citations: [] },
      result: { kind: 'follow_up', id: 'follow-up-1' },
    },
  ],
};
const text = `run-1  needs_review, by local rules [2J: 2 findings, 1 dropped, 2 entries left out for their labels

follow_up_candidates  proposed  0.6  finding-1
  We will call the school by Friday.\u0020
  Call the school, 2026-05-08, high
  > “We will call the school by Friday.” entry entry-1, version 2, 26–60

summary  edited  0.5  finding-2
  She is quite well.
  = follow_up follow-up-1`;

describe('findings, at a terminal', () => {
  it('are shown with the places that they are drawn from, and without control characters', () => {
    expect(present({ run, created: [] }, manner)).to.deep.equal({ text, notes: [] });
  });

  it('are shown run by run in a list, which says that there are more', () => {
    const shown = present({ runs: [run, run], count: 2, nextCursor: 'next' }, manner);
    expect(shown.text).to.equal(`${text}\n\n${text}`);
    expect(shown.notes).to.deep.equal(['There are more: repeat with --cursor next, or use --all.']);
  });

  it('are a table where columns are asked for', () => {
    const shown = present({ runs: [run], count: 1 }, { ...manner, columns: ['id', 'status'] });
    expect(shown.text).to.equal('id     status\nrun-1  needs_review');
  });
});
