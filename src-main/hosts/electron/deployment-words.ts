import type { Introduction, Weakness } from '../../deployment/introduction.ts';

interface Words {
  readonly ask: (host: string) => string;
  readonly reads: (host: string) => string;
  readonly name: (name: string) => string;
  readonly keys: string;
  readonly noKeys: string;
  readonly keysFrom: (host: string) => string;
  readonly weaker: string;
  readonly notWeaker: string;
  readonly kinds: Readonly<Record<Weakness['kind'], string>>;
  readonly check: string;
}

const en: Words = {
  ask: (host) => `Connect this counter to ${host}?`,
  reads: (host) => `Careful: this host reads as ${host}.`,
  name: (name) => `Its name in the file: ${name}`,
  keys: 'Keys of the service that are confirmed:',
  noKeys: 'No key of the service is accepted until you confirm one.',
  keysFrom: (host) => `The service’s keys come from another host: ${host}`,
  weaker: 'This file asks for less than usual:',
  notWeaker: 'This file asks for nothing less than usual.',
  kinds: {
    unbound: 'answers are not tied to these parts of what was sent',
    uncovered: 'answers need not sign these parts',
    unsigned: 'what is sent does not sign these parts',
    undated: 'answers need not say when they were signed',
    tolerance: 'more seconds are allowed than usual',
    fence: 'after this long “not found” means that nothing was bought',
  },
  check: 'Compare the host and the keys with what the service’s support told you.',
};

const ar: Words = {
  ask: (host) => `هل تريد ربط نقطة البيع بالمضيف ${host}؟`,
  reads: (host) => `انتبه: يُقرأ اسم هذا المضيف ${host}.`,
  name: (name) => `الاسم في الملف: ${name}`,
  keys: 'مفاتيح الخدمة المؤكدة:',
  noKeys: 'لن يُقبل أي مفتاح للخدمة قبل أن تؤكده.',
  keysFrom: (host) => `تأتي مفاتيح الخدمة من مضيف آخر: ${host}`,
  weaker: 'يطلب هذا الملف أقل من المعتاد:',
  notWeaker: 'لا يطلب هذا الملف أقل من المعتاد.',
  kinds: {
    unbound: 'لا ترتبط الردود بهذه الأجزاء مما أُرسل',
    uncovered: 'لا يلزم أن توقّع الردود هذه الأجزاء',
    unsigned: 'لا يشمل توقيع ما يُرسل هذه الأجزاء',
    undated: 'لا يلزم أن تذكر الردود وقت توقيعها',
    tolerance: 'يُسمح بثوانٍ أكثر من المعتاد',
    fence: 'بعد هذه المدة يعني الرد «غير موجود» أنه لم يتم الشراء',
  },
  check: 'قارن المضيف والمفاتيح بما أخبرك به دعم الخدمة.',
};

/**
 * What the box says. In both languages at once: the page, which may not be ours any more, could have chosen one that
 * nobody here reads.
 */
export function deploymentWords(introduction: Introduction): { readonly message: string; readonly detail: string } {
  return {
    message: `${en.ask(introduction.host)}\n${ar.ask(isolated(introduction.host))}`,
    detail: [en, ar].map((words) => detailIn(words, introduction).join('\n')).join('\n\n'),
  };
}

function detailIn(
  words: Words,
  { address, hostReads, name, thumbprints, keysFrom, weaker }: Introduction,
): readonly string[] {
  return [
    isolated(address),
    ...(hostReads === null ? [] : [words.reads(isolated(hostReads))]),
    words.name(isolated(name)),
    ...(thumbprints.length === 0 ? [words.noKeys] : [words.keys, ...thumbprints.map(isolated)]),
    ...(keysFrom === null ? [] : [words.keysFrom(isolated(keysFrom))]),
    ...(weaker.length === 0
      ? [words.notWeaker]
      : [
          words.weaker,
          ...weaker.map(({ kind, field, says }) => `• ${words.kinds[kind]}: ${isolated(`${field}: ${says}`)}`),
        ]),
    words.check,
  ];
}

/** So that no writing direction reaches from it into the words around it (Unicode's FSI and PDI). */
function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}
