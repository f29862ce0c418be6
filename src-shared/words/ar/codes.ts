import type { codes as english } from '../en/codes.ts';

export const codes: Record<keyof typeof english, string> = {
  'codes.title': 'الرموز',
  'codes.says': 'مخفية حتى تكشفها. النسخ يعمل وهي مخفية.',
  'codes.reveal': 'اكشف',
  'codes.hide': 'أخفِ',
  'codes.copy': 'انسخ',
  'codes.copy.serialNumber': 'انسخ الرقم التسلسلي للبطاقة {number}',
  'codes.copy.voucher': 'انسخ رمز الشحن للبطاقة {number}',
  'codes.copied': 'نُسخ',
  'codes.done': 'استلمها الزبون',
  'codes.close': 'إغلاق',
  'codes.card': 'البطاقة {number}',
  'codes.serialNumber': 'الرقم التسلسلي',
  'codes.voucher': 'رمز الشحن',
  'codes.hidden': 'مخفي',
  'codes.absent': 'لا يوجد لهذه البطاقة',
  'codes.shown.announce': 'ظهرت الرموز.',
  'codes.hidden.announce': 'أُخفيت الرموز.',
  'codes.copied.announce': 'نُسخ إلى الحافظة.',
  'codes.countdown':
    'تُخفى بعد {seconds, plural, zero {# ثانية} one {ثانية واحدة} two {ثانيتين} few {# ثوانٍ} many {# ثانية} other {# ثانية}}',
  'codes.extend': 'أبقِها أكثر',
  'codes.count': '{count, plural, zero {لا رموز} one {رمز واحد} two {رمزان} few {# رموز} many {# رمزًا} other {# رمز}}',
  'codes.toReveal': 'تعرض الخدمة هذه الرموز مرة أخرى حين تكشفها.',
  'codes.handedOver': 'سُلّمت هذه الرموز. لا تكشفها إلا إذا طلب الزبون.',
  'codes.hiddenAgain': 'أُخفيت عند {time}.',
  'codes.revealAll': 'اكشف الكل',
  'codes.reveal.one': 'اكشف البطاقة {number}',
  'owned.history': 'ما جرى لرموزها هنا',
  'owned.reveal.invoice':
    '{count, plural, zero {اكشف الفاتورة} one {اكشف الفاتورة: بطاقة واحدة} two {اكشف الفاتورة: بطاقتان} few {اكشف الفاتورة: # بطاقات} many {اكشف الفاتورة: # بطاقة} other {اكشف الفاتورة: # بطاقة}}',
};
