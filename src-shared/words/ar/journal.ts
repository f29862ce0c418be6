import type { journal as english } from '../en/journal.ts';

export const journal: Record<keyof typeof english, string> = {
  'journal.find': 'البحث عن طلب',
  'journal.find.hint': 'الرقم أو الرقم التسلسلي أو البطاقة أو كلمات كاملة من المرجع',
  'journal.find.clear': 'مسح البحث',
  'journal.find.all': 'عرض كل الطلبات',
  'journal.state': 'الحالة',
  'journal.state.any': 'كل الحالات',
  'journal.wallet.any': 'كل المحافظ',
  'journal.day': 'اليوم',
  'journal.day.any': 'أي يوم',
  // Marks keep the order that digits have.
  'journal.day.form': '\u206621/11/2026\u2069',
  'journal.day.wrong': 'اكتب اليوم هكذا: \u206621/11/2026\u2069.',
  'journal.day.pick': 'اختيار الأيام من التقويم',
  'journal.card.only': '{name} فقط',
  'journal.card.others': 'كل طلبات هذه البطاقة',
  'journal.noneFound': 'لا طلب مطابق.',
  'journal.noneFound.next': 'اكتب جزءًا من الرقم أو كلمات كاملة من المرجع، أو اعرض كل الطلبات.',
  'order.card': 'البطاقة',
  'order.reference.closed':
    'لا يمكن فتحه. بيانات هذا الطلب المحفوظة (المشفّرة) تالفة أو مُحيت.',
  'order.reference.closed.short': 'المرجع لا يمكن فتحه',
  'order.saleNumber': 'رقم عملية البيع',
  'tray.reading': 'جارٍ تحميل العمليات…',
  'tray.unread': 'تعذّر تحميل العمليات التي لم تكتمل.',
  'tray.wanted': 'ما زال مطلوبًا؟',
  'tray.more':
    '{count, plural, zero {لا غيرها في الطلبات} one {عملية أخرى في الطلبات} two {عمليتان أخريان في الطلبات} few {# عمليات أخرى في الطلبات} many {# عملية أخرى في الطلبات} other {# عملية أخرى في الطلبات}}',
  'tray.unbought':
    '{count, plural, zero {كل العمليات تمت} one {عملية واحدة لم تتم} two {عمليتان لم تتما} few {# عمليات لم تتم} many {# عملية لم تتم} other {# عملية لم تتم}}',
  'order.askAgain': 'فتح العملية من جديد',
  'order.askAgain.next': 'أجب عن السؤال أدناه، أو اتركه.',
  'state.settling.onlyAsked': 'تكتفي نقطة البيع بالتحقق الآن. رغبة الزبون لا تغيّر شيئًا: انتظر الرد.',

  'story.title': 'الطلب بكلام واضح',
  'story.sent': 'ما أرسلناه',
  'story.sent.what': '{quantity} × {card} بمبلغ {total}.',
  'story.sent.never': 'لم يخرج شيء من هذا الجهاز.',
  'story.sent.times':
    '{count, plural, zero {لم يُرسل.} one {أُرسل مرة واحدة، {time}.} two {أُرسل مرتين بالرقم نفسه، آخرهما {time}.} few {أُرسل # مرات بالرقم نفسه، آخرها {time}.} many {أُرسل # مرة بالرقم نفسه، آخرها {time}.} other {أُرسل # مرة بالرقم نفسه، آخرها {time}.}}',
  'story.asked.times':
    '{count, plural, zero {لم نتحقق منه.} one {تحققنا منه مرة واحدة، {time}.} two {تحققنا منه مرتين، آخرهما {time}.} few {تحققنا منه # مرات، آخرها {time}.} many {تحققنا منه # مرة، آخرها {time}.} other {تحققنا منه # مرة، آخرها {time}.}}',
  'story.known': 'ما نعلمه',
  'story.known.nothing': 'لم تقل الخدمة عنه شيئًا بعد.',
  'story.known.invoice': 'هو مدرج في فاتورة لدى الخدمة.',
  'story.known.codes.sealed': 'رموزه محفوظة (مشفّرة) في هذا الجهاز وتنتظر الزبون.',
  'story.known.codes.toReveal': 'لم تصل كل رموزه مع الرد.',
  'story.known.codes.handedOver': 'سُلّمت رموزه إلى الزبون.',
  'story.known.lost':
    '{count, plural, zero {لكل محاولة رد.} one {محاولة واحدة بلا رد.} two {محاولتان بلا رد.} few {# محاولات بلا رد.} many {# محاولة بلا رد.} other {# محاولة بلا رد.}}',
  'story.known.unverified':
    '{count, plural, zero {كل الردود مؤكدة.} one {رد واحد تعذّر التحقق منه.} two {ردّان تعذّر التحقق منهما.} few {# ردود تعذّر التحقق منها.} many {# ردًا تعذّر التحقق منها.} other {# رد تعذّر التحقق منها.}}',
  'story.open': 'ما لا نعلمه',
  'story.open.bought': 'هل تم الشراء أم لا.',
  'story.open.outcome': 'النتيجة: ما زالت الخدمة تعمل عليه.',
  'story.open.whenSent': 'متى تقبله الخدمة. حتى الآن لم يتم شراء شيء.',
  'story.open.codes': 'الرموز الناقصة، حتى ترسلها الخدمة مرة أخرى.',
  'story.open.sealed': 'هل وصلت الرموز إلى الزبون.',
  'story.open.nothing': 'لا شيء: أُغلق الطلب.',
  'story.staff': 'لدعم الخدمة',
  'story.staff.accepted': 'إذا طال أكثر من دقائق فأبلغ دعم الخدمة أن هذا الطلب بلا نتيجة.',
  'story.staff.attention': 'اسأل دعم الخدمة عن نتيجة هذا الطلب قبل أن تقرر.',
  'story.staff.refused': 'إذا لم يتضح سبب الرفض فأعطِ دعم الخدمة هذه الأرقام واسأله.',
  'story.staff.none': 'لا شيء للإبلاغ عنه. يجده دعم الخدمة بهذه الأرقام.',
  'story.copy': 'نسخ الأرقام',
  'story.copied': 'تم النسخ، بلا أي رمز بطاقة.',
};
