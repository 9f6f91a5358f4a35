import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { sampleFacts, sampleLink, sampleMails } from './sample-mails.ts';

const core = new URL('../', import.meta.url);

/** The templates of the platform: what each file of a folder `mails` exports under a name that ends so. */
const templates = readdirSync(core, { recursive: true, encoding: 'utf8' })
  .filter((name) => /^(?!meetings).*\/mails\/[\w-]+(?<!\.test)\.ts$/.test(name))
  .flatMap((name) => {
    const source = readFileSync(new URL(name, core), 'utf8');
    return [...source.matchAll(/^export (?:function|const) (\w+Mail)\b(?!<)/gm)].map(
      ([, found = '']) => found,
    );
  })
  .filter((name) => name !== 'sessionMail');
/** Of these recipients only the address is known, so that no name is greeted. */
const nameless = ['noticeMail-outside'];
const [english, german] = [sampleMails('en'), sampleMails('de-AT')];

describe('the mails of the platform', () => {
  it('there is a sample of every template', () => {
    const sampled = Object.keys(english).map((name) => name.split('-')[0]);
    expect(templates).to.have.length.above(25);
    expect(sampled).to.include.members(templates);
  });

  for (const [name, mail] of Object.entries(english)) {
    const translation = german[name];

    it(`${name} has text and HTML, in English and in German`, () => {
      for (const [language, told] of [
        ['en', mail],
        ['de', translation],
      ] as const) {
        expect(told?.html)
          .to.include(`<html lang="${language}">`)
          .and.to.not.match(/\bundefined\b|\[object/);
        expect(told?.text)
          .to.have.length.above(80)
          .and.to.not.match(/\bundefined\b|\[object|<\w+/);
        expect(told?.subject).to.match(/^[^\r\n]{8,120}$/);
      }
      // Mail to people outside begins with the name of the workspace.
      const greetingOf = (text = '') => text.replace(`${sampleFacts.workspaceName}\n\n`, '').split('\n')[0];
      const named = nameless.includes(name) ? '' : ` ${sampleFacts.recipientName}`;
      expect(greetingOf(mail.text)).to.equal(`Hello${named},`);
      expect(greetingOf(translation?.text)).to.equal(`Guten Tag${named},`);
      expect(translation?.subject).to.not.equal(mail.subject);
    });

    it(`${name} holds no secret but its link, and loads nothing`, () => {
      for (const told of [mail, translation]) {
        const links = [...(told?.html ?? '').matchAll(/(?:href|src|url\()=?"?([^">)]+)/g)].map(
          ([, to]) => to,
        );
        expect(new Set(links)).to.satisfy((all: Set<string>) => [...all].every((to) => to === sampleLink));
        expect(told?.html).to.not.match(/<(script|img|iframe|link|form|object)\b/);
        for (const form of [told?.html ?? '', told?.text ?? ''])
          expect(form.replaceAll(sampleLink, '')).to.not.match(/token=|[\w-]{40,}/);
      }
    });
  }
});
