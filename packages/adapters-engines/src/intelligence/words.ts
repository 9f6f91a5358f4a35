/** What the rules know of a language, in small letters. */
export interface LanguageWords {
  /** Words that say nothing of what a sentence is about. */
  readonly stopWords: ReadonlySet<string>;
  /** What a sentence that sums up often has in it. */
  readonly summaryCues: readonly string[];
  /** What a sentence has in it that says what is to be done. */
  readonly followUpCues: readonly string[];
  /** Stands before a date until which something is to be done. */
  readonly until: readonly string[];
  readonly urgent: readonly string[];
  readonly negations: ReadonlySet<string>;
  /** Says that something is over. */
  readonly past: readonly string[];
  /** Stands before what is said not to be there. */
  readonly absences: readonly string[];
  /** Finds an age in years, as its first group that is there. */
  readonly age: RegExp;
}

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const english: LanguageWords = {
  stopWords: set(
    'a about after again all also an and any are as at be because been before being but by can could did do does for from further had has have having he her here hers him his how i if in into is it its just me more most my no nor not now of off on once only or other our out over own same she should so some such than that the their them then there these they this those through to too under until up very was we were what when where which while who whom why will with would you your',
  ),
  summaryCues: [
    'in summary',
    'overall',
    'agreed',
    'decided',
    'concluded',
    'conclusion',
    'diagnosis',
    'assessment',
    'plan',
    'important',
    'risk',
    'recommend',
    'recommended',
  ],
  followUpCues: ['will', 'to do', 'follow up', 'refer', 'arrange', 'review in'],
  until: ['by'],
  urgent: ['urgent', 'urgently', 'immediately'],
  negations: set('no not never without nor neither cannot'),
  past: ['was', 'were', 'did', 'had', 'has been', 'have been', 'yesterday', 'last week'],
  absences: ['no known', 'no history of', 'no evidence of', 'no sign of', 'no signs of', 'denies'],
  age: /\b(?:aged (\d{1,3})\b|(\d{1,3})[- ]years?[- ]old\b|(\d{1,3}) years of age\b)/i,
};

const german: LanguageWords = {
  stopWords: set(
    'aber alle allem allen aller alles als also am an andere anderen auch auf aus bei bin bis bist da dabei damit dann das dass dem den der des dessen die dies diese diesem diesen dieser dieses doch dort du durch ein eine einem einen einer eines er es etwas euch für gegen hab habe haben hat hatte hatten hier hin hinter ich ihr ihre ihrem ihren ihrer im in ist ja jede jedem jeden jeder jedes jetzt kann kein keine keinem keinen keiner machen man mein mich mir mit nach nicht noch nun nur ob oder ohne sehr sein seine seinem seinen seiner selbst sich sie sind so solche soll sondern sonst über um und uns unter viel vom von vor war waren was weil welche wenn werde werden wie wieder will wir wird wirst wo wollen würde würden zu zum zur zwar zwischen',
  ),
  summaryCues: [
    'zusammenfassend',
    'insgesamt',
    'vereinbart',
    'beschlossen',
    'ergebnis',
    'diagnose',
    'beurteilung',
    'plan',
    'wichtig',
    'risiko',
    'empfehlen',
    'empfohlen',
    'empfehlung',
  ],
  followUpCues: [
    'wird',
    'werden',
    'zu erledigen',
    'wiedervorlage',
    'überweisen',
    'überweisung',
    'veranlassen',
    'vereinbaren',
    'kontrolle in',
    'nachfassen',
  ],
  until: ['bis', 'bis zum', 'bis spätestens'],
  urgent: ['dringend', 'sofort', 'umgehend', 'unverzüglich'],
  negations: set('kein keine keinen keinem keiner keines nicht nie niemals ohne weder'),
  past: ['war', 'waren', 'wurde', 'wurden', 'hatte', 'hatten', 'gestern', 'letzte woche', 'worden'],
  absences: [
    'keine bekannte',
    'keine bekannten',
    'kein bekannter',
    'kein bekanntes',
    'kein hinweis auf',
    'keine hinweise auf',
    'keine anzeichen für',
    'verneint',
  ],
  age: /(?:\b(\d{1,3})[- ]?jährige?[rsnm]?\b|\b(\d{1,3}) Jahre alt\b|\bim Alter von (\d{1,3}) Jahren\b)/i,
};

const none: LanguageWords = {
  stopWords: new Set(),
  summaryCues: [],
  followUpCues: [],
  until: [],
  urgent: [],
  negations: new Set(),
  past: [],
  absences: [],
  age: /(?!)/,
};

/** The words of the language; of any other than English and German nothing is known. */
export function wordsOf(language: string): LanguageWords {
  const primary = primaryOf(language);
  return primary === 'en' ? english : primary === 'de' ? german : none;
}

export const primaryOf = (language: string): string => language.split('-')[0]?.toLowerCase() ?? '';
