import type { decisions as english } from '../en/decisions.ts';

export const decisions: Record<keyof typeof english, string> = {
  'decision.open': 'اقرأ وقرّر',
  'decision.known': 'ما نعرفه',
  'decision.unknown': 'لا نعرف هل اشتُريت البطاقات أم لا.',
  'decision.requests':
    '{count, plural, zero {لم تُرسل أي رسالة إلى الخدمة.} one {أُرسلت رسالة واحدة إلى الخدمة في {time}.} two {أُرسلت رسالتان إلى الخدمة، آخرهما في {time}.} few {أُرسلت # رسائل إلى الخدمة، آخرها في {time}.} many {أُرسلت # رسالة إلى الخدمة، آخرها في {time}.} other {أُرسلت # رسالة إلى الخدمة، آخرها في {time}.}}',
  'decision.differs': 'يختلف ما اشتُري عن المطلوب في: {what}.',
  'decision.differs.walletId': 'المحفظة',
  'decision.differs.cardId': 'البطاقة',
  'decision.differs.quantity': 'الكمية',
  'decision.differs.total': 'المجموع',
  'decision.differs.currency': 'العملة',
  'decision.differs.soldCards': 'عدد البطاقات',
  'decision.differs.invoiceId': 'الفاتورة',
  'decision.codesKept':
    '{count, plural, zero {لم يصل أي رمز.} one {وصل رمز واحد وهو محفوظ ومختوم.} two {وصل رمزان وهما محفوظان ومختومان.} few {وصلت # رموز وهي محفوظة ومختومة.} many {وصل # رمزًا وهي محفوظة ومختومة.} other {وصل # رمز وهي محفوظة ومختومة.}}',
  'decision.ask.title': 'اسأل موظفي الخدمة أولًا',
  'decision.ask.says': 'يمكنهم البحث عن الطلب. أعطهم هذه الأرقام.',
  'decision.serviceCode': 'جواب الخدمة',
  'decision.choose': 'ما يمكنك أن تقرره',
  'decision.risk': 'الخطر:',

  'decision.resend.name': 'أرسل الطلب نفسه مرة أخرى',
  'decision.resend.says': 'يُرسل بالرقم نفسه. إن كان لدى الخدمة فستجيب به، وإلا فستشتريه الآن.',
  'decision.resend.do': 'أرسله مجددًا',
  'decision.resend.ask': 'هل تريد إرسال الطلب نفسه مرة أخرى؟',
  'decision.resend.confirm': 'نعم، أرسله مجددًا',
  'decision.accept-not-bought.name': 'لم يتم شراؤه',
  'decision.accept-not-bought.says': 'يُغلق الطلب على أنه لم يُشترَ، ويمكن بدء بيع جديد.',
  'decision.accept-not-bought.risk':
    'إن كانت الخدمة قد اشترته مع ذلك فقد دفع المتجر ثمنه، وسيدفع مرة أخرى مع البيع الجديد.',
  'decision.accept-not-bought.do': 'اعتبره غير مشترى',
  'decision.accept-not-bought.ask': 'هل تعتبر هذا الطلب غير مشترى؟',
  'decision.accept-not-bought.confirm': 'نعم، لم يُشترَ',
  'decision.accept-as-bought.name': 'تم شراؤه',
  'decision.accept-as-bought.says':
    'يُغلق الطلب على أنه اشتُري. لا شيء من رموزه هنا: ابحث عن البطاقات في «البطاقات المشتراة».',
  'decision.accept-as-bought.risk':
    'إن لم يُشترَ شيء فلن ينال الزبون شيئًا من هذا البيع، وسيظهر في حسابات المتجر بيع زائد.',
  'decision.accept-as-bought.do': 'اعتبره مشترى',
  'decision.accept-as-bought.ask': 'هل تعتبر هذا الطلب مشترى؟',
  'decision.accept-as-bought.confirm': 'نعم، اشتُري',
  'decision.reported.says': 'يُغلق الطلب كما أبلغت عنه الخدمة، ويمكن فتح الرموز التي وصلت وتسليمها.',
  'decision.reported.risk': 'قد لا يكون ما اشتُري هو ما طلبه الزبون. قارنه بالبيع قبل أن تسلّم شيئًا.',

  'decision.final': 'يُدوَّن القرار في السجل ولا رجوع عنه.',
  'decision.back': 'رجوع',
  'decision.overtaken': 'يُسأل عن الطلب الآن أو تغيّر قبل لحظة. انظر إليه مجددًا بعد قليل.',
  'decision.noCodes': 'لا شيء من رموزه هنا. ابحث عن البطاقات في «البطاقات المشتراة».',
};
