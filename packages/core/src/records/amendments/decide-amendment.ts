import { z } from 'zod';
import { onlyWhen } from '../../kernel/thing-permission.ts';
import { invalidField } from '../../kernel/validation.ts';
import { secondPersonErrors } from '../../workspace/index.ts';
import { requireAmendableCase } from '../cases/case.ts';
import { provenSigner } from '../entries/attestation.ts';
import { keyOfEntry, sealOf } from '../entries/case-key.ts';
import { readEntry, shownEntry } from '../entries/entry-reading.ts';
import { EntryView } from '../entries/views.ts';
import {
  amendmentAlreadyExtended,
  amendmentInvalidState,
  amendmentNotFound,
  attestationReauthenticationFailed,
  caseInvalidState,
  entryInvalidState,
  entryWorkingVersionExists,
  recordsPurposeNotAllowed,
  recordsPurposeRequired,
} from '../errors.ts';
import { action } from '../ports.ts';
import { writesOfRecords } from '../rates.ts';
import { type AmendmentDecision, isUndecided } from './amendment.ts';
import { type DecisionGiven, decisionInput } from './decision-input.ts';
import { decided } from './decisions.ts';
import { amendmentToChange, deniedAmendment, onAmendment, type SeenAmendment } from './seen-amendment.ts';
import { shownAmendment } from './shown-amendment.ts';
import { AmendmentView } from './views.ts';

interface Wanted {
  readonly decision: AmendmentDecision;
}
const decides = (_: SeenAmendment, { decision }: Wanted): boolean =>
  decision !== 'withdraw' && decision !== 'record_disagreement';
const disagrees = (_: SeenAmendment, { decision }: Wanted): boolean => decision === 'record_disagreement';
const withdraws = ({ amendment }: SeenAmendment, { decision }: Wanted): boolean =>
  decision === 'withdraw' && isUndecided(amendment);
const takesBack = ({ amendment }: SeenAmendment, { decision }: Wanted): boolean =>
  decision === 'withdraw' && !isUndecided(amendment);

export const decideAmendment = action({
  summary: 'Decide a request to change a signed entry',
  description:
    'For a reviewer or lead who neither asked nor recorded it. Accepting opens the next version as a draft; a denial, a disagreement and a rebuttal are signed addenda.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  always: true,
  databaseRole: 'identity',
  throttles: writesOfRecords,
  input: decisionInput,
  output: z.object({ amendment: AmendmentView, entry: EntryView }),
  errors: [
    amendmentNotFound,
    amendmentInvalidState,
    amendmentAlreadyExtended,
    entryInvalidState,
    entryWorkingVersionExists,
    caseInvalidState,
    attestationReauthenticationFailed,
    recordsPurposeRequired,
    recordsPurposeNotAllowed,
    ...secondPersonErrors,
  ],
  denial: deniedAmendment,

  find: amendmentToChange,
  may: [
    onlyWhen('it is decided, extended or rebutted', decides, onAmendment('decide')),
    onlyWhen('a disagreement is recorded', disagrees, onAmendment('disagree')),
    onlyWhen('it is withdrawn before a decision', withdraws, onAmendment('withdraw')),
    onlyWhen('it is withdrawn after it was accepted', takesBack, onAmendment('takeBack')),
  ],
  version: ({ amendment }) => amendment.version,

  async prepare(given, context) {
    requireWhatItNeeds(given);
    const known = await context.transact(({ amendments }) => amendments.find(given.amendmentId));
    const key = known === null ? null : await keyOfEntry({ artifactId: known.entryId }, context);
    const attested = needed[given.decision].includes('attestation') ? given.attestation : undefined;
    return { key, proof: attested === undefined ? null : await provenSigner(attested, context) };
  },

  async run(given, context) {
    const { found, prepared, cases, accessedBy } = context;
    const seal = sealOf(prepared.key, context);
    requireAmendableCase(await cases.find(found.entry.caseId));
    accessedBy(found.used);
    const { amendment, entry } = await decided(found, given, { seal, proof: prepared.proof }, context);
    return {
      amendment: await shownAmendment(amendment, entry, seal, context),
      entry: shownEntry(await readEntry(entry, {}, context), seal),
    };
  },
});

const needed: Readonly<
  Record<AmendmentDecision, readonly ('reason' | 'denialBasis' | 'text' | 'attestation')[]>
> = {
  accept: [],
  partially_accept: ['reason'],
  deny: ['reason', 'denialBasis', 'attestation'],
  extend: ['reason'],
  withdraw: ['reason'],
  record_disagreement: ['text', 'attestation'],
  record_rebuttal: ['text', 'attestation'],
};
const whatIsNeeded = {
  reason: 'Say why.',
  denialBasis: 'Say on which ground it is denied.',
  text: 'Say what is stated.',
  attestation: 'Attest it, because it makes a signed addendum.',
} as const;

function requireWhatItNeeds(given: DecisionGiven): void {
  const { decision, assignToUserId } = given;
  for (const field of needed[decision])
    if (given[field] === undefined) throw invalidField(`/${field}`, 'field.required', whatIsNeeded[field]);
  if (assignToUserId !== undefined && decision !== 'accept' && decision !== 'partially_accept')
    throw invalidField(
      '/assignToUserId',
      'field.unknown',
      'Only what is accepted is given to somebody to write.',
    );
}
