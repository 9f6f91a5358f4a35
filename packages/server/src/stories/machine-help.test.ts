import type { governance } from '@chancery/core';
import type { IntelligenceRun } from '@chancery/sdk';
import { expect } from 'chai';
import { ContainerModule } from 'inversify';
import { tokens } from '../tokens.ts';
import { type Installation, openInstallation } from './testing/installation.ts';
import { openPractice } from './testing/practice.ts';

const body = [
  'Ann lives with her mother. She moved to Bonn. She has no known allergy. Her mother works nearby.',
  'She likes the new school. She sleeps badly. I will call the school by 20 May 2026.',
  'We need to send the report to the court by 27 May 2026. She was away from 9 June 2026 to 2 June 2026.',
  'Her brother visits often.',
].join(' ');

/** A provider outside of the installation, which quotes one sentence that stands there and one that it has made up. */
const inventing: governance.IntelligenceProvider = {
  model: 'inventing-1',
  isExternal: true,
  run: async ({ versions }) =>
    versions.slice(0, 1).flatMap(({ artifactId, versionNumber, text }) =>
      ['She sleeps badly.', 'She was seen drinking.'].map((exact) => {
        const start = text.includes(exact) ? [...text.slice(0, text.indexOf(exact))].length : 0;
        return {
          ...{ kind: 'summary' as const, text: exact, data: null, confidence: 0.9 },
          citations: [{ artifactId, versionNumber, start, end: start + exact.length, exact }],
        };
      }),
    ),
};

describe('governance 15, walk-through 9: machine help, human word', () => {
  let installation: Installation;
  let practice: Awaited<ReturnType<typeof openPractice>>;
  before(async () => {
    const outside = new ContainerModule(({ onActivation }) => {
      onActivation(tokens.intelligence, (_, { local }) => ({ local, external: inventing }));
    });
    installation = await openInstallation({}, { modules: [outside], startsAt: '2026-05-04T10:00:00.000Z' });
    practice = await openPractice(installation);
    await practice.signed({ title: 'Interview', body });
  });
  after(() => installation?.close());

  const ofKind = (run: IntelligenceRun, kind: IntelligenceRun['kinds'][number]) =>
    run.findings.filter((finding) => finding.kind === kind);

  it('governance 15, walk-through 9: of what the rules of the machine propose only what a person accepts becomes anything', async () => {
    const { cy, recordCase } = practice;
    const caseId = recordCase.id;

    const { run } = await cy.governance.runRecordIntelligence({
      ...{ caseId, kinds: ['summary', 'timeline', 'follow_up_candidates', 'inconsistencies'] },
    });

    expect(run.status).to.equal('needs_review');
    expect(run.kinds.map((kind) => ofKind(run, kind).length)).to.deep.equal([8, 5, 2, 1]);
    for (const { artifactId, start, end, exact } of run.findings.flatMap(({ citations }) => citations)) {
      const { contentText } = (await cy.records.getEntry({ artifactId })).entry;
      expect([...(contentText ?? '')].slice(start, end).join('')).to.equal(exact);
    }
    expect((await cy.records.listFollowUps({ caseId })).followUps).to.deep.equal([]);

    const [accepted] = ofKind(run, 'follow_up_candidates');
    const [edited] = ofKind(run, 'summary');
    const decided = [accepted?.id ?? '', edited?.id ?? ''];
    const reviewed = await cy.governance.reviewRecordIntelligence({
      runId: run.id,
      decisions: [
        { findingId: decided[0] ?? '', decision: 'accepted', createFollowUp: true },
        { findingId: decided[1] ?? '', decision: 'edited', editedText: 'Ann lives with her mother in Bonn.' },
        ...run.findings
          .filter(({ id }) => !decided.includes(id))
          .map(({ id }) => ({ findingId: id, decision: 'rejected' as const })),
      ],
    });

    expect(reviewed.run.status).to.equal('reviewed');
    expect(reviewed.created.map(({ kind }) => kind)).to.deep.equal(['follow_up']);
    const { followUps } = await cy.records.listFollowUps({ caseId });
    expect(followUps.map(({ id, source }) => [id, source.kind, source.sourceId])).to.deep.equal([
      [reviewed.created[0]?.id, 'intelligence', run.id],
    ]);
  });

  it('governance 15, walk-through 9: a provider outside that makes up a quotation loses that finding, and no other', async () => {
    const { ada, cy, recordCase } = practice;
    await ada.governance.updateRecordSettings({ intelligence: { externalEnabled: true } });

    const { run } = await cy.governance.runRecordIntelligence({
      ...{ caseId: recordCase.id, kinds: ['summary'], provider: 'external' },
    });
    await installation.mails();

    const { runs } = await cy.governance.listRecordIntelligence({ caseId: recordCase.id });
    const done = runs.find(({ id }) => id === run.id);
    expect(done?.findings.map(({ text }) => text)).to.deep.equal(['She sleeps badly.']);
    expect([done?.status, done?.droppedFindings]).to.deep.equal(['needs_review', 1]);
  });
});
