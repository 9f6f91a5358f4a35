import { escaped, type Page } from './html.ts';
import { type PageCatalogue, pageLanguage } from './page-language.ts';
import { type Site, sendSheet, waysOn } from './shell.ts';

interface Guide {
  readonly path: RegExp;
  readonly topic: Topic;
  /** The name of the context in the API reference. */
  readonly context: string;
  readonly commands: readonly string[];
}

type Topic = 'members' | 'jobs' | 'secondPerson' | 'billing' | 'ledger';

const guides: readonly Guide[] = [
  {
    path: /^\/settings\/members$/,
    topic: 'members',
    context: 'workspace',
    commands: ['chancery members list', 'chancery invitations list'],
  },
  {
    path: /^\/settings\/jobs$/,
    topic: 'jobs',
    context: 'workspace',
    commands: [
      'chancery workspace jobs list',
      'chancery workspace jobs replay <jobId>',
      'chancery workspace jobs acknowledge <jobId>',
    ],
  },
  {
    path: /^\/settings\/second-person$/,
    topic: 'secondPerson',
    context: 'workspace',
    commands: ['chancery workspace second-person', 'chancery workspace settings get'],
  },
  {
    path: /^\/settings\/billing$/,
    topic: 'billing',
    context: 'billing',
    commands: ['chancery billing get', 'chancery billing portal'],
  },
  {
    path: /^\/records\/audit$/,
    topic: 'ledger',
    context: 'records',
    commands: [
      'chancery records audit verify',
      'chancery records audit checkpoints',
      'chancery records audit export',
    ],
  },
];

/** Title and lead of each guide. */
const topics: PageCatalogue<Readonly<Record<Topic, readonly [title: string, lead: string]>>> = {
  en: {
    members: [
      'Members',
      'Who belongs to a workspace, and who is invited, is managed from the command line or through the API.',
    ],
    jobs: [
      'Background work',
      'Work that was given up waits for you: look at why, then have it done again, or acknowledge it.',
    ],
    secondPerson: [
      'Second person',
      'See who may be the second person here, and every step that somebody took alone, with its reason.',
    ],
    billing: [
      'Billing',
      'Plan, invoices and payment of a workspace are managed by its owners, from the command line or through the API.',
    ],
    ledger: [
      'Audit ledger',
      'Check the ledger of a workspace again, and keep its export and your checkpoints: they show what was written before.',
    ],
  },
  de: {
    members: [
      'Mitglieder',
      'Wer einem Workspace angehört und wer eingeladen ist, verwalten Sie mit der Befehlszeile oder über die API.',
    ],
    jobs: [
      'Hintergrundarbeit',
      'Aufgegebene Arbeit wartet auf Sie: Sehen Sie nach dem Grund, lassen Sie sie erneut ausführen oder nehmen Sie sie zur Kenntnis.',
    ],
    secondPerson: [
      'Zweite Person',
      'Sehen Sie, wer hier zweite Person sein kann, und jeden Schritt, den jemand allein getan hat, mit Grund.',
    ],
    billing: [
      'Abrechnung',
      'Tarif, Rechnungen und Zahlung eines Workspaces verwalten dessen Eigentümer, mit der Befehlszeile oder über die API.',
    ],
    ledger: [
      'Prüfprotokoll',
      'Prüfen Sie das Protokoll eines Workspaces noch einmal, und bewahren Sie seinen Export und Ihre Prüfpunkte auf: Sie zeigen, was vorher geschrieben stand.',
    ],
  },
};

const byCommandLine: PageCatalogue<string> = {
  en: 'With the command line, signed in as yourself:',
  de: 'Mit der Befehlszeile, angemeldet als Sie selbst:',
};

/** Pages for links in mails to what has no page of its own here: what to do, and with what. They run no script. */
export function guidePageOf(site: Site): (path: string) => Page | undefined {
  return (path) => {
    const guide = guides.find((one) => one.path.test(path));
    if (guide === undefined) return undefined;
    return (request, response) => {
      const language = pageLanguage(request);
      const [title, lead] = topics[language][guide.topic];
      const commands = guide.commands.map((command) => `<li><code>${escaped(command)}</code></li>`);
      const content = `<p>${escaped(lead)}</p>
<p>${escaped(byCommandLine[language])}</p>
<ul class="commands">${commands.join('')}</ul>
${waysOn(language, guide.context)}`;
      sendSheet(response, language, site, { title, content });
    };
  };
}
