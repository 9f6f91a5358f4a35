import { button } from './actions.js';
import { ApiError, call, signedIn, signOut, switchTo } from './api.js';
import { showIncompleteLink } from './dead-link.js';
import { h, show } from './dom.js';
import { fromLink } from './link.js';
import { askToSignIn, signInOrFinish } from './sign-in.js';
import { toHome } from './to-home.js';
import { inLanguage } from './words.js';

const texts = inLanguage({
  en: {
    heading: 'Cancel the reset of second factors',
    lead: 'Somebody asked to remove the second factors of an account. Sign in to cancel that.',
    ready: 'The second factors then stay as they are.',
    submit: 'Cancel the reset',
    as: (/** @type {string} */ name) => `Signed in as ${name}.`,
    other: 'Use another account',
    done: 'The reset is cancelled',
    doneLead: 'The second factors stay as they are.',
    nothing: 'Nothing to cancel',
    nothingLead:
      'No reset is under way. Signing in with a second factor cancels it too, so it may be over already.',
  },
  de: {
    heading: 'Zurücksetzen der zweiten Faktoren abbrechen',
    lead: 'Jemand hat verlangt, die zweiten Faktoren eines Kontos zu entfernen. Melden Sie sich an, um das abzubrechen.',
    ready: 'Die zweiten Faktoren bleiben dann, wie sie sind.',
    submit: 'Zurücksetzen abbrechen',
    as: (/** @type {string} */ name) => `Angemeldet als ${name}.`,
    other: 'Anderes Konto verwenden',
    done: 'Das Zurücksetzen ist abgebrochen',
    doneLead: 'Die zweiten Faktoren bleiben, wie sie sind.',
    nothing: 'Nichts abzubrechen',
    nothingLead:
      'Es ist kein Zurücksetzen im Gange. Auch eine Anmeldung mit zweitem Faktor bricht es ab, es kann also schon vorbei sein.',
  },
});

const userId = fromLink('userId');

/** In the active workspace first; an owner may have to be in the one that the member shares with them. */
async function cancel() {
  const { workspaces } = await call('GET /workspaces?limit=100');
  const active = signedIn()?.workspace?.id;
  const ids = [active, ...workspaces.map((/** @type {{ id: string }} */ { id }) => id)];
  /** @type {unknown} */
  let last;
  for (const id of new Set(ids.filter(Boolean))) {
    try {
      if (id !== active) await switchTo(id);
      return await call(`POST /workspace/members/${encodeURIComponent(userId ?? '')}/factor-reset/cancel`);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code === 'factor_reset.invalid_state') throw error;
      last = error;
    }
  }
  throw last;
}

async function act() {
  try {
    await cancel();
    end(texts.done, texts.doneLead);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'factor_reset.invalid_state')) throw error;
    end(texts.nothing, texts.nothingLead);
  }
}

/** Any owner may cancel it, and the member too: whoever of them is signed in here. */
const request = {
  heading: texts.heading,
  lead: [h('p', {}, texts.lead)],
  onSignedIn: () =>
    show(
      texts.heading,
      h('p', {}, texts.ready),
      h('p', { class: 'soft' }, texts.as(signedIn()?.user.email ?? signedIn()?.user.displayName ?? '')),
      h(
        'div',
        { class: 'ways' },
        button(texts.submit, act, 'primary'),
        button(
          texts.other,
          async () => {
            await signOut();
            askToSignIn(request);
          },
          'quiet',
        ),
      ),
    ),
};

/** @param {string} heading @param {string} lead */
function end(heading, lead) {
  show(heading, h('p', {}, lead), toHome());
}

if (userId === null) showIncompleteLink();
else await signInOrFinish(request);
