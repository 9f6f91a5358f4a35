import { expect } from 'chai';
import { greetingOf, instantInWords, type MailContent, mailLanguage, renderMail } from './mail-template.ts';

const someContent = (changes: Partial<MailContent> = {}): MailContent => ({
  language: 'en',
  brand: null,
  subject: 'A subject',
  greeting: 'Hello Ann,',
  paragraphs: ['First.', 'Second.'],
  facts: [
    { label: 'When', value: 'Today' },
    { label: 'Where', value: 'Here' },
  ],
  code: null,
  question: null,
  action: { label: 'Open', url: 'https://app.example.com/?a=1&b=2#token' },
  quotation: { label: 'Description', text: 'one\n\ntwo' },
  footer: ['Why this came.'],
  ...changes,
});

describe('renderMail', () => {
  it('writes all of the content as text', () => {
    expect(renderMail(someContent()).text).to.equal(
      [
        'Hello Ann,',
        'First.',
        'Second.',
        'When: Today\nWhere: Here',
        'Open:\nhttps://app.example.com/?a=1&b=2#token',
        'Description:\n> one\n> \n> two',
        '-- \nWhy this came.\n',
      ].join('\n\n'),
    );
  });

  it('shows a code large in the picture of the mail, and on a line of its own as text', () => {
    const { text, html } = renderMail(someContent({ code: { label: 'Code', value: '048213' }, facts: [] }));

    expect(text).to.include('\n\nCode: 048213\n\n');
    expect(html).to.match(/font:700 32px[^>]+>048213</);
  });

  it('MTG-108: puts whose mail it is at its head, with a logo beside the name, and a question as links side by side', () => {
    const brand = { name: 'Clinic "A" & B', logoUrl: 'https://logos.example.com/a.png?s=1&t="2"' };
    const question = {
      text: 'Will you come?',
      answers: [
        { label: 'Yes', url: 'https://app.example.com/?a=1&answer=yes' },
        { label: 'No', url: 'https://app.example.com/?a=1&answer=no' },
      ],
    };
    const { text, html } = renderMail(someContent({ brand, question, facts: [], quotation: null }));

    expect(text.split('\n\n').slice(0, 6)).to.deep.equal([
      'Clinic "A" & B',
      'Hello Ann,',
      'First.',
      'Second.',
      'Will you come?\nYes: https://app.example.com/?a=1&answer=yes\nNo: https://app.example.com/?a=1&answer=no',
      'Open:\nhttps://app.example.com/?a=1&b=2#token',
    ]);
    expect(html)
      .to.include('<img src="https://logos.example.com/a.png?s=1&amp;t=&quot;2&quot;" alt=""')
      .and.include('Clinic &quot;A&quot; &amp; B</span>')
      .and.include('href="https://app.example.com/?a=1&amp;answer=no"')
      .and.not.include('>Chancery<');
    expect(renderMail(someContent()).html).to.include('>Chancery<').and.not.include('<img');
    const withoutLogo = renderMail(someContent({ brand: { ...brand, logoUrl: null } })).html;
    expect(withoutLogo).to.include('Clinic &quot;A&quot; &amp; B</span>').and.not.include('<img');
  });

  it('leaves out what a mail does not have', () => {
    const { text, html } = renderMail(someContent({ facts: [], action: null, quotation: null }));

    expect(text).to.equal('Hello Ann,\n\nFirst.\n\nSecond.\n\n-- \nWhy this came.\n');
    expect(html).to.not.match(/<a |<blockquote|<th /);
  });

  it('makes no markup of any text', () => {
    const hostile = `<img src=x onerror="alert('1')">&amp;`;
    const { html } = renderMail(
      someContent({
        subject: hostile,
        greeting: hostile,
        paragraphs: [hostile],
        facts: [{ label: hostile, value: hostile }],
        brand: { name: hostile, logoUrl: null },
        question: {
          text: hostile,
          answers: [{ label: hostile, url: `https://x.example/"onclick="${hostile}` }],
        },
        action: { label: hostile, url: `https://x.example/"onclick="${hostile}` },
        quotation: { label: hostile, text: hostile },
        footer: [hostile],
      }),
    );
    const escaped = '&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;amp;';

    expect(html).to.not.include('<img');
    expect(html).to.not.include('"onclick');
    expect(html.split(escaped)).to.have.length(17);
  });

  it('loads nothing from anywhere', () => {
    const { html } = renderMail(someContent());

    expect(html).to.not.match(/ src=|url\(|@import|<link|<script/);
    expect(html.match(/https?:[^"<]*/g)).to.deep.equal(
      Array.from({ length: 3 }, () => 'https://app.example.com/?a=1&amp;b=2#token'),
    );
  });

  it('has a subject of one line, and single lines where people gave names', () => {
    const broken = 'a\r\nBcc: b@x.example\u2028c\td\0';
    const { subject, text } = renderMail(
      someContent({ subject: broken, paragraphs: [broken], facts: [{ label: 'Name', value: broken }] }),
    );

    expect(subject).to.equal('a Bcc: b@x.example c d');
    expect(text.split('\n').filter((line) => line.includes('Bcc'))).to.deep.equal([
      'a Bcc: b@x.example c d',
      'Name: a Bcc: b@x.example c d',
    ]);
  });
});

describe('mailLanguage', () => {
  it('goes by the language alone and falls back to English', () => {
    expect(['de', 'de-CH', 'DE-at', 'en-US', 'fr', 'den', ''].map(mailLanguage)).to.deep.equal([
      'de',
      'de',
      'de',
      'en',
      'en',
      'en',
      'en',
    ]);
  });
});

describe('greetingOf', () => {
  it('does without a name', () => {
    expect([greetingOf('en', null), greetingOf('de', ''), greetingOf('de', 'Ann\nB')]).to.deep.equal([
      'Hello,',
      'Guten Tag,',
      'Guten Tag Ann B,',
    ]);
  });
});

describe('instantInWords', () => {
  it('says the time in UTC', () => {
    expect(
      ['en', 'de'].map((locale) => instantInWords(mailLanguage(locale), '2026-03-01T23:05:59.999Z')),
    ).to.deep.equal(['1 March 2026, 23:05 UTC', '1. März 2026, 23:05 UTC']);
  });
});
