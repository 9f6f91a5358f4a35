import { type FailureDetail, requestInvalid } from '../../kernel/errors.ts';
import { faultSentence } from '../../kernel/field-sentences.ts';
import type { SigningField } from '../field.ts';
import type { SigningRound } from '../round.ts';
import {
  mostSignatureImageBytes,
  type SignatureImage,
  type SignatureImages,
  signatureImageBytes,
} from '../signature-images.ts';
import type { Signer } from '../signer.ts';
import type { Completion, GivenMark } from './completion-input.ts';

/** A signature or initials as they are kept: either the text or the image is null. */
export interface TakenMark {
  readonly method: GivenMark['method'];
  readonly text: string | null;
  readonly image: SignatureImage | null;
}

export interface TakenMarks {
  readonly signature: TakenMark | null;
  readonly initials: TakenMark | null;
}

const unusable = (name: string): FailureDetail => ({
  path: `/${name}/image`,
  code: 'signature.image_invalid',
  message: 'Send a PNG of at most 256 KiB and 2000 by 1000 pixels in base64, with something to see in it.',
});

/**
 * The marks that were sent, with images as we have written them anew (CNT-10, CNT-14). Throws `request.invalid` for an image
 * that can be no signature, and `dependency.unavailable` while no process is free to look at it.
 */
export async function takenMarks(
  { signature, initials }: Pick<Completion, 'signature' | 'initials'>,
  images: SignatureImages,
): Promise<TakenMarks> {
  return {
    signature: await taken('signature', signature, images),
    initials: await taken('initials', initials, images),
  };
}

async function taken(
  name: string,
  given: GivenMark | undefined,
  images: SignatureImages,
): Promise<TakenMark | null> {
  if (given === undefined) return null;
  const { method, text = null } = given;
  if (method === 'typed') {
    if (text === null) throw requestInvalid({ details: [required(name)] });
    return { method, text, image: null };
  }
  const bytes = signatureImageBytes(given.image ?? '', mostSignatureImageBytes);
  const image = bytes === null ? null : await images.checked(bytes);
  if (image === null) throw requestInvalid({ details: [unusable(name)] });
  return { method, text: null, image };
}

const required = (name: string): FailureDetail => ({
  path: `/${name}/text`,
  code: 'field.required',
  message: faultSentence('missing'),
});

const kinds = ['signature', 'initials'] as const;

/** What is wrong with the marks for this person's fields in this round. */
export function faultsOfMarks(
  marks: TakenMarks,
  fields: readonly SigningField[],
  { signatureMethods }: Pick<SigningRound, 'signatureMethods'>,
  { id }: Pick<Signer, 'id'>,
): FailureDetail[] {
  return kinds.flatMap((kind) => {
    const own = fields.filter((field) => field.signerId === id && field.kind === kind);
    const mark = marks[kind];
    if (mark === null)
      return own.some((field) => field.required)
        ? [{ path: `/${kind}`, code: 'signature.missing', message: `Send your ${kind}.` }]
        : [];
    if (own.length === 0)
      return [
        {
          path: `/${kind}`,
          code: 'field.not_an_option',
          message: 'None of your fields takes it; leave it out.',
        },
      ];
    if (!signatureMethods.includes(mark.method))
      return [
        {
          path: `/${kind}/method`,
          code: 'signature.method_not_allowed',
          message: 'The sender does not allow this way; use one of signatureMethods.',
        },
      ];
    return [];
  });
}
