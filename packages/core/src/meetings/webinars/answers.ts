import { z } from 'zod';
import { type FailureDetail, requestInvalid } from '../../kernel/errors.ts';
import { id } from '../../kernel/shapes.ts';
import type { RegistrationAnswer } from './registration.ts';
import type { Question } from './webinar-settings.ts';

const longest = { short_text: 200, long_text: 2000, single_choice: 120, multiple_choice: 120, checkbox: 0 };
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
const control = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/;

export const answersInput = () =>
  z
    .array(
      z.strictObject({
        questionId: id().describe('The id of the question.'),
        value: z
          .union([z.string().max(10_000), z.array(z.string().max(1000)).max(30), z.boolean()])
          .describe('Text, a list of options for multiple_choice, true or false for checkbox.'),
      }),
    )
    .max(20)
    .default([])
    .describe('Answers to the questions of the webinar.');
export type AnswersInput = z.output<ReturnType<typeof answersInput>>;

type Checked = { readonly value: RegistrationAnswer['value'] | null } | { readonly fault: string };

/**
 * The answers with the current wording of the questions (MTG-85), in the order of the questions. Throws with every fault
 * at once. An empty text or list is no answer.
 */
export function checkedAnswers(
  questions: readonly Question[],
  given: AnswersInput,
): readonly RegistrationAnswer[] {
  const faults: FailureDetail[] = [];
  const fault = (path: string, code: string) => faults.push({ path, code, message: sentences[code] ?? '' });
  given.forEach(({ questionId }, index) => {
    const isKnown = questions.some((question) => question.id === questionId);
    const isFirst = given.findIndex((other) => other.questionId === questionId) === index;
    if (!isKnown || !isFirst) fault(`/answers/${index}/questionId`, 'answer.unknown_question');
  });

  const answers = questions.flatMap((question): RegistrationAnswer[] => {
    const index = given.findIndex(({ questionId }) => questionId === question.id);
    const checked = index < 0 ? { value: null } : checkedAnswer(question, given[index]?.value ?? '');
    if ('fault' in checked) fault(`/answers/${index}/value`, checked.fault);
    else if (checked.value !== null)
      return [{ questionId: question.id, label: question.label, value: checked.value }];
    else if (question.required) fault(index < 0 ? '/answers' : `/answers/${index}/value`, 'answer.required');
    return [];
  });
  if (faults.length > 0) throw requestInvalid({ details: faults });
  return answers;
}

const sentences: Readonly<Record<string, string>> = {
  'answer.required': 'Answer every required question.',
  'answer.unknown_question': 'Answer each question of the webinar once; read it again for its questions.',
  'answer.not_an_option': 'Choose among the options of the question.',
  'answer.too_long': 'Give a shorter answer.',
};

function checkedAnswer({ type, options, required }: Question, value: RegistrationAnswer['value']): Checked {
  if (type === 'checkbox') {
    if (typeof value !== 'boolean') return { fault: 'answer.not_an_option' };
    // A required box has to be ticked.
    return { value: required && !value ? null : value };
  }
  if (type === 'multiple_choice') {
    if (!Array.isArray(value)) return { fault: 'answer.not_an_option' };
    const chosen = options.filter((option) => value.includes(option));
    if (value.some((each) => !options.includes(each))) return { fault: 'answer.not_an_option' };
    return { value: chosen.length === 0 ? null : chosen };
  }
  if (typeof value !== 'string') return { fault: 'answer.not_an_option' };
  const text = value.normalize('NFC').replaceAll('\r\n', '\n').trim();
  if (text === '') return { value: null };
  if (type === 'single_choice')
    return options.includes(text) ? { value: text } : { fault: 'answer.not_an_option' };
  if ([...text].length > longest[type]) return { fault: 'answer.too_long' };
  if (control.test(text) || (type === 'short_text' && text.includes('\n')))
    return { fault: 'answer.not_an_option' };
  return { value: text };
}
