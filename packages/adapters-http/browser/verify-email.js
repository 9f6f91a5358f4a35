import { button } from './actions.js';
import { ApiError, call, resume, signedIn } from './api.js';
import { isDead, showDeadLink, showIncompleteLink } from './dead-link.js';
import { h, note, show } from './dom.js';
import { form } from './form.js';
import { fromLink } from './link.js';
import { askToSignIn, signInOrFinish } from './sign-in.js';
import { toHome } from './to-home.js';
import { inLanguage } from './words.js';

const texts = inLanguage({
  en: {
    heading: 'Verify your address',
    lead: 'Enter the password that you chose at registration. It shows that the account is yours.',
    ready: (/** @type {string} */ email) => `You are signed in here as ${email}.`,
    password: 'Password',
    submit: 'Verify address',
    otherWay: 'Sign in another way',
    signInLead: 'Once you are signed in, the address is verified.',
    done: 'Address verified',
    doneLead: (/** @type {string} */ email) => `${email} now belongs to your account.`,
    close: 'Where you were signed in on another device, sign in again.',
    askAgain: 'To have a new link sent, enter the address of your account.',
    email: 'E-mail address',
    send: 'Send a new link',
    sent: 'If this address needs it, a new mail is on its way.',
  },
  de: {
    heading: 'Adresse bestätigen',
    lead: 'Geben Sie das Passwort ein, das Sie bei der Registrierung gewählt haben. Es zeigt, dass das Konto Ihres ist.',
    ready: (/** @type {string} */ email) => `Sie sind hier als ${email} angemeldet.`,
    password: 'Passwort',
    submit: 'Adresse bestätigen',
    otherWay: 'Anders anmelden',
    signInLead: 'Sobald Sie angemeldet sind, ist die Adresse bestätigt.',
    done: 'Adresse bestätigt',
    doneLead: (/** @type {string} */ email) => `${email} gehört jetzt zu Ihrem Konto.`,
    close: 'Wo Sie auf einem anderen Gerät angemeldet waren, melden Sie sich neu an.',
    askAgain: 'Für einen neuen Link geben Sie die Adresse Ihres Kontos ein.',
    email: 'E-Mail-Adresse',
    send: 'Neuen Link senden',
    sent: 'Falls diese Adresse sie braucht, ist eine neue Mail unterwegs.',
  },
});

const token = fromLink('token');

/** @param {object} proof */
async function verify(proof) {
  try {
    const { email } = await call('POST /auth/verify-email', { token, ...proof });
    show(texts.done, h('p', {}, texts.doneLead(email)), h('p', { class: 'soft' }, texts.close), toHome());
  } catch (error) {
    if (!isDead(error)) throw error;
    showDeadLink(error, h('p', {}, texts.askAgain), askAgain());
  }
}

const askAgain = () =>
  form({
    fields: [{ name: 'email', label: texts.email, type: 'email', autocomplete: 'email' }],
    submit: texts.send,
    run: async (values) => {
      await call('POST /auth/resend-email-verification', values);
      note(texts.sent);
    },
  });

const signedInWay = {
  heading: texts.heading,
  lead: [h('p', {}, texts.signInLead)],
  onSignedIn: () => verify({}),
};

/** Who is signed in needs no password; the link may be for another account, though. */
function askSignedIn() {
  show(
    texts.heading,
    h('p', {}, texts.ready(signedIn()?.user.email ?? '')),
    button(
      texts.submit,
      async () => {
        try {
          await verify({});
        } catch (error) {
          if (!(error instanceof ApiError && error.code === 'auth.proof_required')) throw error;
          ask();
        }
      },
      'primary',
    ),
  );
}

function ask() {
  show(
    texts.heading,
    h('p', {}, texts.lead),
    form({
      fields: [
        { name: 'password', label: texts.password, type: 'password', autocomplete: 'current-password' },
      ],
      submit: texts.submit,
      run: verify,
    }),
    h(
      'div',
      { class: 'ways aside' },
      button(texts.otherWay, () => askToSignIn(signedInWay), 'quiet'),
    ),
  );
}

if (token === null) showIncompleteLink();
else if (fromLink('handoff') !== null) await signInOrFinish(signedInWay);
else if ((await resume().catch(() => null)) !== null) askSignedIn();
else ask();
