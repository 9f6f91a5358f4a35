import { faultsOf } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { webinarInput, webinarSettingsOf } from './webinar-settings.ts';

let made = 0;
const newId = () => {
  made += 1;
  return `00000000-0000-7000-8000-${String(made).padStart(12, '0')}`;
};
const settingsOf = (input: object, before: Parameters<typeof webinarSettingsOf>[1] = null) =>
  webinarSettingsOf(webinarInput().parse(input), before, { newId });
const question = { label: 'Why?', type: 'short_text' };

describe('webinarSettingsOf', () => {
  it('starts from the defaults', () => {
    expect(settingsOf({})).to.deep.equal({
      registrationMode: 'automatic',
      registrationOpensAt: null,
      registrationClosesAt: null,
      capacity: null,
      waitlistEnabled: false,
      showRemaining: false,
      questions: [],
    });
  });

  it('MTG-21: changes only the fields that are sent; null is a value only for fields that allow it', () => {
    const before = settingsOf({ capacity: 10, showRemaining: true, questions: [question] });

    expect(settingsOf({ waitlistEnabled: true }, before)).to.deep.equal({ ...before, waitlistEnabled: true });
    expect(settingsOf({ capacity: null }, before).capacity).to.equal(null);
    for (const field of ['registrationMode', 'waitlistEnabled', 'showRemaining', 'questions'])
      expect(webinarInput().safeParse({ [field]: null }).success, field).to.equal(false);
  });

  it('replaces the questions; a question that is sent with its id keeps it', () => {
    const before = settingsOf({ questions: [question, { ...question, label: 'When?' }] });
    const [, when] = before.questions;

    const { questions } = settingsOf(
      {
        questions: [
          { ...question, label: 'New' },
          { ...when, label: 'When exactly?' },
        ],
      },
      before,
    );

    expect(questions.map(({ label }) => label)).to.deep.equal(['New', 'When exactly?']);
    expect(questions[1]?.id).to.equal(when?.id);
    expect(before.questions.map(({ id }) => id)).to.not.include(questions[0]?.id);
  });

  it('refuses unknown and repeated ids', async () => {
    const before = settingsOf({ questions: [question] });
    const [{ id } = { id: '' }] = before.questions;
    const stranger = { ...question, id: newId() };
    const faults = (input: object) => faultsOf((async () => settingsOf(input, before))());

    expect(await faults({ questions: [stranger, { ...question, id }, { ...question, id }] })).to.deep.equal([
      '/webinar/questions/0/id answer.unknown_question',
      '/webinar/questions/2/id answer.unknown_question',
    ]);
  });

  it('MTG-86: registration closes after it opens, at the earliest in the next moment', async () => {
    const at = '2026-12-01T09:00:00.000Z';
    const faults = (registrationClosesAt: string) =>
      faultsOf((async () => settingsOf({ registrationOpensAt: at, registrationClosesAt }))());

    expect(await faults(at)).to.deep.equal(['/webinar/registrationClosesAt range.reversed']);
    expect(await faults('2026-12-01T09:00:00.001Z')).to.deep.equal([]);
  });

  for (const { what, input } of [
    { what: 'a choice with one option', input: { ...question, type: 'single_choice', options: ['one'] } },
    {
      what: 'a choice with an option twice',
      input: { ...question, type: 'multiple_choice', options: ['a', 'a'] },
    },
    { what: 'options of a text', input: { ...question, options: ['a', 'b'] } },
  ])
    it(`refuses ${what}`, () => {
      expect(webinarInput().safeParse({ questions: [input] }).success).to.equal(false);
    });
});
