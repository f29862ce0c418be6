import type { catalogue as english } from '../en/catalogue.ts';

export const catalogue: Record<keyof typeof english, string> = {
  'catalogue.favourites': 'المفضلة',
  'catalogue.recent': 'بيعت مؤخرًا',
  'catalogue.best': 'الأكثر مبيعًا',
  'catalogue.found': 'نتائج البحث',
  'catalogue.favourite.of': 'مفضلة: {name}',
  'catalogue.favourites.none': 'لا بطاقات مفضلة بعد',
  'catalogue.favourites.none.next': 'اضغط النجمة على أي بطاقة، ثم اختر أول تسع منها بالضغط على Alt مع رقم.',
  'catalogue.recent.none': 'لم يُبع شيء من هذه المحفظة بعد',
  'catalogue.recent.none.next': 'تظهر البطاقات هنا بعد أول عملية بيع لها.',
  'catalogue.similar': 'لا نتيجة مطابقة. راجع أقرب البطاقات أدناه.',
  'catalogue.cost.show': 'التكلفة',
  'wallet.low': 'الرصيد منخفض: أقل من {amount}.',
  'wallet.low.set': 'تنبيه عند انخفاض الرصيد',
  'wallet.low.under': 'تنبيه عند أقل من {amount}',
  'wallet.low.change': 'تغيير المبلغ',
  'wallet.low.field': 'تنبيه إذا قلّ الرصيد عن',
  'wallet.low.hint': 'اتركه فارغًا ليأتي التنبيه عند أقل من تكلفة يوم متوسط.',
  'wallet.low.invalid': 'أدخل مبلغًا مثل 50 أو 50.500.',
  'wallet.low.keep': 'حفظ',
  'wallet.low.leave': 'إلغاء',
};
