import { ApiError } from './api.js';
import { explainEnds, isDead, showDeadLink, showIncompleteLink } from './dead-link.js';
import { h, show } from './dom.js';
import { explain, showFailure } from './failures.js';
import { keepLink } from './link.js';
import { packageOf, portal, token } from './portal-link.js';
import { showReading } from './portal-reading.js';
import { showCode, showTerms } from './portal-steps.js';
import { portalTexts as texts } from './portal-words.js';

explain(texts.codes);
explainEnds(texts.ends);

/** @param {unknown} error */
function showEnd(error) {
  const code = error instanceof ApiError ? error.code : '';
  if (isDead(error)) return showDeadLink(error, h('p', {}, texts.gone));
  if (code === 'portal.token_invalid' || code === 'portal.not_a_package_token') return showIncompleteLink();
  if (code === 'portal.locked') return show(texts.locked, h('p', {}, texts.lockedLead));
  if (code === 'portal.opens_used_up') return show(texts.usedUp, h('p', {}, texts.usedUpLead));
  show(texts.waiting);
  showFailure(error);
}

/** Shows what comes next for a package; by default that of the link. @param {string} [packageId] */
async function goOn(packageId) {
  try {
    const { package: own, accesses } = await portal();
    // The link of a consent has a page of its own.
    if (own === null) return showIncompleteLink();
    const asked = packageId === undefined || packageId === own.id ? own : await packageOf(packageId);
    if (asked.requires.includes('access_code')) return showCode(asked, goOn, showEnd);
    if (asked.requires.includes('consent')) return showTerms(asked, goOn, showEnd);
    await showReading(await packageOf(asked.id), asked === own ? accesses : null, goOn, showEnd);
  } catch (error) {
    showEnd(error);
  }
}

if (token === '') showIncompleteLink();
else {
  // For a reload of this tab.
  keepLink();
  await goOn();
}
