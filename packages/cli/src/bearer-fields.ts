import type { Operation, OperationField } from '@chancery/sdk/operations';

type Input = Readonly<Record<string, unknown>>;

/** What opens the call by itself: the token of a link, which travels as a bearer token. */
export const isBearer = ({ in: place, name }: OperationField): boolean =>
  place === 'header' && name === 'authorization';

export const aboutBearer = 'The link, or the part of it after #token=.';

/** The input with the token as the header wants it, if somebody gave the link, or its token alone. */
export function withBearer({ fields }: Operation, input: Input): Input {
  const field = fields.find(isBearer);
  const given = field === undefined ? undefined : input[field.name];
  if (field === undefined || typeof given !== 'string') return input;
  const token = given.trim().replace(/^\S*#token=/, '');
  return { ...input, [field.name]: /\s/.test(token) ? token : `Bearer ${token}` };
}
