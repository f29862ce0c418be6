import type { leaving as english } from '../en/leaving.ts';

export const leaving: Record<keyof typeof english, string> = {
  'lock.title': 'نقطة البيع مقفلة',
  'lock.says': 'الرموز مخفية وعملك محفوظ، والتحقق من الطلبات مستمر.',
  'lock.continue': 'متابعة',

  'taken.title': 'نقطة البيع مفتوحة في تبويب آخر',
  'taken.says': 'يستمر عملك هناك. لا يمكنك عمل شيء في هذا التبويب.',
  'taken.here': 'متابعة في هذا التبويب',

  'leaving.title': 'القفل والحافظة',
  'leaving.lock': 'القفل بعد',
  'leaving.clipboard': 'مسح الرمز المنسوخ بعد',
  'leaving.minutes':
    '{count, plural, zero {بلا انتظار} one {دقيقة واحدة} two {دقيقتين} few {# دقائق} many {# دقيقة} other {# دقيقة}}',
  'leaving.seconds':
    '{count, plural, zero {بلا انتظار} one {ثانية واحدة} two {ثانيتين} few {# ثوانٍ} many {# ثانية} other {# ثانية}}',

  'large.title': 'العمليات الكبيرة',
  'large.says': 'تسأل نقطة البيع مرة أخرى قبل عملية كهذه. ويحتاج فيها الكاشير إلى المدير.',
  'large.cards': 'إذا زادت البطاقات على',
  'large.cards.invalid': 'أدخل رقمًا من 1 إلى 10000.',
  'large.amount': 'إذا زاد الإجمالي على ({unit})',
  'large.saved': 'تم الحفظ',

  'size.title': 'حجم النص والأزرار',
  'size.smaller': 'أصغر',
  'size.larger': 'أكبر',

  'quit.title': 'هل تريد إغلاق نقطة البيع الآن؟',
  'quit.pending':
    '{count, plural, zero {كل العمليات لها نتيجة.} one {عملية بيع واحدة بلا نتيجة بعد.} two {عمليتا بيع بلا نتيجة بعد.} few {# عمليات بيع بلا نتيجة بعد.} many {# عملية بيع بلا نتيجة بعد.} other {# عملية بيع بلا نتيجة بعد.}}',
  'quit.pending.next': 'لن يُفقد شيء. عند تشغيل نقطة البيع من جديد تتحقق أولًا مع الخدمة. لا تبع الشيء نفسه قبل ذلك.',
  'quit.codes':
    '{count, plural, zero {سُلّمت كل الرموز.} one {رموز عملية بيع واحدة لم تُسلَّم بعد.} two {رموز عمليتي بيع لم تُسلَّم بعد.} few {رموز # عمليات بيع لم تُسلَّم بعد.} many {رموز # عملية بيع لم تُسلَّم بعد.} other {رموز # عملية بيع لم تُسلَّم بعد.}}',
  'quit.codes.next': 'تبقى محفوظة (مشفّرة) وتنتظر في «عمليات لم تكتمل».',
  'quit.training': 'هذا تدريب: كل ما بيع فيه يُمحى عند الإغلاق.',
  'quit.confirm': 'إغلاق نقطة البيع',
  'quit.back': 'إلغاء',
};
