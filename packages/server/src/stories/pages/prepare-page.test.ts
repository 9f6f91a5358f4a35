import { expect } from 'chai';
import { pageStory } from '../testing/page-story.ts';
import { preparingStory } from '../testing/preparing-story.ts';
import { aContract, aTurnedContract } from '../testing/signing-samples.ts';

describe('preparing a document for signing on its page', () => {
  const story = pageStory();
  const sender = preparingStory(story);
  const { press, reaches, notes } = story;
  const page = () => story.visitor.page;
  const dialog = () => page().getByRole('dialog');

  it('a sender signs in, sees the document drawn, and says who takes part and in which order', async () => {
    const documentId = await sender.upload(aContract());
    await sender.opened(documentId);
    await reaches('Prepare: Rental agreement');
    await page().getByRole('group', { name: 'Page 1 of 2' }).scrollIntoViewIfNeeded();
    await page().locator('.textLayer').getByText('Rental agreement, page 1').waitFor({ state: 'attached' });
    expect(await story.visitor.findings('prepare-empty')).to.deep.equal([]);

    await press('Add a person');
    await dialog().getByRole('button', { name: 'Save' }).click();
    expect(await dialog().getByText('Fill in this field.').count()).to.equal(2);
    expect(await story.visitor.findings('prepare-person')).to.deep.equal([]);
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await sender.add('Ann Example', 'ann@example.com');
    await notes('Ann Example is saved.');
    await sender.add('Bob Boss', 'bob@example.com', async () => {
      await dialog().getByLabel('Approves, without a signature').check();
      await dialog().getByLabel('The link, and a code by e-mail').check();
      await dialog().getByText('Language, and a line to this person alone').click();
      await dialog().getByLabel('Deutsch').check();
    });
    await sender.add('Carl Copy', 'carl@example.com', () =>
      dialog().getByLabel('Gets a copy at the end').check(),
    );
    await page().getByRole('radio', { name: 'One after the other' }).check();
    await sender.sees('Step 2 · approves · code by e-mail · Deutsch');
    await press('Earlier: Bob Boss');
    await sender.sees('Step 2 · signs');
    expect(await story.visitor.findings('prepare-people')).to.deep.equal([]);
    await press('Remove Carl Copy');
    await notes('Carl Copy is removed.');

    const { signature, signers } = await sender.read(documentId);
    expect(signature?.signingOrder).to.equal('sequential');
    expect(
      signers.map(({ name, role, order, verification, language }) => ({
        name,
        role,
        order,
        verification,
        language,
      })),
    ).to.deep.equal([
      { name: 'Bob Boss', role: 'approver', order: 1, verification: 'email', language: 'de' },
      { name: 'Ann Example', role: 'signer', order: 2, verification: 'none', language: null },
    ]);
  });

  it('SIG-3: a code by SMS asks for a phone number that exists, in the dialog, and what was typed stays', async () => {
    const documentId = await sender.upload(aContract());
    await sender.opened(documentId);
    await press('Add a person');
    await dialog().getByLabel('Name', { exact: true }).fill('Ann Example');
    await dialog().getByLabel('E-mail address', { exact: true }).fill('ann@example.com');
    await dialog().getByLabel('The link, and a code by SMS').check();
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().getByText('A code by SMS needs the phone number.').waitFor();
    await dialog().getByLabel('Phone, for a code by SMS (optional)').fill('+49 12');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().getByText('Enter a phone number with the code of its country').waitFor();
    await dialog().getByLabel('Phone, for a code by SMS (optional)').fill('+49 1512 3456789');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await notes('Ann Example is saved.');

    const [ann] = (await sender.read(documentId)).signers;
    expect([ann?.name, ann?.phone, ann?.verification]).to.deep.equal([
      'Ann Example',
      '+4915123456789',
      'sms',
    ]);
  });

  it('SIG-1: a change of somebody else meanwhile is not overwritten; a new name of the document is no such change', async () => {
    const documentId = await sender.upload(aContract());
    await sender.opened(documentId);
    await sender.add('Ann Example', 'ann@example.com');
    await sender.ada.documents.updateDocument({ documentId, name: 'Rental agreement 2' });
    await sender.add('Bob Boss', 'bob@example.com');
    const both = await sender.read(documentId);
    expect(both.signers).to.have.length(2);

    const [ann] = both.signers.map(({ id, name, email }) => ({ id, name, email }));
    await sender.ada.signing.setDocumentSigners({ documentId, signers: ann === undefined ? [] : [ann] });
    await press('Change Bob Boss');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await page()
      .getByRole('dialog', { name: 'Somebody else has changed this' })
      .getByRole('button', { name: 'Cancel' })
      .click();
    await dialog().getByText('Somebody else has changed this document meanwhile').waitFor();
    expect((await sender.read(documentId)).signers).to.have.length(1);
  });

  /** A document with Ann, who signs, and Bob, who approves, on its page. */
  async function withPeople(pdf: Buffer): Promise<string> {
    const documentId = await sender.upload(pdf);
    await sender.ada.signing.setDocumentSigners({
      documentId,
      signers: [
        { name: 'Ann Example', email: 'ann@example.com' },
        { name: 'Bob Boss', email: 'bob@example.com', role: 'approver' },
      ],
    });
    await sender.opened(documentId);
    await page().locator('.sheet canvas').first().waitFor();
    await page().locator('.placing').scrollIntoViewIfNeeded();
    return documentId;
  }
  const field = (name: RegExp) => page().locator('.placed').getByRole('button', { name });
  const scrollTo = (number: number) =>
    page()
      .locator('.sheet')
      .nth(number - 1)
      .evaluate((sheet) => sheet.scrollIntoView({ block: 'start' }));

  it('by mouse: a rectangle is drawn, a press puts a field of the usual size, and both are stored as they lie, also on a page that is turned and cropped', async () => {
    await page().setViewportSize({ width: 1100, height: 900 });
    const documentId = await withPeople(aTurnedContract());
    await scrollTo(1);
    await sender.choose('Signature');
    await sender.draw(1, [0.12, 0.3], [0.45, 0.36]);
    await field(/^Signature · Ann Example, page 1, required$/).waitFor();
    expect(await story.visitor.findings('prepare-chosen')).to.deep.equal([]);

    await sender.choose('Done');
    await sender.choose('Text');
    expect(await story.visitor.findings('prepare-armed')).to.deep.equal([]);
    await scrollTo(2);
    await sender.draw(2, [0.2, 0.25], [0.6, 0.31]);

    await sender.choose('Done');
    await page().getByLabel('For whom?').selectOption('Bob Boss');
    expect(await page().getByRole('button', { name: 'Signature', exact: true }).isVisible()).to.equal(false);
    await sender.choose('Tick box');
    const { x, y } = await sender.spot(2, 0.5, 0.6);
    await page().mouse.click(x, y);
    await sender.stored();

    const { fields, signers } = await sender.read(documentId);
    const [ann, bob] = signers;
    expect(fields.map(({ kind, page: number, signerId }) => [kind, number, signerId])).to.deep.equal([
      ['signature', 1, ann?.id],
      ['text', 2, ann?.id],
      ['checkbox', 2, bob?.id],
    ]);
    // The pages are 595 by 842 points and, turned and cropped, 700 by 500.
    expectNear(fields[0], { x: 0.12, y: 0.3, width: 0.33, height: 0.06 }, [595, 842]);
    expectNear(fields[1], { x: 0.2, y: 0.25, width: 0.4, height: 0.06 }, [700, 500]);
    expectNear(
      fields[2],
      { x: 0.5 - 7 / 700, y: 0.6 - 7 / 500, width: 14 / 700, height: 14 / 500 },
      [700, 500],
    );
  });

  it('by mouse: a field is moved, also to another page, drawn larger at its corner, removed, and brought back', async () => {
    await page().setViewportSize({ width: 1100, height: 1800 });
    const documentId = await withPeople(aTurnedContract());
    await scrollTo(1);
    await sender.choose('Date');
    await sender.draw(1, [0.5, 0.7], [0.7, 0.73]);
    await sender.draw(1, [0.6, 0.715], [0.5, 0.815]);
    const grip = await page().locator('.grip.se').boundingBox();
    const from = { x: (grip?.x ?? 0) + (grip?.width ?? 0) / 2, y: (grip?.y ?? 0) + (grip?.height ?? 0) / 2 };
    const { width = 0, height = 0 } = (await page().locator('.sheet').first().boundingBox()) ?? {};
    await page().mouse.move(from.x, from.y);
    await page().mouse.down();
    await page().mouse.move(from.x + 20, from.y + 10);
    await page().mouse.move(from.x + width * 0.1, from.y + height * 0.02);
    await page().mouse.up();
    await sender.stored();
    const [moved] = (await sender.read(documentId)).fields;
    expectNear(moved, { x: 0.4, y: 0.8, width: 0.3, height: 0.05 }, [595, 842]);

    // From its middle to the middle of the second page, where it is as large in points.
    const start = await sender.spot(1, 0.55, 0.825);
    const end = await sender.spot(2, 0.5, 0.2);
    await page().mouse.move(start.x, start.y);
    await page().mouse.down();
    await page().mouse.move(start.x, start.y + 30);
    await page().mouse.move(end.x, end.y);
    await page().mouse.up();
    await sender.stored();
    const [onSecond] = (await sender.read(documentId)).fields;
    expect(onSecond?.page).to.equal(2);
    expect(onSecond?.id).to.equal(moved?.id);
    const [wide, high] = [(0.3 * 595) / 700, (0.05 * 842) / 500];
    expectNear(onSecond, { x: 0.5 - wide / 2, y: 0.2 - high / 2, width: wide, height: high }, [700, 500]);

    await sender.choose('Remove');
    expect(await page().locator('.placed').count()).to.equal(0);
    await sender.stored();
    expect((await sender.read(documentId)).fields).to.deep.equal([]);
    await sender.choose('Undo');
    await field(/^Date · Ann Example, page 2, required$/).waitFor();
    await sender.stored();
    expect((await sender.read(documentId)).fields).to.have.length(1);
  });

  it('what a field is called, begins with and asks for is set in its settings', async () => {
    const documentId = await withPeople(aContract());
    await scrollTo(1);
    await sender.choose('Text');
    await press('Put it on page 1');
    await sender.choose('Settings');
    await dialog().getByLabel('What is it called? (optional)').fill('Place of birth');
    await dialog().getByLabel('It must be filled in').uncheck();
    await dialog().getByLabel('Filled in already (optional)').fill('Kiel');
    await dialog().getByLabel('Size of the letters, in points').fill('5');
    await dialog().getByRole('button', { name: 'Apply' }).click();
    await dialog().getByText('Enter a number from 6 to 24.').waitFor();
    await dialog().getByLabel('Size of the letters, in points').fill('12');
    await dialog().getByLabel('Page', { exact: true }).fill('2');
    expect(await story.visitor.findings('prepare-settings')).to.deep.equal([]);
    await dialog().getByRole('button', { name: 'Apply' }).click();
    await field(/^Place of birth · Ann Example, page 2, optional$/).waitFor();
    await sender.stored();

    const [stored] = (await sender.read(documentId)).fields;
    expect(stored).to.include({
      kind: 'text',
      page: 2,
      label: 'Place of birth',
      required: false,
      defaultValue: 'Kiel',
      fontSize: 12,
      multiline: false,
    });
  });
});

type Place = Readonly<Record<'x' | 'y' | 'width' | 'height', number>>;

/** Every edge lies within half a point of where it was drawn. */
function expectNear(
  found: Place | undefined,
  expected: Place,
  [wide, high]: readonly [number, number],
): void {
  const edges = ({ x, y, width, height }: Place) => [
    x * wide,
    y * high,
    (x + width) * wide,
    (y + height) * high,
  ];
  for (const [at, edge] of edges(expected).entries())
    expect(found === undefined ? Number.NaN : edges(found)[at], `edge ${at}`).to.be.closeTo(edge, 0.5);
}
