import type { codes as english } from '../en/codes.ts';

export const codes: Record<keyof typeof english, string> = {
  'codes.title': 'الرموز',
  'codes.says': 'مخفية حتى تُظهرها. يمكنك نسخها وهي مخفية.',
  'codes.reveal': 'إظهار',
  'codes.hide': 'إخفاء',
  'codes.copy': 'نسخ',
  'codes.copy.serialNumber': 'نسخ الرقم التسلسلي للبطاقة {number}',
  'codes.copy.voucher': 'نسخ رمز البطاقة {number}',
  'codes.copied': 'تم النسخ',
  'codes.done': 'تسليم',
  'codes.close': 'إغلاق',
  'codes.card': 'البطاقة {number}',
  'codes.serialNumber': 'الرقم التسلسلي',
  'codes.voucher': 'رمز البطاقة',
  'codes.hidden': 'مخفي',
  'codes.absent': 'لا يوجد لهذه البطاقة',
  'codes.shown.announce': 'ظهرت الرموز.',
  'codes.hidden.announce': 'أُخفيت الرموز.',
  'codes.copied.announce': 'تم النسخ إلى الحافظة.',
  'codes.countdown':
    '{seconds, plural, zero {تُخفى الآن} one {تُخفى بعد ثانية واحدة} two {تُخفى بعد ثانيتين} few {تُخفى بعد # ثوانٍ} many {تُخفى بعد # ثانية} other {تُخفى بعد # ثانية}}',
  'codes.extend': 'تمديد الوقت',
  'codes.count': '{count, plural, zero {لا رموز} one {رمز واحد} two {رمزان} few {# رموز} many {# رمزًا} other {# رمز}}',
  'codes.toReveal': 'ترسل الخدمة هذه الرموز مرة أخرى عند إظهارها.',
  'codes.handedOver': 'سُلّمت هذه الرموز. لا تُظهرها إلا إذا طلبها الزبون.',
  'codes.hiddenAgain': 'أُخفيت الساعة {time}.',
  'codes.revealAll': 'إظهار الكل',
  'codes.reveal.one': 'إظهار البطاقة {number}',
  'owned.history': 'ما حدث لرموزها هنا',
  'owned.reveal.invoice':
    '{count, plural, zero {إظهار الفاتورة} one {إظهار الفاتورة: بطاقة واحدة} two {إظهار الفاتورة: بطاقتان} few {إظهار الفاتورة: # بطاقات} many {إظهار الفاتورة: # بطاقة} other {إظهار الفاتورة: # بطاقة}}',
};
