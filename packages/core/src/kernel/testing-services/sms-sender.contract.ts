import { expect } from 'chai';
import type { SmsSender } from '../ports.ts';

export interface DeliveredSms {
  readonly to: string;
  readonly text: string;
}

export interface SmsSenderWorld {
  readonly sender: SmsSender;
  /** What has arrived, oldest first. */
  delivered(): Promise<readonly DeliveredSms[]>;
  close(): Promise<void>;
}

/** The promises of `SmsSender`. */
export function smsSenderContract(adapter: string, open: () => Promise<SmsSenderWorld>): void {
  describe(`SmsSender on ${adapter}`, () => {
    let world: SmsSenderWorld;
    beforeEach(async () => {
      world = await open();
    });
    afterEach(() => world.close());

    it('delivers each message to its number, whatever the text holds', async () => {
      const text = 'Ihr Code: 1234 & 5678 = "grün" + 日本\nZweite Zeile';

      await world.sender.send({ key: 'code/1', to: '+491701234567', text });
      await world.sender.send({ key: '../code:2', to: '+15005550006', text: 'second' });

      expect(await world.delivered()).to.deep.equal([
        { to: '+491701234567', text },
        { to: '+15005550006', text: 'second' },
      ]);
    });
  });
}
