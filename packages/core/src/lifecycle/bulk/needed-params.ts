import { requestInvalid } from '../../kernel/errors.ts';
import { mostReason } from '../risks/risk-fields.ts';
import type { BulkAction, BulkInput, BulkParams } from './bulk-fields.ts';

type Param = keyof BulkParams;

interface Needs {
  readonly needed: readonly Param[];
  readonly possible: readonly Param[];
  /** At least one of these. */
  readonly oneOf?: readonly Param[];
  readonly reason?: true;
  /** So long the reason may be, where the single call takes less than the call for many. */
  readonly mostReason?: number;
}

const nothing: Needs = { needed: [], possible: [] };

/** What each action takes; what it does not take is refused, so that nobody believes that it counted. */
const takenBy: Readonly<Record<BulkAction, Needs>> = {
  set_type: { needed: ['typeId'], possible: [] },
  set_owner: { needed: ['ownerUserId'], possible: [] },
  assign_policy: { needed: ['policyId'], possible: [] },
  remove_policy: nothing,
  confirm_dates: { needed: [], possible: ['note'] },
  set_no_expiration: nothing,
  open_renewal: { needed: [], possible: ['dueOn', 'ownerUserId', 'priority', 'note'] },
  place_hold: {
    needed: ['matter'],
    possible: ['matterReference', 'custodianUserId', 'reviewOn'],
    reason: true,
  },
  release_hold: {
    needed: [],
    possible: [],
    oneOf: ['matterReference', 'matter'],
    reason: true,
  },
  acknowledge_risk: { needed: ['risk', 'until'], possible: [], reason: true, mostReason },
  start_extraction: { needed: [], possible: ['kinds', 'ocr', 'pages'] },
  recalculate: nothing,
  move_to_folder: { needed: ['folderId'], possible: [] },
  trash: { needed: [], possible: [], reason: true },
};

/** Passes if the call names its documents in one way, and all that its action needs and nothing else. */
export function requireNeeded({ action, documentIds, filter, params, reason }: BulkInput): void {
  const { needed, possible, oneOf = [], reason: needsReason, mostReason: most } = takenBy[action];
  const given = (Object.keys(params) as Param[]).filter((param) => params[param] !== undefined);
  const missing = needed.filter((param) => !given.includes(param));
  const none = oneOf.length > 0 && !oneOf.some((param) => given.includes(param));
  const strange = given.filter((param) => ![...needed, ...possible, ...oneOf].includes(param));
  const details = [
    ...(documentIds === undefined && filter === undefined
      ? [fault('/documentIds', 'field.required', 'Give the ids of documents, or a filter.')]
      : []),
    ...(documentIds !== undefined && filter !== undefined
      ? [fault('/filter', 'field.not_an_option', 'Give the ids of documents, or a filter, and not both.')]
      : []),
    ...missing.map((param) => fault(`/params/${param}`, 'field.required', `${action} needs it.`)),
    ...(none ? [fault('/params', 'field.required', `Give at least one of ${oneOf.join(', ')}.`)] : []),
    ...strange.map((param) =>
      fault(`/params/${param}`, 'field.not_an_option', `Leave it out: ${action} does not take it.`),
    ),
    ...(needsReason && reason === undefined
      ? [fault('/reason', 'field.required', 'Give the reason, in at least three characters.')]
      : []),
    ...(most !== undefined && reason !== undefined && reason.length > most
      ? [fault('/reason', 'field.length', `Give the reason in at most ${most} characters.`)]
      : []),
  ];
  if (details.length > 0) throw requestInvalid({ details });
}

const fault = (path: string, code: string, message: string) => ({ path, code, message });
