/** The workspace whose web apps may show this page in a frame; undefined on the page that nobody may frame. */
const { frameWorkspace, frameOrigins = '' } = document.documentElement.dataset;

/** Only links of that workspace are good here. */
export const ofFrame = frameWorkspace === undefined ? {} : { signingWorkspace: frameWorkspace };

/** Whether a web app holds this page in a frame: its own pages come next, and it is told when that is. */
export const isFramed = window.parent !== window;

/**
 * Says to the web app around this page what has just been done here. Only the origins that the workspace names are told, and
 * nothing that opens something: the app asks the API for the rest.
 * @param {'completed' | 'declined'} outcome
 * @param {string} signerId
 */
export function tellFrame(outcome, signerId) {
  if (!isFramed) return;
  // Where a browser says who is around us, the others are not even tried.
  const around = location.ancestorOrigins?.[0];
  for (const origin of frameOrigins.split(' '))
    if (origin !== '' && (around ?? origin) === origin)
      window.parent.postMessage({ type: `chancery.signing.${outcome}`, signerId }, origin);
}
