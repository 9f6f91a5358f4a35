import { expect } from 'chai';
import type { CDPSession } from 'playwright-core';
import { storyPassword } from '../testing/installation.ts';
import { pageStory } from '../testing/page-story.ts';
import { preparingStory } from '../testing/preparing-story.ts';
import { aContract } from '../testing/signing-samples.ts';
import { signatureField } from '../testing/signing-story.ts';

type Spot = { readonly x: number; readonly y: number };

describe('preparing a document on a phone, in German', () => {
  const story = pageStory();
  const sender = preparingStory(story);
  const page = () => story.visitor.page;
  const field = (name: RegExp) => page().locator('.placed').getByRole('button', { name });
  let fingers: CDPSession;

  async function prepared(): Promise<string> {
    const documentId = await sender.upload(aContract());
    await sender.ada.signing.setDocumentSigners({
      documentId,
      signers: [{ key: 'ann', name: 'Ann Example', email: 'ann@example.com' }],
      fields: [signatureField('ann', { y: 0.3, x: 0.2 })],
    });
    return documentId;
  }
  async function opened(documentId: string, width: number): Promise<void> {
    await story.visitAnew('de-DE', { hasTouch: true, isMobile: true });
    await page().setViewportSize({ width, height: 740 });
    await story.open(`/documents/prepare/${documentId}`);
    await story.fill('E-Mail-Adresse', 'ada@example.com');
    await story.fill('Passwort', storyPassword);
    await story.press('Anmelden');
    await page().locator('.sheet canvas').first().waitFor();
    fingers = await page().context().newCDPSession(page());
    await page()
      .locator('.sheet')
      .first()
      .evaluate((sheet) => sheet.scrollIntoView({ block: 'start' }));
  }
  /** One finger, from one point of the screen to another. */
  async function swipe(from: Spot, to: Spot): Promise<void> {
    const steps = 6;
    await fingers.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] });
    for (let step = 1; step <= steps; step += 1) {
      const at = (part: 'x' | 'y') => from[part] + ((to[part] - from[part]) * step) / steps;
      const touchPoints = [{ x: at('x'), y: at('y') }];
      await fingers.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints });
    }
    await fingers.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await stillness();
  }
  /** What a finger has pushed goes on for a while: ends once the sheet has stood still for ten frames. */
  const stillness = () =>
    page().evaluate(`new Promise((resolve) => {
      const look = (last, frames) => {
        const { top } = document.querySelector('.sheet').getBoundingClientRect();
        if (top === last && frames === 10) resolve();
        else requestAnimationFrame(() => look(top, top === last ? frames + 1 : 0));
      };
      look(Number.NaN, 0);
    })`);
  const stored = async (documentId: string) => {
    await page().locator('.place-state').getByText('Alles ist gespeichert.').waitFor();
    return (await sender.read(documentId)).fields;
  };

  for (const width of [320, 390])
    it(`on ${width} pixels a finger puts a field, draws one, and moves only what was chosen`, async () => {
      const documentId = await prepared();
      await opened(documentId, width);
      expect(await story.visitor.findings(`prepare-phone-${width}`)).to.deep.equal([]);

      // Who scrolls over a field leaves it where it is.
      const resting = await sender.spot(1, 0.3, 0.325);
      await swipe(resting, { x: resting.x, y: resting.y - 120 });
      expect((await stored(documentId))[0]?.y).to.be.closeTo(0.3, 0.001);
      await page()
        .locator('.sheet')
        .first()
        .evaluate((sheet) => sheet.scrollIntoView({ block: 'start' }));

      await field(/^Unterschrift · Ann Example/).tap();
      const chosen = await sender.spot(1, 0.3, 0.325);
      const down = await sender.spot(1, 0.4, 0.425);
      await swipe(chosen, down);
      const [moved] = await stored(documentId);
      expect([moved?.x, moved?.y].map((part) => Math.round((part ?? 0) * 100))).to.deep.equal([30, 40]);

      await sender.choose('Fertig');
      await sender.choose('Datum');
      await page()
        .locator('.sheet')
        .first()
        .evaluate((sheet) => sheet.scrollIntoView({ block: 'start' }));
      const spot = await sender.spot(1, 0.5, 0.2);
      await page().touchscreen.tap(spot.x, spot.y);
      await field(/^Datum · Ann Example, Seite 1, Pflichtfeld$/).waitFor();

      await sender.choose('Fertig');
      await sender.choose('Text');
      await swipe(await sender.spot(1, 0.2, 0.55), await sender.spot(1, 0.6, 0.56));
      await field(/^Text · Ann Example/).waitFor();
      const fields = await stored(documentId);
      expect(fields.map(({ kind }) => kind).toSorted()).to.deep.equal(['date', 'signature', 'text']);
      const text = fields.find(({ kind }) => kind === 'text');
      expect([text?.x, text?.width].map((part) => Math.round((part ?? 0) * 50))).to.deep.equal([10, 20]);
      expect(await story.visitor.findings(`prepare-phone-${width}-placed`)).to.deep.equal([]);
    });
});
