import type { catalogue as english } from '../en/catalogue.ts';

export const catalogue: Record<keyof typeof english, string> = {
  'catalogue.favourites': 'المفضلة',
  'catalogue.recent': 'بيعت مؤخرًا',
  'catalogue.best': 'الأكثر مبيعًا',
  'catalogue.found': 'نتائج البحث',
  'catalogue.favourite.of': 'مفضلة: {name}',
  'catalogue.favourites.none': 'لا بطاقات مفضلة بعد',
  'catalogue.favourites.none.next': 'اضغط النجمة على بطاقة. تُختار التسع الأولى بعدها بمفتاح Alt مع رقم.',
  'catalogue.recent.none': 'لم يُبع شيء من هذه المحفظة بعد',
  'catalogue.recent.none.next': 'تظهر البطاقات هنا بعد أول بيع لها.',
  'catalogue.similar': 'لا شيء يُكتب هكذا. هذه بطاقات تشبهه: تحقق قبل أن تختار.',
  'catalogue.retail.show': 'أسعار الزبون',
  'catalogue.offerPrice': 'عرض {price}',
  'wallet.low': 'الرصيد منخفض: أقل من {amount}.',
  'wallet.low.set': 'نبّهني إذا انخفض',
  'wallet.low.change': 'التنبيه تحت {amount}',
  'wallet.low.field': 'نبّه إذا قلّ الرصيد عن',
  'wallet.low.hint': 'اتركه فارغًا لإيقاف التنبيه.',
  'wallet.low.invalid': 'أدخل مبلغًا مثل 50 أو 50.500.',
  'wallet.low.keep': 'احفظ',
  'wallet.low.leave': 'إلغاء',
};
