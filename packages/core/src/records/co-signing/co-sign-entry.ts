import { z } from 'zod';
import { onlyWhen } from '../../kernel/thing-permission.ts';
import { invalidField } from '../../kernel/validation.ts';
import { provenSigner } from '../entries/attestation.ts';
import { keyOfEntry, sealOf } from '../entries/case-key.ts';
import { onEntry } from '../entries/entry-permissions.ts';
import { readEntry, shownEntry } from '../entries/entry-reading.ts';
import { reportChanged } from '../entries/reviewed-snapshot.ts';
import { changedEntry, deniedEntry } from '../entries/seen-entry.ts';
import { SignatureView, signatureView } from '../entries/signature-view.ts';
import { EntryView } from '../entries/views.ts';
import {
  attestationReauthenticationFailed,
  coSignAuthor,
  coSignInvalidState,
  coSignNotRequestedFromYou,
  entryContentChanged,
  entryInvalidState,
  entryNotFound,
  recordsPurposeNotAllowed,
  recordsPurposeRequired,
} from '../errors.ts';
import { action } from '../ports.ts';
import { writesOfRecords } from '../rates.ts';
import { namedUsers } from '../subjects/user-refs.ts';
import { type CoSignGiven, coSignInput } from './co-sign-input.ts';
import { coSigned, declined, requested } from './steps.ts';

export const coSignEntry = action({
  summary: 'Sign an entry as a second person, or ask for it',
  description:
    'The person asked signs the version for which they were asked, or declines; its author or a lead asks, after a refusal somebody else.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  always: true,
  databaseRole: 'identity',
  throttles: writesOfRecords,
  cli: { command: 'records entries co-sign' },
  input: coSignInput,
  output: z.object({
    entry: EntryView,
    signature: SignatureView.nullable().describe('The signature; null unless you signed.'),
  }),
  errors: [
    entryNotFound,
    entryInvalidState,
    entryContentChanged,
    coSignAuthor,
    coSignNotRequestedFromYou,
    coSignInvalidState,
    attestationReauthenticationFailed,
    recordsPurposeRequired,
    recordsPurposeNotAllowed,
  ],
  denial: deniedEntry,

  find: changedEntry,
  may: [
    onlyWhen(
      'somebody is asked',
      (_, given: Pick<CoSignGiven, 'action'>) => given.action === 'request',
      onEntry('askCoSigner'),
    ),
  ],
  version: ({ entry }) => entry.version,

  async prepare(given, context) {
    if (given.action === 'sign' && given.attestation === undefined)
      throw invalidField('/attestation', 'field.required', 'Attest it, because you sign it.');
    if (given.action === 'decline' && given.reason === undefined)
      throw invalidField('/reason', 'field.required', 'Say why you do not sign.');
    const key = await keyOfEntry(given, context);
    if (given.action !== 'sign' || given.attestation === undefined) return { key, proof: null };
    await reportChanged(given.artifactId, key, context, ({ coSignVersion }) => coSignVersion);
    return { key, proof: await provenSigner(given.attestation, context) };
  },

  async run(given, context) {
    const { found, prepared, accessedBy } = context;
    const seal = sealOf(prepared.key, context);
    accessedBy(found.used);
    const step = { sign: coSigned, decline: declined, request: requested }[given.action];
    const { entry, signature } = await step(found, given, { seal, proof: prepared.proof }, context);
    const named = signature === null ? null : await namedUsers([signature.signerUserId], context);
    return {
      entry: shownEntry(await readEntry(entry, {}, context), seal),
      signature: signature === null || named === null ? null : signatureView(signature, named),
    };
  },
});
