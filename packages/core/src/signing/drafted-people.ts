import { type FailureDetail, requestInvalid } from '../kernel/errors.ts';
import type { WritingContext } from '../kernel/handler-context.ts';
import { foldEmail } from '../kernel/shapes.ts';
import { mostDetails } from '../kernel/validation.ts';
import type { SigningPorts } from './ports.ts';
import { newSigner, type RoundDraft } from './round-draft.ts';
import { isRequired, type Signer } from './signer.ts';
import type { SignerInput } from './signing-input.ts';

type Context = Pick<SigningPorts, 'memberDirectory' | 'phoneNumbers'> &
  Pick<WritingContext, 'newId' | 'now' | 'timeZones' | 'entitlements'>;

/** The people of the draft as they were given; each faulty field is named with its pointer. */
export async function draftedPeople(
  draft: RoundDraft,
  inputs: readonly SignerInput[],
  context: Context,
): Promise<readonly Signer[]> {
  requireDistinct(inputs);
  if (inputs.some(({ verification }) => verification === 'sms'))
    context.entitlements.requireFeature('signing_sms_otp');
  const faults: FailureDetail[] = [];
  const members = await context.memberDirectory.byEmails(inputs.map(({ email }) => email));
  const memberIds = new Map(members.map(({ email, userId }) => [foldEmail(email ?? ''), userId]));
  const orders = groups(inputs);
  const people = inputs.map((input, at) => {
    const kept = keptSigner(draft, input, at, faults);
    return newSigner(
      {
        id: kept?.id ?? context.newId(),
        documentId: draft.round.documentId,
        roundId: draft.round.id,
        position: at + 1,
        key: input.key ?? null,
        name: input.name,
        email: input.email,
        phone: checkedPhone(input, at, context, faults),
        role: input.role,
        order: orders[at] ?? at + 1,
        verification: input.verification,
        note: input.note || null,
        language: input.language ?? null,
        timeZone: checkedZone(input, at, context, faults),
        userId: memberIds.get(foldEmail(input.email)) ?? null,
      },
      context.now,
    );
  });
  if (faults.length > 0) throw requestInvalid({ details: faults.slice(0, mostDetails) });
  return people;
}

/** The person of the draft who is meant: by id, else by address and role. */
function keptSigner(
  { signers, known }: RoundDraft,
  { id, email, role }: SignerInput,
  at: number,
  faults: FailureDetail[],
): Signer | undefined {
  if (id === undefined)
    return signers.find((signer) => signer.role === role && foldEmail(signer.email) === foldEmail(email));
  const found = signers.find((signer) => signer.id === known.get(id));
  if (found === undefined)
    faults.push({
      path: `/signers/${at}/id`,
      code: 'field.not_an_option',
      message: 'Give the id of a signer of this document, or leave it out.',
    });
  return found;
}

/** One address has each role at most once, and a handle means one person. */
export function requireDistinct(inputs: readonly SignerInput[]): void {
  const seen = new Set<string>();
  const details: FailureDetail[] = [];
  for (const [at, { id, key, email, role }] of inputs.entries()) {
    const names: readonly [string, string | null | undefined][] = [
      ['id', id],
      ['key', key],
      ['email', `${role} ${foldEmail(email)}`],
    ];
    for (const [field, value] of names) {
      if (value == null) continue;
      const name = `${field} ${value}`;
      if (seen.has(name))
        details.push({
          path: `/signers/${at}/${field}`,
          code: 'signer.duplicate',
          message: 'Name each person once in each role, and use each key and id once.',
        });
      seen.add(name);
    }
  }
  if (details.length > 0) throw requestInvalid({ details: details.slice(0, mostDetails) });
}

/** SIG-3: a number that a telephone of its country can have; a code by SMS needs one. */
export function checkedPhone(
  { phone, verification }: Pick<SignerInput, 'phone' | 'verification'>,
  at: number | null,
  { phoneNumbers }: Pick<SigningPorts, 'phoneNumbers'>,
  faults: FailureDetail[],
): string | null {
  const path = at === null ? '/phone' : `/signers/${at}/phone`;
  const number = phone == null ? null : phoneNumbers.parse(phone);
  if (phone != null && number === null)
    faults.push({
      path,
      code: 'signer.phone_invalid',
      message: 'Give a number that exists, with the code of its country, such as +49 30 901820.',
    });
  else if (verification === 'sms' && number === null)
    faults.push({ path, code: 'signer.phone_required', message: 'Give the phone that the code is sent to.' });
  return number;
}

function checkedZone(
  { timeZone }: SignerInput,
  at: number,
  { timeZones }: Pick<Context, 'timeZones'>,
  faults: FailureDetail[],
): string | null {
  if (timeZone == null || timeZones.has(timeZone)) return timeZone ?? null;
  faults.push({
    path: `/signers/${at}/timeZone`,
    code: 'time_zone.unknown',
    message: 'Give an IANA time zone name such as Europe/Berlin.',
  });
  return null;
}

/** The groups without gaps: those who must act count from 1, and whoever gets a copy keeps the place that they were given. */
function groups(inputs: readonly SignerInput[]): readonly number[] {
  const given = inputs.map(({ order }, at) => order ?? at + 1);
  const required = given.filter((_, at) => isRequired(inputs[at] ?? { role: 'copy' }));
  const ranks = [...new Set(required)].sort((one, other) => one - other);
  return given.map((order, at) =>
    isRequired(inputs[at] ?? { role: 'copy' }) ? ranks.indexOf(order) + 1 : order,
  );
}
