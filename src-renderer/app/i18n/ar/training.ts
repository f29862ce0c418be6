import type { training as english } from '../en/training.ts';

export const training: Record<keyof typeof english, string> = {
  'lesson.lessons': 'الدروس',
  'lesson.step': 'الخطوة {step} من {of}',
  'lesson.finished': 'تمّ',
  'lesson.leave': 'اترك الدرس',
  'lesson.close': 'إغلاق',
  'lesson.next': 'التالي: {title}',

  'lesson.normal.title': '1 بيع عادي',
  'lesson.normal.choose': 'اختر أي بطاقة: اكتب اسمها أو المسها.',
  'lesson.normal.buy': 'المجموع دقيق. حدّد الكمية ثم اضغط «اشترِ» مرة واحدة.',
  'lesson.normal.codes': 'تم الشراء. الرموز مخفية: اكشفها أو انسخها أو اطبعها.',
  'lesson.normal.handOver': 'هل استلم الزبون الرموز؟ اضغط «استلمها الزبون».',
  'lesson.normal.learned': 'هذا هو البيع: اختر، اشترِ مرة واحدة، سلّم الرموز.',

  'lesson.slow.title': '2 بيع بطيء',
  'lesson.slow.buy': 'اختر بطاقة واشترها. هذه المرة تتمهل الخدمة.',
  'lesson.slow.next': 'مكتوب «قيد التنفيذ»: الطلب لدى الخدمة فلا تبعه مرة أخرى. اضغط «الزبون التالي».',
  'lesson.slow.tray': 'ينتظر البيع في الشريط أدناه وأنت تخدم غيره. حين يظهر «رموز تنتظر التسليم» اضغطه واكشفها.',
  'lesson.slow.handOver': 'سلّم الرموز واضغط «استلمها الزبون».',
  'lesson.slow.learned': 'البيع البطيء يبقى في الشريط حتى يُحسم، ولا ينتظر أحد خلفه.',

  'lesson.lost.title': '3 جواب ضائع',
  'lesson.lost.buy': 'اختر بطاقة واشترها. يصل الطلب ويضيع جوابه في الطريق.',
  'lesson.lost.checking': 'مكتوب «قيد التحقق»: ربما اشتُري. لا تبعه مرة أخرى؛ نقطة البيع ترسل الطلب نفسه حتى تعرف.',
  'lesson.lost.codes': 'اشتُري مرة واحدة. كانت رموزه في الجواب الضائع: افتحها واضغط «اكشف» فتعرضها الخدمة من جديد.',
  'lesson.lost.handOver': 'سلّم الرموز واضغط «استلمها الزبون».',
  'lesson.lost.learned': 'بعد جواب ضائع تعرف نقطة البيع النتيجة من تلقاء نفسها. والطلب نفسه لا يُشترى مرتين أبدًا.',

  'lesson.refused.title': '4 بيع مرفوض',
  'lesson.refused.buy': 'اختر بطاقة واشترها. هذه المرة ترفض الخدمة.',
  'lesson.refused.read': 'انتظر الجواب.',
  'lesson.refused.again': 'مكتوب «مرفوض» والسبب وما العمل. لم يُشترَ شيء. أخبر الزبون ثم اضغط «بيع جديد».',
  'lesson.refused.learned': 'الرفض نهاية ذلك البيع: لم يُشترَ شيء، ويمكنك بيع غيره.',
};
