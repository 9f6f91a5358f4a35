import type { Chancery, GetDocumentResult } from '@chancery/sdk';
import { storyPassword } from './installation.ts';
import type { PageStory } from './page-story.ts';
import { peopleOf } from './people.ts';

/** A sender who prepares documents on the page for that, and what the story reads beside the page. */
export interface PreparingStory {
  readonly ada: Chancery;
  upload(pdf: Uint8Array, name?: string): Promise<string>;
  read(documentId: string): Promise<GetDocumentResult>;
  /** Opens the page of a document and signs in there. */
  opened(documentId: string): Promise<void>;
  /** Adds a person on the page. */
  add(name: string, email: string, more?: () => Promise<unknown>): Promise<void>;
  /** Chooses what is to be placed, by the name of its button. */
  choose(kind: string): Promise<void>;
  /** Where a point of a page is on the screen, given in fractions of the page; whoever asks has scrolled there. */
  spot(page: number, x: number, y: number): Promise<{ readonly x: number; readonly y: number }>;
  /** Draws with the mouse from one point of a page to another. */
  draw(page: number, from: readonly [number, number], to: readonly [number, number]): Promise<void>;
  /** Waits until everything on the page is stored. */
  stored(): Promise<void>;
  /** Waits until a text is on the page. */
  sees(text: string | RegExp): Promise<unknown>;
}

export function preparingStory(story: PageStory, address = 'ada@example.com'): PreparingStory {
  const { open, press, fill } = story;
  let ada: Chancery;
  before(async () => {
    ada = await peopleOf(story.installation).registerVerified(address, 'Ada Agent');
  });
  const page = () => story.visitor.page;
  const dialog = () => page().getByRole('dialog');
  async function spot(number: number, x: number, y: number) {
    const sheet = page()
      .locator('.sheet')
      .nth(number - 1);
    const box = await sheet.boundingBox();
    if (box === null) throw new Error(`Page ${number} is not shown`);
    return { x: box.x + x * box.width, y: box.y + y * box.height };
  }
  return {
    get ada() {
      return ada;
    },
    async upload(pdf, name = 'Rental agreement') {
      const file = new Blob([new Uint8Array(pdf)], { type: 'application/pdf' });
      const { document } = await ada.documents.uploadDocument({ file, name });
      // Whoever looks into the file does it in the background.
      await story.installation.mails();
      return document.id;
    },
    read: (documentId) => ada.documents.getDocument({ documentId }),
    async opened(documentId) {
      await open(`/documents/prepare/${documentId}`);
      await fill('E-mail address', address);
      await fill('Password', storyPassword);
      await press('Sign in');
    },
    async add(name, email, more = async () => undefined) {
      await press('Add a person');
      await dialog().getByLabel('Name', { exact: true }).fill(name);
      await dialog().getByLabel('E-mail address', { exact: true }).fill(email);
      await more();
      await dialog().getByRole('button', { name: 'Save' }).click();
      await dialog().waitFor({ state: 'detached' });
    },
    choose: (kind) => page().locator('.place-bar').getByRole('button', { name: kind, exact: true }).click(),
    spot,
    async draw(number, from, to) {
      const start = await spot(number, ...from);
      await page().mouse.move(start.x, start.y);
      await page().mouse.down();
      const end = await spot(number, ...to);
      await page().mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2);
      await page().mouse.move(end.x, end.y);
      await page().mouse.up();
    },
    stored: () => page().locator('.place-state').getByText('Everything is saved.').waitFor(),
    sees: (text) => page().getByText(text).first().waitFor(),
  };
}
