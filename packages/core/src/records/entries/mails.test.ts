import { noteOffice } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

/** To whom a mail went and what its subject was, of all that follow from the work. */
async function mailsOf(work: (office: Awaited<ReturnType<typeof noteOffice>>) => Promise<unknown>) {
  const office = await noteOffice();
  await office.worker.drain();
  office.ports.mail.sent.length = 0;
  await work(office);
  await office.worker.drain();
  return office.ports.mail.sent.map(({ to, subject }) => `${to.name}: ${subject}`).sort();
}

describe('mails about entries', () => {
  it('tell reviewers and leads that an entry was submitted, by the number of its case alone', async () => {
    const mails = await mailsOf(async ({ begin, submit }) => {
      const { id } = await begin({ title: 'A secret title' });
      await submit(id);
    });

    expect(mails).to.deep.equal([
      'Bo: An entry of C-2026-000001 waits for a review',
      'Gus: An entry of C-2026-000001 waits for a review',
    ]);
  });

  it('tell nobody who does not see the entry, and nobody where its author approves', async () => {
    const mails = await mailsOf(async ({ begin, submit, template, clear, cy, records }) => {
      await clear(cy, 32);
      const hidden = await begin({ confidentiality: 'safeguarding', purposeOfUse: 'treatment' });
      await records.submitEntry({ artifactId: hidden.id, purposeOfUse: 'treatment' }, cy.session);
      const { id: templateId } = await template({ reviewPolicy: 'author' });
      const own = await begin({ templateId, body: undefined, sections: { findings: 'x' } });
      await submit(own.id);
    });

    expect(mails).to.deep.equal([]);
  });

  it('tell the author that an entry was returned or approved, unless it has moved on, and of a draft that was taken', async () => {
    const returned = await mailsOf(async ({ begin, submit, sendBack, worker, ports }) => {
      const { id } = await begin();
      await submit(id);
      await worker.drain();
      ports.mail.sent.length = 0;
      await sendBack(id);
    });
    const approved = await mailsOf(async ({ begin, submit, sendBack, approve, worker, ports }) => {
      const { id } = await begin();
      await submit(id);
      await worker.drain();
      ports.mail.sent.length = 0;
      await sendBack(id);
      await submit(id);
      await approve(id);
    });
    const taken = await mailsOf(async ({ begin, write, bo }) => {
      const { id } = await begin();
      await write(id, { takeOver: { reason: 'Cy has left.' } }, bo);
    });

    expect(returned).to.deep.equal(['Cy: An entry of C-2026-000001 was returned to you']);
    expect(approved).to.deep.equal(['Cy: An entry of C-2026-000001 was approved']);
    expect(taken).to.deep.equal(['Cy: A draft of C-2026-000001 was taken over']);
  });
});
