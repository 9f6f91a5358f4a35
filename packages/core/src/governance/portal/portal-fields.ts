import { workspaceNotActive } from '../../kernel/access.ts';
import { linkGone } from '../../kernel/links.ts';
import { id, secretToken } from '../../kernel/shapes.ts';
import {
  portalAccessCodeRequired,
  portalConsentRequired,
  portalLocked,
  portalNotAPackageToken,
  portalOpensUsedUp,
  portalTokenInvalid,
  portalTokenRequired,
  releasePackageNotFound,
} from '../errors.ts';

/** The token where a plain link must work. It is left out of logs like every secret. */
export const linkToken = () =>
  secretToken().optional().describe('The part of the link after #token=, if no header has it.');

export const releasedPackageId = () => id().describe('The package.');

/** What every endpoint about a package may refuse with. */
export const packageRefusals = [
  portalTokenRequired,
  portalTokenInvalid,
  linkGone,
  portalNotAPackageToken,
  portalLocked,
  releasePackageNotFound,
  workspaceNotActive,
];

/** The same of those that give something of its contents. */
export const contentRefusals = [
  ...packageRefusals,
  portalConsentRequired,
  portalAccessCodeRequired,
  portalOpensUsedUp,
];

/** Refusals of whoever holds a good link: no guesses of a token, so that their network is not counted (THR-9). */
export const goodLink = [
  linkGone,
  portalNotAPackageToken,
  portalLocked,
  releasePackageNotFound,
  portalConsentRequired,
  portalAccessCodeRequired,
  portalOpensUsedUp,
];
