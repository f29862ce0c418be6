import type { today as english } from '../en/today.ts';

export const today: Record<keyof typeof english, string> = {
  'today.title': 'أرقام اليوم',
  'today.loading': 'جارٍ تحميل أرقام اليوم…',
  'today.sold': 'ما بيع',
  'today.sold.none': 'لا شيء بعد',
  'today.margin': 'الربح',
  'today.unsettled': 'طلبات لم تكتمل',
  'today.none': 'لا يوجد',
  'today.complaints': 'الشكاوى المفتوحة',
  'today.complaints.oldest': 'أقدمها: {age}',
  'today.wallet': 'رصيد منخفض: {name}',
  'today.wallet.asOf': 'حُدّث {age}',
  'today.wallets': 'محافظ منخفضة الرصيد',
  'today.wallets.unread': 'غير معروف بعد',
  'today.wallets.asOf': 'حُدّثت الأرصدة {age}',
  'today.wallets.more':
    '{count, plural, zero {لا محافظ أخرى منخفضة الرصيد} one {محفظة أخرى منخفضة الرصيد} two {محفظتان أخريان منخفضتا الرصيد} few {# محافظ أخرى منخفضة الرصيد} many {# محفظة أخرى منخفضة الرصيد} other {# محفظة أخرى منخفضة الرصيد}}',
  'today.key': 'المفتاح',
  'today.key.none': 'لا مفتاح مفعّل',
  'today.key.noEnd': 'مفعّل',
  'today.key.until': 'حتى {date}',
  'today.key.days':
    '{count, plural, zero {ينتهي اليوم} one {بقي يوم واحد} two {بقي يومان} few {بقيت # أيام} many {بقي # يومًا} other {بقي # يوم}}',
  'today.backup': 'آخر نسخة احتياطية',

  'wallet.low.byAverage': 'الرصيد منخفض: تكلفة يوم متوسط {amount}.',
  'wallet.low.runs': 'الرصيد منخفض.',
  'wallet.low.under.average': 'تنبيه عند أقل من تكلفة يوم متوسط ({amount})',
  'wallet.low.under.day': 'تنبيه عند أقل من تكلفة يوم متوسط',
  'wallet.low.never': 'إيقاف التنبيه',
  'wallet.low.copy': 'نسخ طلب الشحن',
  'wallet.low.notCopied': 'اكتب طلب الشحن بنفسك. المحفظة ورصيدها أعلاه.',
  'wallet.low.copied': 'تم النسخ. أرسله إلى دعم الخدمة.',

  'topUp.title': 'نرجو شحن رصيد محفظتنا.',
  'topUp.title.of': '{shop}: نرجو شحن رصيد محفظتنا.',
  'topUp.wallet': 'المحفظة: {wallet}',
  'topUp.balance': 'الرصيد: {amount} ({time})',
  'topUp.average': 'تكلفة يوم متوسط لدينا {amount}.',
};
