import type { desk as english } from '../en/desk.ts';

export const desk: Record<keyof typeof english, string> = {
  'lock.title': 'نقطة البيع مقفلة',
  'lock.says': 'الرموز مخفية وما بدأتَه محفوظ. والمبيعات الجارية تمضي من تلقاء نفسها.',
  'lock.continue': 'متابعة',

  'taken.title': 'نقطة البيع مفتوحة في تبويب آخر',
  'taken.says': 'يستمر العمل هناك، ومعه ما بدأتَه هنا. ولا يمكن عمل شيء في هذا التبويب.',
  'taken.here': 'متابعة في هذا التبويب',

  'leaving.title': 'القفل والحافظة',
  'leaving.lock': 'القفل إن لم يستعملها أحد مدة',
  'leaving.clipboard': 'إزالة الرمز المنسوخ من الحافظة بعد',
  'leaving.minutes':
    '{count, plural, zero {بلا انتظار} one {دقيقة واحدة} two {دقيقتين} few {# دقائق} many {# دقيقة} other {# دقيقة}}',
  'leaving.seconds':
    '{count, plural, zero {بلا انتظار} one {ثانية واحدة} two {ثانيتين} few {# ثوانٍ} many {# ثانية} other {# ثانية}}',

  'large.title': 'البيع الكبير',
  'large.says': 'تسأل نقطة البيع مرة أخرى قبل بيع كهذا.',
  'large.cards': 'إذا زادت البطاقات على',
  'large.cards.invalid': 'أدخل رقمًا من 1 إلى 10000.',
  'large.amount': 'إذا زاد المجموع على، بعملة {unit}',
  'large.saved': 'تم الحفظ',

  'size.title': 'حجم الكلمات والأزرار',
  'size.smaller': 'أصغر',
  'size.larger': 'أكبر',

  'quit.title': 'أتريد إغلاق نقطة البيع الآن؟',
  'quit.pending':
    '{count, plural, zero {لا بيع بلا نتيجة.} one {بيع واحد لا نتيجة له بعد.} two {بيعان لا نتيجة لهما بعد.} few {# مبيعات لا نتيجة لها بعد.} many {# بيعًا لا نتيجة له بعد.} other {# بيع لا نتيجة له بعد.}}',
  'quit.pending.next':
    'لا يضيع شيء: عند تشغيل نقطة البيع من جديد تسأل الخدمةَ أولًا عما جرى. لا تبع الشيء نفسه ثانية قبل ذلك.',
  'quit.codes':
    '{count, plural, zero {سُلّمت كل الرموز.} one {رموز بيع واحد لم تُسلَّم بعد.} two {رموز بيعين لم تُسلَّم بعد.} few {رموز # مبيعات لم تُسلَّم بعد.} many {رموز # بيعًا لم تُسلَّم بعد.} other {رموز # بيع لم تُسلَّم بعد.}}',
  'quit.codes.next': 'تبقى مختومة في السجل وتنتظر في الشريط السفلي.',
  'quit.training': 'هذا تدريب: كل ما بيع فيه يُمحى عند الإغلاق.',
  'quit.confirm': 'إغلاق نقطة البيع',
  'quit.back': 'إبقاؤها مفتوحة',
};
