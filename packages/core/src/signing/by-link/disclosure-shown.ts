import type { DisclosureCatalog, DisclosureText } from '../disclosure-catalog.ts';
import type { SigningRound } from '../round.ts';
import type { Signer } from '../signer.ts';

/**
 * The disclosure that a person is shown (SIG-33): that of the version with which the round was sent, in the person's
 * language, or else in that of the round. If the operator has withdrawn that version, it is the newest one; evidence names
 * what was really shown.
 */
export function disclosureShown(
  catalog: DisclosureCatalog,
  {
    language,
    disclosureVersion,
    disclosureLanguage,
  }: Pick<SigningRound, 'language' | 'disclosureVersion' | 'disclosureLanguage'>,
  signer: Pick<Signer, 'language'>,
): DisclosureText {
  const wanted = [signer.language ?? language, disclosureLanguage].filter((tag) => tag !== null);
  return catalog.text(disclosureVersion ?? '', wanted) ?? catalog.current(wanted);
}
