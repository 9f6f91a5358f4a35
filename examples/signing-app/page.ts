const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Our page with the contract in a frame; what the frame says is believed only from its own origin. */
export const contractPage = (embedUrl: string | null): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Your contract</title>
<h1>Your contract</h1>
<p role="status" id="told">${embedUrl === null ? 'There is nothing to sign any more.' : 'Please read and sign it here.'}</p>
${embedUrl === null ? '' : `<iframe title="Sign the contract" src="${escaped(embedUrl)}" style="width: 100%; height: 85vh; border: 0"></iframe>`}
<script>
  addEventListener('message', ({ origin, data }) => {
    if (origin !== ${JSON.stringify(embedUrl === null ? '' : new URL(embedUrl).origin)}) return;
    if (data.type === 'chancery.signing.completed') told.textContent = 'Thank you! We send you the sealed contract.';
    if (data.type === 'chancery.signing.declined') told.textContent = 'You have declined. We will call you.';
  });
</script>
</html>`;
