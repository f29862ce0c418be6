import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { defaultLanguage, languageCodes, type Language } from '../../../../src-shared/words/languages.ts';
import { mainMessages } from '../../../../src-shared/words/main-messages.ts';
import { pageMessages } from '../../../../src-shared/words/page-messages.ts';
import { projectRoot } from '../../../support/project.ts';

/**
 * One word for one thing: what people read uses the word on the right, never one that the pattern finds. A word of
 * another meaning is let through where it stands (`allowed`).
 */
const replaced: Readonly<Record<Language, readonly (readonly [RegExp, string])[]>> = {
  en: [
    [/\bmachine/i, 'this computer'],
    [/\bstaff\b/i, 'the service’s support'],
    [/\bengineer|\bpartner’s/i, 'your technician'],
    [/\b(un)?settled?\b|\bpending\b|\b(is|are|was|were) over\b/i, 'finished, unfinished'],
    [/\btray\b/i, 'Unfinished sales'],
    [/\boutcome|became of|service’s word\b/i, 'result'],
    [/\b(ask(s|ed)?|looks?) about it\b|\basks? again\b|\bonly ask(s|ed)\b/i, 'check'],
    [/\brequests?\b|\bcalls\b|\ba call\b/i, 'attempt'],
    [/\bcounted\b|\bcounts? as\b/i, 'marked as bought'],
    [/\bvoucher/i, 'card code'],
    [/\breveal|\bopen(s|ed)? (the|its|these|their) codes\b/i, 'show'],
    [/customer has them/i, 'Hand over'],
    [/\bowned\b|\bowns\b/i, 'bought cards'],
    [/\bcatalogue/i, 'card list'],
    [/\bretail\b/i, 'selling price'],
    [/\bdebt\b/i, 'account credit'],
    [/\ballowance/i, 'spending limit'],
    [/\bown reference/i, 'your reference'],
    [/\brequest number/i, 'support number'],
    [/\brecords?\b/i, 'journal'],
    [/\bputs? (\S+ )*back\b/i, 'restore, Cancel'],
    [/\b(un)?seal/i, 'saved (encrypted)'],
    [/\b(un)?believe|\bprove[sd]?\b|\bdecides nothing\b/i, 'verified'],
    [/\benrol/i, 'set up'],
    [/\bdeployment\b|\bprofile\b/i, 'connection file'],
    [/\btokens?\b/i, 'setup code'],
    [/\bthumbprint/i, 'key fingerprint'],
    [/\bpublic half/i, 'public key'],
    [/\bsecure store/i, 'system key store'],
    [/\bdiagnosis\b/i, 'connection check'],
    [/\btimeline|\bhistory\b/i, 'What happened'],
    [/\ba person\b/i, 'the manager'],
    [/\b(goes|go|went) on\b/i, 'continue'],
    [/\bstays so\b/i, 'If it happens again'],
  ],
  ar: [
    [/موظف|البائع/, 'الكاشير، دعم الخدمة'],
    [/المتجر/, 'المحل'],
    [/مهندس/, 'الفني المسؤول'],
    [/نقطة البيع هذه(?! الحقول)/, 'نقطة البيع'],
    [/بيعان|بيعين|(?<!الأكثر م)بيعًا|المبيعات|مبيعات|بيع (واحد|ثانٍ|آخر|جديد)(?!ة)/, 'عملية بيع'],
    [/محسوم|(?<!\p{L})(حُسم|يُحسم|تُحسم|احسم)/u, 'غير مكتملة'],
    [/الشريط/, 'عمليات لم تكتمل'],
    [/آل إليه/, 'النتيجة'],
    [/جواب|أجوبة|إجاب|أجابت|(?<!س)تجيب/, 'رد'],
    [/السؤال عن|سُئل|يُسأل عن/, 'استعلام، تحقق'],
    [/رسالة|رسالت|رسائل|اتصالات|اتصالًا/, 'محاولة'],
    [/اشتُر|يُشتر/, 'تم الشراء'],
    [/مشترى|اعتُبر|اعتبر|عُدّ|عدّه/, 'اعتُمد: تم الشراء'],
    [/رمز الشحن/, 'رمز البطاقة'],
    [/كشف/, 'إظهار'],
    [/مملوك/, 'البطاقات المشتراة'],
    [/للزبون \{|أسعار الزبون/, 'سعر البيع'],
    [/المجموع/, 'الإجمالي'],
    [/(?<!\p{L})(ال)?دَّ?ين(?!\p{L})|الدَّين/u, 'الشراء بالآجل'],
    [/التتب/, 'رقم الدعم'],
    [/السجلات/, 'السجل'],
    [/(?<!\p{L})أعِد|ها? تعيد/u, 'استعادة'],
    [/(?<!\p{L})(ال)?ختم|خُتم|تُختم|مختوم/u, 'محفوظ (مشفّر)'],
    [/صدَّ?ّ?ق|تثبّت|التثبت|موثوق|يوثق/, 'مؤكد، تعذّر التحقق منه'],
    [/البصم|بصمته|بصمة محتو/, 'بصمة المفتاح'],
    [/نصفه|النصف/, 'المفتاح العام'],
    [/فعّال/, 'مفعّل'],
    [/المخزن الآمن/, 'مخزن مفاتيح النظام'],
    [/التشخيص/, 'فحص الاتصال'],
    [/تسلسل الأحداث/, 'ما حدث'],
    [/من تلقاء/, 'تلقائيًا'],
    [/لا حاجة إلى/, 'لا يلزم أي إجراء'],
    [/يضِع|يضيع شيء/, 'لم يُفقد شيء'],
    [/نادِ|اتصل بمه/, 'أبلغ'],
    [/وإن استمر/, 'إذا تكرر ذلك'],
    [/(?<!\p{L})(أتريد|أتقبل|هل (تنشئ|تسحب|تعتبر|تنقذ))/u, 'هل تريد + noun؟'],
  ],
};

/** Another meaning: the proof of holding a key. */
const allowed: readonly string[] = ['enrol.step.proved'];

/** Values keep their names, which nobody reads; options and commands are typed as they are. */
const withoutValues = (text: string): string =>
  text
    .replaceAll(/\{\w+\}/g, '{}')
    .replaceAll(/\{\w+, plural,/g, '{')
    .replaceAll(/--[a-z-]+|"[a-z]+[^"]*"/g, '');

function texts(language: Language): readonly (readonly [string, string])[] {
  const said = { ...mainMessages[language], ...pageMessages[language] };
  return [...Object.entries(said), ...guideTexts(language)];
}

/** The pages for the cashier and the manager, line by line, without what is typed or linked to. */
function guideTexts(language: Language): readonly (readonly [string, string])[] {
  return ['for-cashiers', 'for-managers', 'set-up-and-repair'].flatMap((name) => {
    const page = `docs/${name}${language === defaultLanguage ? '' : `.${language}`}.md`;
    const lines = readFileSync(`${projectRoot}/${page}`, 'utf8')
      .replaceAll(/`[^`]*`|\]\([^)]*\)/g, '')
      .split('\n');
    return lines.map((line, index) => [`${page}:${index + 1}`, line] as const);
  });
}

/** What a line of a guide sets in bold, but for what begins it: that is a heading. Rows say what to do, too. */
function namedIn(line: string): readonly string[] {
  if (line.startsWith('|')) return [];
  const said = line.replace(/^(?:- |\d\. )?\*\*[^*]+\*\*/, '');
  return [...said.matchAll(/\*\*([^*]+)\*\*/g)].map(([, label = '']) => label.replace(/[.,:]$/, ''));
}

describe.each(languageCodes)('the words of the house in %s', (language) => {
  it.each(replaced[language])('%s is not said: it is %s', (variant) => {
    const found = texts(language).filter(([key, text]) => !allowed.includes(key) && variant.test(withoutValues(text)));
    expect(found).toEqual([]);
  });

  it('quote a button or a heading only as it stands on the screen', () => {
    const screens: Readonly<Record<string, string>> = pageMessages[language];
    const labels = new Set([...Object.values(screens), 'غير موجود']);
    const quoted = Object.entries(screens).flatMap(([key, text]) =>
      [...text.matchAll(/[“«]([^”»]*)[”»]/g)].map(([, label]) => [key, label ?? ''] as const),
    );
    expect(quoted.length).toBeGreaterThan(10);
    expect(quoted.filter(([, label]) => !labels.has(label))).toEqual([]);
  });

  it('name a button or an area in the guides only as it stands on the screen', () => {
    const labels = new Set<string>([
      ...Object.values(pageMessages[language]),
      ...Object.values(mainMessages[language]),
    ]);
    const named = guideTexts(language).flatMap(([place, line]) => namedIn(line).map((label) => [place, label]));
    expect(named.length).toBeGreaterThan(40);
    expect(named.filter(([, label]) => !labels.has(label ?? ''))).toEqual([]);
  });

  it('call the way out of every question the same', () => {
    const screens: Readonly<Record<string, string>> = pageMessages[language];
    const backs = Object.keys(screens).filter((key) => key.endsWith('.back') && !key.startsWith('keys.'));
    expect(backs.length).toBeGreaterThan(7);
    for (const key of backs) expect([key, screens[key]]).toEqual([key, { en: 'Cancel', ar: 'إلغاء' }[language]]);
  });
});

describe('Arabic', () => {
  it('writes every number of parts, range and address typed into a text left to right', () => {
    const typed = Object.entries(pageMessages.ar).filter(([, text]) =>
      /\d[-/.]\d/.test(text.replaceAll(/\u2066[^\u2069]*\u2069/g, '')),
    );
    // An amount is read alike from both sides.
    expect(typed.map(([key]) => key)).toEqual(['wallet.low.invalid']);
  });

  it('hangs no particle on a name that may be in Latin letters, nor on the end of a label', () => {
    const said = Object.entries({ ...mainMessages.ar, ...pageMessages.ar });
    expect(said.filter(([, text]) => /(?<!\p{L})[بكل]\u0640 ?(?:\{\w+\}|$)/u.test(text))).toEqual([]);
  });

  it('begins a button with a verbal noun, never with a command', () => {
    const begins = buttonTexts().map(
      ([key, text]) => [key, /^(?:\{[^{]*\{)?([\p{L}\p{M}]+)/u.exec(text)?.[1] ?? ''] as const,
    );
    expect(begins.length).toBeGreaterThan(90);
    expect(begins.filter(([key, word]) => !verbalNouns.has(word) && !labels.includes(key))).toEqual([]);
  });
});

const verbalNouns = new Set(
  (
    'إعادة مسح تحديث إغلاق نسخ تسليم تمديد إخفاء إظهار إظهارها قبول مراجعة شرح عرض الذهاب تطبيق إيقاف البحث فحص ' +
    'تجربة متابعة التحقق بدء تسجيل اختيار استبدال التدريب إنهاء مغادرة فتح إلغاء طباعة استخدام إنشاء استعادة شراء ' +
    'إنقاذ إقران مقارنة قراءة سحب حفظ تخطي اعتماد تغيير تنبيه تثبيت إضافة إزالة استلام عدّ سماح إبلاغ تقليل زيادة ' +
    'رد إبطال'
  ).split(' '),
);

/** Buttons that name a place, a choice or an answer; and what one says beside its name. */
const labels: readonly string[] = [
  'catalogue.all',
  'catalogue.allKinds',
  'catalogue.unnamedCard',
  'codes.copied',
  'codesFile.done',
  'copyStatus.codesLocked',
  'copyStatus.noted',
  'day.zs.sales',
  'journal.all',
  'journal.card.only',
  'journal.card.others',
  'journal.pending',
  'keys.open',
  'lesson.finished',
  'lesson.next',
  'nav.counter',
  'order.wanted.keep',
  'people.leave',
  'people.toCounter',
  'receipt.no',
  'receipt.yes',
  'recovery.done',
  'sale.same.another',
  'sale.same.look',
  'sale.watch.again',
  'sale.watch.next',
  'scan.unpair',
  'serviceKeys.confirm',
  'size.larger',
  'size.smaller',
  'tray.more',
  'updates.later',
];

/** Every text that stands in a button of the screens, or confirms a question. */
function buttonTexts(): readonly (readonly [string, string])[] {
  const texts: Readonly<Record<string, string>> = pageMessages.ar;
  const keys = globSync(`${projectRoot}/src-renderer/**/*.tsx`).flatMap((file) => {
    const source = readFileSync(file, 'utf8');
    const buttons = [...source.matchAll(/<(\w*Button)\b(?:(?!<\1\b)[\s\S])*?(?:\/>|<\/\1>)/g)].map(
      ([button]) => button,
    );
    const inQuestions = [...source.matchAll(/\b(?:confirm|submitLabel)=\{text\([^)]*\)/g)].map(([confirm]) => confirm);
    return [...buttons, ...inQuestions].flatMap((found) => [...found.matchAll(/text\(([^)]*)\)/g)].flatMap(keysIn));
  });
  return [...new Set(keys)].map((key) => [key, texts[key] ?? ''] as const);
}

function keysIn([, argument]: RegExpMatchArray): readonly string[] {
  const choices = ['resend', 'accept-not-bought', 'accept-as-bought'];
  const spread = choices.map((choice) => (argument ?? '').replace('${choice}', choice));
  return spread.flatMap((text) =>
    [...text.matchAll(/['`]([a-zA-Z-]+(?:\.[a-zA-Z-]+)+)['`]/g)].map(([, key]) => key ?? ''),
  );
}
