import { button } from './actions.js';
import { ApiError, call, refusal, signedIn, signOut } from './api.js';
import { asked } from './dialog.js';
import { h, say } from './dom.js';
import { form } from './form.js';
import { hasPasskeys, usePasskey } from './passkeys.js';
import { inLanguage } from './words.js';

const texts = inLanguage({
  en: {
    heading: 'Is it you?',
    lead: 'You signed in some time ago. For this, show once more that it is you.',
    password: 'Password of your account',
    code: 'Code from your authenticator',
    recovery: 'Recovery code',
    passkey: 'Use your passkey',
    confirm: 'Confirm',
    cancel: 'Cancel',
    anew: 'For this, sign out and sign in again.',
    out: 'Sign out',
  },
  de: {
    heading: 'Sind Sie es?',
    lead: 'Ihre Anmeldung liegt einige Zeit zurück. Weisen Sie sich hierfür noch einmal aus.',
    password: 'Passwort Ihres Kontos',
    code: 'Code aus Ihrer Authenticator-App',
    recovery: 'Wiederherstellungscode',
    passkey: 'Passkey verwenden',
    confirm: 'Bestätigen',
    cancel: 'Abbrechen',
    anew: 'Melden Sie sich hierfür ab und wieder an.',
    out: 'Abmelden',
  },
});

const asking = new Set(['auth.reauthentication_required', 'auth.second_factor_required']);

/**
 * Whether the API asked for a proof, and the person gave it.
 * @param {unknown} error
 */
export async function provenAfter(error) {
  if (!(error instanceof ApiError && asking.has(error.code)) || signedIn() === null) return false;
  const needsFactor = error.code === 'auth.second_factor_required';
  const { factors } = await call('GET /auth/factors');
  const kinds = new Set(
    factors
      .filter((/** @type {{ status: string }} */ { status }) => status === 'active')
      .map((/** @type {{ kind: string }} */ { kind }) => kind),
  );
  // Without a factor there is none to show; the page says so.
  if (needsFactor && kinds.size === 0) return false;
  const ways = { hasPassword: signedIn()?.user.hasPassword === true && !needsFactor, kinds };
  const proven = await asked(texts.heading, (answer) => [
    h('p', {}, texts.lead),
    ...proofs(ways, () => answer(true)),
    h(
      'div',
      { class: 'ways aside' },
      button(texts.cancel, () => answer(null), 'quiet'),
    ),
  ]);
  say('');
  return proven === true;
}

/**
 * The simplest way that the person has: the password, else a passkey or a code.
 * @param {{ hasPassword: boolean, kinds: ReadonlySet<string> }} ways
 * @param {() => void} done
 * @returns {readonly import('./dom.js').Child[]}
 */
function proofs({ hasPassword, kinds }, done) {
  if (hasPassword)
    return [
      proofForm('password', texts.password, { type: 'password', autocomplete: 'current-password' }, done),
    ];
  if (kinds.size === 0)
    return [
      h('p', {}, texts.anew),
      button(texts.out, async () => {
        await signOut();
        location.reload();
      }),
    ];
  return [
    kinds.has('passkey') && hasPasskeys && button(texts.passkey, () => byPasskey(done), 'primary'),
    kinds.has('totp')
      ? proofForm('totpCode', texts.code, { autocomplete: 'one-time-code', inputmode: 'numeric' }, done)
      : proofForm('recoveryCode', texts.recovery, { autocomplete: 'off' }, done),
  ];
}

/** @param {() => void} done */
async function byPasskey(done) {
  const passkey = await usePasskey(await call('POST /auth/factors/passkeys/assertion-options', {}));
  await call('POST /auth/reauthenticate', { passkey });
  done();
}

/**
 * @param {string} name of the API's field
 * @param {string} label
 * @param {{ type?: string, autocomplete: string, inputmode?: string }} input
 * @param {() => void} done
 */
const proofForm = (name, label, input, done) =>
  form({
    fields: [{ name, label, ...input }],
    submit: texts.confirm,
    run: async (values) => {
      try {
        await call('POST /auth/reauthenticate', values);
      } catch (error) {
        if (!(error instanceof ApiError) || error.status === null) throw error;
        // Beside the field, since the page behind cannot be read now.
        const { code, message } = error;
        throw refusal('request.invalid', { details: [{ path: `/body/${name}`, code, message }] });
      }
      done();
    },
  });
