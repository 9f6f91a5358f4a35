import { ApiError, chancery } from './api.js';
import { fieldsInHand } from './fields-in-hand.js';

/**
 * @typedef {import('./chancery-sdk.js').GetDocumentResult} Detail
 * @typedef {Detail['signers'][number]} Signer
 * @typedef {Detail['fields'][number]} StoredField
 * @typedef {import('./fields-in-hand.js').PlacedField} PlacedField
 * @typedef {import('./chancery-sdk.js').SetDocumentSignersInput} SignersInput
 * @typedef {SignersInput['signers'][number]} SignerInput
 * @typedef {Pick<Detail, 'signature' | 'signers' | 'fields'>} Stored
 */

/** What of a person is set, without what happened to them. @param {Signer} signer @returns {SignerInput & { id: string }} */
export const inputOf = ({
  id,
  key,
  name,
  email,
  phone,
  role,
  order,
  verification,
  note,
  language,
  timeZone,
}) => ({ id, key, name, email, phone, role, order, verification, note, language, timeZone });

/** Whether a round of this state can still be changed. @param {Detail['document']['signatureStatus']} status */
export const isPrepared = (status) => status === 'none' || status === 'preparing';

/** @param {unknown} error */
export const isConflict = (error) => error instanceof ApiError && error.code === 'version_conflict';

/**
 * What is to become of a change that somebody else's has crossed.
 * @typedef {'mine' | 'theirs' | null} Choice null if that was not decided
 */

/**
 * The round that is being prepared: its people as they are stored, and its fields as they are on this page, which are stored a
 * moment after each change. A change names the version that it was made on, so that nobody's work is overwritten unseen: the
 * person chooses. If something else of the document has changed, such as its name, that is no conflict.
 * @param {Detail} detail
 * @param {object} on
 * @param {(latest: Detail) => Promise<Choice>} on.crossed
 * @param {() => void} on.replaced something else is stored now than the page shows
 */
export function roundToPrepare(detail, { crossed, replaced }) {
  const { document } = detail;
  const documentId = document.id;
  /** @type {Stored} */
  let stored = detail;
  let { version } = document;
  /** How often somebody else's work was taken over. */
  let taken = 0;
  const inTurn = oneAfterTheOther();

  /**
   * @template {Partial<Stored>} Answer
   * @param {(expectedVersion: number) => Promise<Answer>} act
   * @param {(latest: Detail) => Promise<Choice>} choose
   * @returns {Promise<Answer | null>} null if what somebody else has stored stays
   */
  const change = async (act, choose = crossed) => {
    const take = async () => {
      const answer = await act(version);
      stored = { ...stored, ...answer };
      version = answer.signature?.version ?? version;
      return answer;
    };
    for (;;)
      try {
        return await take();
      } catch (error) {
        if (!isConflict(error)) throw error;
        const latest = await chancery.documents.getDocument({ documentId });
        const choice = await choiceOn(latest, stored, choose);
        if (choice === null) throw error;
        ({ version } = latest.document);
        stored = latest;
        if (choice === 'theirs') {
          taken += 1;
          fields.begin(latest.fields);
        }
        replaced();
        if (choice === 'theirs') return null;
      }
  };
  const fields = fieldsInHand(detail.fields, (inputs) =>
    inTurn(async () => {
      const answer = await change((expectedVersion) =>
        chancery.signing.setDocumentFields({
          documentId,
          fields: fitting(inputs, stored),
          expectedVersion,
        }),
      );
      return answer?.fields ?? null;
    }),
  );
  return {
    document,
    fields,
    signers: () => stored.signers,
    signature: () => stored.signature,
    /**
     * Sets the people, and what else is given of the round; fields of people who are not among them go with them.
     * @param {(present: readonly (SignerInput & { id: string })[]) => readonly SignerInput[]} edit
     * @param {Partial<SignersInput>} [settings]
     * @returns {Promise<boolean>} false if what somebody else has stored meanwhile stays
     */
    async saveSigners(edit, settings = {}) {
      await fields.store();
      const answer = await inTurn(() =>
        change((expectedVersion) =>
          chancery.signing.setDocumentSigners({
            documentId,
            ...settings,
            signers: [...edit(stored.signers.map(inputOf))],
            expectedVersion,
          }),
        ),
      );
      if (answer !== null) fields.begin(answer.fields);
      return answer !== null;
    },
    /**
     * Sends it to the people, with what is given of the round.
     * @param {Partial<import('./chancery-sdk.js').SendDocumentInput>} settings
     * @returns {Promise<boolean>} false if what somebody else has stored meanwhile stays
     */
    async send(settings) {
      const before = taken;
      await fields.store();
      if (taken !== before) return false;
      const answer = await inTurn(() =>
        change(
          (expectedVersion) => chancery.signing.sendDocument({ documentId, ...settings, expectedVersion }),
          // What goes out is what the sender has seen.
          async () => 'theirs',
        ),
      );
      return answer !== null;
    },
    /** Asks whether it can still be changed, such as after an answer was lost. */
    async isStillPrepared() {
      const { document: latest } = await chancery.documents.getDocument({ documentId });
      return isPrepared(latest.signatureStatus);
    },
  };
}

/**
 * Without the fields of people who are gone; what somebody else has taken away is put there anew.
 * @param {readonly import('./fields-in-hand.js').FieldInput[]} inputs
 * @param {Stored} stored
 */
function fitting(inputs, { signers, fields }) {
  const [people, known] = [signers, fields].map((all) => new Set(all.map(({ id }) => id)));
  return inputs
    .filter(({ signerId }) => signerId !== undefined && people?.has(signerId))
    .map(({ id, ...field }) => (id !== undefined && known?.has(id) ? { ...field, id } : field));
}

/**
 * Nothing is to be chosen if nothing of ours has changed, or if the round is out of everybody's hands.
 * @param {Detail} latest
 * @param {Stored} stored
 * @param {(latest: Detail) => Promise<Choice>} choose
 * @returns {Promise<Choice>}
 */
async function choiceOn(latest, stored, choose) {
  if (!isPrepared(latest.document.signatureStatus)) return 'theirs';
  return isAsBefore(latest, stored) ? 'mine' : choose(latest);
}

/** @param {Stored} latest @param {Stored} stored */
const isAsBefore = (latest, stored) =>
  written([latest.signers, latest.fields]) === written([stored.signers, stored.fields]);

/** A value in one way of writing it: answers to different calls may have the same members in another order. @param {unknown} value */
const written = (value) =>
  JSON.stringify(value, (_, part) =>
    part?.constructor === Object ? Object.fromEntries(Object.entries(part).sort()) : part,
  );

/** Each change begins once the one before is done, well or not. */
function oneAfterTheOther() {
  /** @type {Promise<unknown>} */
  let last = Promise.resolve();
  /** @template Result @param {() => Promise<Result>} act */
  return (act) => {
    const next = last.then(act);
    last = next.catch(() => undefined);
    return next;
  };
}
