import { expect } from 'chai';
import { pageLanguage } from './page-language.ts';

describe('the language of a page', () => {
  const cases = {
    'de-AT,de;q=0.9,en;q=0.8': 'de',
    'en-GB,en;q=0.9,de;q=0.8': 'en',
    'fr-FR, de;q=0.5, en;q=0.4': 'de',
    DE: 'de',
    'de;q=0, en;q=0.1': 'en',
    'ja, *;q=0.5': 'en',
    ';;;,q=': 'en',
    '': 'en',
  };
  for (const [accepted, language] of Object.entries(cases))
    it(`is ${language} for "${accepted}"`, () => {
      expect(pageLanguage({ headers: { 'accept-language': accepted } })).to.equal(language);
    });
});
