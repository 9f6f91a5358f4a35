import { escaped } from './html.ts';

/** Whose page it is. */
export interface WorkspaceBrand {
  readonly name: string;
  readonly logoUrl: string | null;
}

/** A host by its ASCII name: nothing else that an address may hold can stand in a policy without changing it. */
const plainHost = /^[a-z0-9.-]{1,253}(?::\d{1,5})?$/;

/** The one origin, beside our own, from which the page may load a picture; null if there is none. */
export function pictureOrigin(brand: WorkspaceBrand | undefined): string | null {
  const logoUrl = brand?.logoUrl ?? '';
  if (!URL.canParse(logoUrl)) return null;
  const { protocol, host } = new URL(logoUrl);
  return protocol === 'https:' && plainHost.test(host) ? `https://${host}` : null;
}

/** The name of the workspace, with its logo. It is no link: a workspace has no page for strangers. */
export function brandHeader(brand: WorkspaceBrand): string {
  const logo =
    pictureOrigin(brand) === null
      ? ''
      : `<img class="logo" src="${escaped(brand.logoUrl)}" alt="" referrerpolicy="no-referrer">`;
  return `<p class="brand of-workspace">${logo}<span dir="auto">${escaped(brand.name)}</span></p>`;
}
