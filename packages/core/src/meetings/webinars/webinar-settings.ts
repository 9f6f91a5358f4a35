import { z } from 'zod';
import { type FailureDetail, requestInvalid } from '../../kernel/errors.ts';
import { id, plannedInstant, shown, text, visibleName } from '../../kernel/shapes.ts';
import type { Instant } from '../../kernel/time.ts';

export const questionTypes = [
  'short_text',
  'long_text',
  'single_choice',
  'multiple_choice',
  'checkbox',
] as const;
export const registrationModes = ['automatic', 'approval'] as const;

/** What a registrant is asked (meetings 3.5). */
export interface Question {
  readonly id: string;
  readonly label: string;
  readonly type: (typeof questionTypes)[number];
  readonly required: boolean;
  /** The options of a choice; empty for other types. */
  readonly options: readonly string[];
}

export interface WebinarSettings {
  readonly registrationMode: (typeof registrationModes)[number];
  /** Null if registration opens at once. */
  readonly registrationOpensAt: Instant | null;
  /** Null if it closes with the end of the last occurrence. */
  readonly registrationClosesAt: Instant | null;
  /** The most approved registrations; null allows as many as the plan. */
  readonly capacity: number | null;
  readonly waitlistEnabled: boolean;
  readonly showRemaining: boolean;
  readonly questions: readonly Question[];
}

const mostQuestions = 20;
const mostCapacity = 1_000_000;
const isChoice = (type: Question['type']) => type === 'single_choice' || type === 'multiple_choice';

const questionInput = () =>
  z
    .strictObject({
      id: id()
        .optional()
        .describe('The id of a question that the webinar has, so that the question keeps its answers.'),
      label: visibleName(200).describe('The question.'),
      type: z.enum(questionTypes).describe('What kind of answer is asked for.'),
      required: z.boolean().default(false).describe('True if the question must be answered.'),
      options: z
        .array(text(120))
        .max(30)
        .default([])
        .describe('Give 2 to 30 for a choice, and none otherwise.'),
    })
    .refine(({ type, options }) => (isChoice(type) ? options.length >= 2 : options.length === 0), {
      error: 'Give 2 to 30 options for a choice, and none for other questions.',
      path: ['options'],
      params: { code: 'field.out_of_range' },
    })
    .refine(({ options }) => new Set(options).size === options.length, {
      error: 'Give each option once.',
      path: ['options'],
      params: { code: 'field.duplicate' },
    })
    .meta({ id: 'WebinarQuestionInput', description: 'A question to ask registrants.' });

/** The settings of a webinar in a request; a field that is left out keeps its value, or gets the default. */
export const webinarInput = () =>
  z
    .strictObject({
      registrationMode: z
        .enum(registrationModes)
        .optional()
        .describe('automatic lets people in at once, approval leaves each to a host.'),
      registrationOpensAt: plannedInstant(-14)
        .nullable()
        .optional()
        .describe('When registration opens; null opens it at once.'),
      registrationClosesAt: plannedInstant(-1)
        .nullable()
        .optional()
        .describe('When registration closes; null closes it with the end of the last occurrence.'),
      capacity: z
        .int()
        .min(1)
        .max(mostCapacity)
        .nullable()
        .optional()
        .describe('The most approved registrations; null allows as many as the plan.'),
      waitlistEnabled: z
        .boolean()
        .optional()
        .describe('If true, people wait in line once every place is taken.'),
      showRemaining: z
        .boolean()
        .optional()
        .describe('If true, the public page shows how many places are free.'),
      questions: z
        .array(questionInput())
        .max(mostQuestions)
        .optional()
        .describe('What registrants are asked; replaces the whole list.'),
    })
    .meta({
      id: 'WebinarInput',
      description: 'The settings of a webinar; what you leave out keeps its value.',
    });
export type WebinarInput = z.output<ReturnType<typeof webinarInput>>;

export const QuestionView = z
  .object({
    id: shown.ownId(),
    label: z.string().describe('The question, as people read it.'),
    type: z.enum(questionTypes).describe('What kind of answer is asked for.'),
    required: z.boolean().describe('True if the question must be answered.'),
    options: z.array(z.string()).describe('The options of a choice; empty for other questions.'),
  })
  .meta({ id: 'WebinarQuestion', description: 'A question that registrants are asked.' });

export const WebinarSettingsView = z
  .object({
    registrationMode: z
      .enum(registrationModes)
      .describe('automatic lets people in at once, approval leaves each to a host.'),
    registrationOpensAt: shown
      .instant()
      .nullable()
      .describe('When registration opens; null if it is open from the beginning.'),
    registrationClosesAt: shown
      .instant()
      .nullable()
      .describe('When registration closes; null if it does so with the end of the last occurrence.'),
    capacity: z
      .int()
      .nullable()
      .describe('The most approved registrations; null for as many as the plan allows.'),
    waitlistEnabled: z.boolean().describe('True if people wait in line once every place is taken.'),
    showRemaining: z.boolean().describe('True if the public page shows how many places are free.'),
    questions: z.array(QuestionView).describe('What registrants are asked.'),
  })
  .meta({ id: 'WebinarSettings', description: 'How people register for a webinar.' });

const initial: WebinarSettings = {
  registrationMode: 'automatic',
  registrationOpensAt: null,
  registrationClosesAt: null,
  capacity: null,
  waitlistEnabled: false,
  showRemaining: false,
  questions: [],
};

/**
 * The settings with what the caller gave, field by field (MTG-21); `questions` replaces the list, and a question sent with an
 * id that the webinar knows keeps it. Whether the plan has the capacity is asked of `entitlements` by the caller.
 */
export function webinarSettingsOf(
  input: WebinarInput,
  before: WebinarSettings | null,
  { newId }: { newId(): string },
): WebinarSettings {
  const known = new Set((before?.questions ?? []).map((question) => question.id));
  const { questions, ...fields } = input;
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const after: WebinarSettings = {
    ...(before ?? initial),
    ...given,
    ...(questions === undefined
      ? {}
      : { questions: questions.map((question) => ({ ...question, id: question.id ?? newId() })) }),
  };
  refuseFaults([...periodFaults(after), ...questionFaults(questions ?? [], known)]);
  return after;
}

function periodFaults({ registrationOpensAt, registrationClosesAt }: WebinarSettings): FailureDetail[] {
  if (registrationOpensAt === null || registrationClosesAt === null) return [];
  if (registrationOpensAt < registrationClosesAt) return [];
  const message = 'Let registration close after it opens.';
  return [{ path: '/webinar/registrationClosesAt', code: 'range.reversed', message }];
}

function questionFaults(
  questions: NonNullable<WebinarInput['questions']>,
  known: ReadonlySet<string>,
): FailureDetail[] {
  const ids = questions.map((question) => question.id);
  return ids.flatMap((questionId, index) => {
    if (questionId === undefined || (known.has(questionId) && ids.indexOf(questionId) === index)) return [];
    const message = 'Leave the id out for a new question, and give each id once.';
    return [{ path: `/webinar/questions/${index}/id`, code: 'answer.unknown_question', message }];
  });
}

function refuseFaults(details: readonly FailureDetail[]): void {
  if (details.length > 0) throw requestInvalid({ details });
}
