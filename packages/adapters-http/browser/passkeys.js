/**
 * WebAuthn in the JSON forms of the API.
 * @typedef {{ readonly ceremonyId: string, readonly options: any }} Ceremony
 */

/** Whether this browser can use passkeys in the forms that we send. */
export const hasPasskeys =
  typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;

/** @param {Credential | null} credential */
const answered = (credential) => /** @type {PublicKeyCredential} */ (credential).toJSON();

/** @param {Ceremony} ceremony */
export async function usePasskey({ ceremonyId, options }) {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return { ceremonyId, response: answered(await navigator.credentials.get({ publicKey })) };
}

/** @param {Ceremony} ceremony */
export async function makePasskey({ ceremonyId, options }) {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  return { ceremonyId, response: answered(await navigator.credentials.create({ publicKey })) };
}
