import type { Document } from '../documents/index.ts';
import type { WritingContext } from '../kernel/handler-context.ts';
import { type FoundAnchors, placesOf } from './anchored-places.ts';
import { draftedFields, keptFields } from './drafted-fields.ts';
import { draftedPeople } from './drafted-people.ts';
import { draftedSettings } from './drafted-settings.ts';
import { inReadingOrder } from './field.ts';
import type { SigningPorts } from './ports.ts';
import { prepared } from './round.ts';
import { draftFor, type RoundDraft } from './round-draft.ts';
import { pagesToSign } from './signable.ts';
import type { SigningInput } from './signing-input.ts';

type Context = SigningPorts & WritingContext;

/**
 * The round that can be prepared, with what was given: settings, people and fields; nothing is written yet. What the file must
 * be like is asked once it is known that there can be a round, and before any field is looked at.
 */
export async function draftedRound(
  document: Document,
  input: SigningInput,
  anchors: FoundAnchors,
  context: Context,
  requireFile: (document: Document) => void = () => undefined,
): Promise<RoundDraft> {
  const draft = await draftFor(document, context);
  requireFile(document);
  const pageCount = (input.fields ?? []).length === 0 ? 0 : pagesToSign(document);
  const settings = draftedSettings(draft.round, document, input, context.now);
  const signers =
    input.signers === undefined ? draft.signers : await draftedPeople(draft, input.signers, context);
  const known = new Map([...draft.known, ...signers.map(({ id }) => [id, id] as const)]);
  const fields =
    input.fields === undefined
      ? keptFields(draft.fields, signers)
      : draftedFields({ ...draft, signers, known }, input.fields, placesOf(input.fields, anchors), {
          pageCount,
          newId: context.newId,
        });
  return {
    ...draft,
    known,
    signers,
    fields: [...fields].sort(inReadingOrder),
    round: prepared(draft.round, settings, signers.length > 0, context.now),
  };
}

/** Writes the round with its people and fields; whoever calls has locked the document. */
export async function writeDraft(
  draft: RoundDraft,
  { rounds, signers, signingFields }: Pick<SigningPorts, 'rounds' | 'signers' | 'signingFields'>,
): Promise<RoundDraft> {
  const { round, isNew } = draft;
  if (isNew) await rounds.add(round);
  const saved = isNew ? round : await rounds.save(round);
  await signers.replace(round.id, draft.signers);
  await signingFields.replace(round.id, draft.fields);
  return { ...draft, round: saved, isNew: false };
}
