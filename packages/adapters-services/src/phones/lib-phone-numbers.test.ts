import { expect } from 'chai';
import { libPhoneNumbers } from './lib-phone-numbers.ts';

describe('libPhoneNumbers', () => {
  const numbers: Readonly<Record<string, string | null>> = {
    '+49 30 901820': '+4930901820',
    '+1 (415) 555-2671': '+14155552671',
    '+44 20 7946 0958': '+442079460958',
    // Without the code of a country nobody knows whose number it is.
    '030 901820': null,
    '+49 0': null,
    // No telephone of the country can have it.
    '+1 415 055 2671': null,
    '+999 123456': null,
    '+49 30 901820 ext. 7': null,
    'call +49 30 901820': null,
    '+49 30 901820 at night': null,
    '': null,
  };
  for (const [text, number] of Object.entries(numbers))
    it(`SIG-3: reads ${JSON.stringify(text)} as ${number ?? 'no number'}`, () => {
      expect(libPhoneNumbers.parse(text)).to.equal(number);
    });

  it('SIG-3: reads what it has written as the same number', () => {
    for (const number of Object.values(numbers))
      if (number !== null) expect(libPhoneNumbers.parse(number)).to.equal(number);
  });
});
