import { button } from './actions.js';
import { switchTo } from './api.js';
import { h } from './dom.js';
import { inLanguage } from './words.js';

/** @typedef {import('./chancery-sdk.js').WorkspaceSummary} Workspace */

const texts = inLanguage({
  en: {
    heading: 'Your workspaces',
    none: 'You belong to none at the moment.',
    roles: { owner: 'Owner', admin: 'Admin', member: 'Member', guest: 'Guest' },
    suspended: 'suspended',
    current: 'Current',
    open: 'Open',
    openOf: (/** @type {string} */ name) => `Open ${name}`,
  },
  de: {
    heading: 'Ihre Workspaces',
    none: 'Sie gehören zurzeit keinem an.',
    roles: { owner: 'Eigentümer', admin: 'Administrator', member: 'Mitglied', guest: 'Gast' },
    suspended: 'gesperrt',
    current: 'Aktuell',
    open: 'Öffnen',
    openOf: (/** @type {string} */ name) => `${name} öffnen`,
  },
});

/**
 * @param {readonly Workspace[]} workspaces
 * @param {string | null} currentId
 * @param {(name: string) => Promise<void>} switched
 */
export const workspacesSection = (workspaces, currentId, switched) =>
  h(
    'section',
    {},
    h('h2', {}, texts.heading),
    workspaces.length === 0
      ? h('p', {}, texts.none)
      : h(
          'ul',
          { class: 'rows' },
          workspaces.map((workspace) => rowOf(workspace, workspace.id === currentId, switched)),
        ),
  );

/** @param {Workspace} workspace @param {boolean} isCurrent @param {(name: string) => Promise<void>} switched */
function rowOf({ id, name, role, memberStatus }, isCurrent, switched) {
  const open = button(
    texts.open,
    async () => {
      await switchTo(id);
      await switched(name);
    },
    'small',
  );
  open.setAttribute('aria-label', texts.openOf(name));
  const facts = [texts.roles[role], memberStatus === 'suspended' && texts.suspended].filter(Boolean);
  return h(
    'li',
    {},
    h(
      'div',
      {},
      h('strong', { dir: 'auto' }, name),
      isCurrent && h('span', { class: 'badge' }, texts.current),
      h('div', { class: 'soft' }, facts.join(' · ')),
    ),
    !isCurrent && open,
  );
}
