/**
 * Waits before the next question. A browser slows down a page that nobody looks at, so whoever comes back to it, or to the
 * network, is answered at once.
 * @param {number} seconds
 * @returns {Promise<void>}
 */
export function pause(seconds) {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', shown);
      removeEventListener('online', end);
      resolve();
    };
    const shown = () => {
      if (document.visibilityState === 'visible') end();
    };
    const timer = setTimeout(end, seconds * 1000);
    document.addEventListener('visibilitychange', shown);
    addEventListener('online', end);
  });
}
