import type { journal as english } from '../en/journal.ts';

export const journal: Record<keyof typeof english, string> = {
  'journal.find': 'ابحث عن طلب',
  'journal.find.hint': 'الرقم أو المرجع أو البطاقة',
  'journal.find.clear': 'امسح ما تبحث عنه',
  'journal.find.all': 'اعرض كل الطلبات من جديد',
  'journal.state': 'الحالة',
  'journal.state.any': 'كل الحالات',
  'journal.wallet.any': 'كل المحافظ',
  'journal.day': 'اليوم',
  // Marks keep the order that digits have.
  'journal.day.form': 'يوم\u200e/شهر\u200e/سنة',
  'journal.day.wrong': 'اكتب اليوم هكذا: \u200e21/11/2026\u200e.',
  'journal.card.only': 'فقط {name}',
  'journal.card.others': 'كل طلبات هذه البطاقة',
  'journal.noneFound': 'لا طلب يطابق.',
  'journal.noneFound.next': 'اكتب جزءًا من الرقم أو المرجع، أو اعرض كل الطلبات من جديد.',
  'order.card': 'البطاقة',
  'tray.reading': 'تُقرأ المبيعات غير المحسومة',
  'tray.unread': 'تعذّرت قراءة المبيعات غير المحسومة.',
  'tray.wanted': 'ما زال مطلوبًا؟',
  'tray.more':
    '{count, plural, zero {لا غيرها في الطلبات} one {بيع آخر في الطلبات} two {بيعان آخران في الطلبات} few {# مبيعات أخرى في الطلبات} many {# بيعًا آخر في الطلبات} other {# بيع آخر في الطلبات}}',
  'tray.unbought':
    '{count, plural, zero {لا بيع لم يتم} one {بيع واحد لم يتم} two {بيعان لم يتما} few {# مبيعات لم تتم} many {# بيعًا لم يتم} other {# بيع لم يتم}}',
  'order.askAgain': 'افتح البيع من جديد',
  'order.askAgain.next': 'أجب عن السؤال أدناه، أو اتركه.',
  'state.settling.onlyAsked': 'نقطة البيع تسأل عنه فقط. ورغبة الزبون فيه لا تغيّر شيئًا الآن: انتظر الجواب.',

  'story.title': 'الطلب بكلام واضح',
  'story.sent': 'ما أرسلناه',
  'story.sent.what': '{quantity} × {card} بمبلغ {total}.',
  'story.sent.never': 'لم يخرج شيء من هذا الجهاز.',
  'story.sent.times':
    '{count, plural, zero {لم يُرسل، {time}.} one {أُرسل مرة واحدة، {time}.} two {أُرسل مرتين بالرقم نفسه، آخرهما {time}.} few {أُرسل # مرات بالرقم نفسه، آخرها {time}.} many {أُرسل # مرة بالرقم نفسه، آخرها {time}.} other {أُرسل # مرة بالرقم نفسه، آخرها {time}.}}',
  'story.asked.times':
    '{count, plural, zero {لم نسأل عنه، {time}.} one {سألنا عنه مرة واحدة، {time}.} two {سألنا عنه مرتين، آخرهما {time}.} few {سألنا عنه # مرات، آخرها {time}.} many {سألنا عنه # مرة، آخرها {time}.} other {سألنا عنه # مرة، آخرها {time}.}}',
  'story.known': 'ما نعلمه',
  'story.known.nothing': 'لم تقل الخدمة عنه شيئًا بعد.',
  'story.known.invoice': 'هو مدرج في فاتورة لدى الخدمة.',
  'story.known.codes.sealed': 'رموزه مختومة في هذا الجهاز وتنتظر الزبون.',
  'story.known.codes.toReveal': 'لم تصل كل رموزه مع الجواب.',
  'story.known.codes.handedOver': 'سُلّمت رموزه إلى الزبون.',
  'story.known.lost':
    '{count, plural, zero {لم يضِع أي جواب.} one {محاولة واحدة لم يأتها جواب.} two {محاولتان لم يأتهما جواب.} few {# محاولات لم يأتها جواب.} many {# محاولة لم يأتها جواب.} other {# محاولة لم يأتها جواب.}}',
  'story.known.unbelieved':
    '{count, plural, zero {كل الأجوبة موثوقة.} one {جواب واحد لم يمكن تصديقه.} two {جوابان لم يمكن تصديقهما.} few {# أجوبة لم يمكن تصديقها.} many {# جوابًا لم يمكن تصديقه.} other {# جواب لم يمكن تصديقه.}}',
  'story.open': 'ما لا نعلمه',
  'story.open.bought': 'هل اشتُري أم لا.',
  'story.open.outcome': 'كيف ينتهي: الخدمة ما زالت تعمل عليه.',
  'story.open.whenSent': 'متى تقبله الخدمة. وحتى الآن لم يُشترَ شيء.',
  'story.open.codes': 'الرموز الناقصة، حتى تعرضها الخدمة مرة أخرى.',
  'story.open.sealed': 'هل وصلت الرموز إلى الزبون.',
  'story.open.nothing': 'لا شيء: انتهى أمره.',
  'story.staff': 'لموظفي الخدمة',
  'story.staff.accepted': 'إذا طال أكثر من دقائق فأبلغهم أن لديهم هذا الطلب بلا نتيجة.',
  'story.staff.attention': 'اسألهم عما آل إليه هذا الطلب قبل أن تقرر.',
  'story.staff.refused': 'إذا لم يتضح لك سبب الرفض فاسألهم بهذه الأرقام.',
  'story.staff.none': 'لا شيء تبلّغهم به. وبهذه الأرقام يجدونه إن لزم.',
  'story.copy': 'انسخ الأرقام',
  'story.copied': 'نُسخت، بلا أي رمز بطاقة.',
};
