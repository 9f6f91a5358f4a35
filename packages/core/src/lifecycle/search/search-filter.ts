import { z } from 'zod';
import { signatureStatuses } from '../../documents/index.ts';
import { date, id, instant, text, userId } from '../../kernel/shapes.ts';
import { lifecycleStatuses } from '../dates/status.ts';
import { riskCodes } from '../risks/risk.ts';
import { identifierKinds } from '../types/document-type.ts';
import type { SearchFilter } from './ports.ts';

const mostValues = 50;
const some = <S extends z.ZodType>(value: S, what: string) =>
  z.array(value).min(1).max(mostValues).optional().describe(what);

export const filterFields = {
  status: some(
    z.enum(lifecycleStatuses),
    'Their statuses; destroyed documents are found only if disposed is among them.',
  ),
  typeIds: some(id(), 'The ids of their document types.'),
  ownerUserIds: some(userId(), 'The ids of who keeps them in force.'),
  folderIds: some(id(), 'The ids of folders; the folders below count too.'),
  policyIds: some(id(), 'The ids of the policies that apply to them.'),
  signatureStatus: some(z.enum(signatureStatuses), 'The states of their signing rounds.'),
  held: z.boolean().optional().describe('Whether a legal hold on them is active.'),
  risks: some(z.enum(riskCodes), 'What is open about them.'),
  expiresFrom: date().optional().describe('The first day on which their validity may end.'),
  expiresTo: date().optional().describe('The last such day.'),
  createdFrom: instant().optional().describe('Uploaded at this instant or later.'),
  createdTo: instant(7).optional().describe('Uploaded before this instant.'),
  identifiers: some(
    z.strictObject({
      kind: z.enum(identifierKinds).describe('What kind of number it is.'),
      value: text(60).describe('The number or a part of it.'),
    }),
    'Numbers that they carry.',
  ),
  tags: some(text(64), 'Their tags, whatever their case.'),
};

type Filters = z.output<z.ZodObject<typeof filterFields>>;

/** The filter as the search takes it: without what was not given. */
export function filterOf(filters: Filters): SearchFilter {
  const { typeIds, ownerUserIds, folderIds, policyIds, risks, identifiers, tags, ...rest } = filters;
  const all = {
    ...rest,
    type: typeIds,
    owner: ownerUserIds,
    folder: folderIds,
    policy: policyIds,
    risk: risks,
    identifier: identifiers,
    tag: tags,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as SearchFilter;
}
