/** What the head of each page says of its icon. */
export const iconLink = '<link rel="icon" href="/favicon.svg" type="image/svg+xml">';
