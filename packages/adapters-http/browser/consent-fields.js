import { keyFor } from './choice-fields.js';
import { consentTexts as texts } from './consent-words.js';

/** @typedef {import('./consent-link.js').ConsentRequest} ConsentRequest */
/** @typedef {import('./consent-link.js').Decision['signerRelationship']} Relationship */

/** What the workspace recorded of who is asked, as what they are to the person. @type {Readonly<Partial<Record<ConsentRequest['grantedBy']['kind'], Relationship>>>} */
const relationshipOf = {
  subject: 'self',
  guardian: 'guardian',
  legal_representative: 'legal_representative',
  attorney: 'attorney',
};

/**
 * Who decides: asked for with every decision.
 * @param {ConsentRequest} request
 * @param {{ readonly name?: string, readonly hint?: string }} [of]
 * @returns {readonly import('./form.js').AnyField[]}
 */
export const signerFields = ({ grantedBy }, { name, hint } = {}) => {
  const relationship = relationshipOf[grantedBy.kind];
  return [
    {
      name: 'signerName',
      label: texts.name,
      autocomplete: 'name',
      longest: 200,
      ...(hint === undefined ? {} : { hint }),
      ...(name === undefined ? {} : { value: name }),
    },
    {
      name: 'signerRelationship',
      label: texts.relationship,
      type: 'one',
      options: Object.values(texts.relationships),
      ...(relationship === undefined ? {} : { value: texts.relationships[relationship] }),
    },
  ];
};

/** What was given in those fields. @param {Record<string, any>} values */
export const signerOf = ({ signerName, signerRelationship }) => ({
  signerName: String(signerName),
  signerRelationship: keyFor(texts.relationships, signerRelationship),
});
