import type { DoctorCause, Scope } from '../contract/codes.ts';
import { diagnosisWords } from './diagnosis-words.ts';

type Sentence =
  | `timeline.why.${'refusal_not_bound' | 'not_found_not_bound'}`
  | 'decision.resend.risk'
  | 'story.staff.exhausted'
  | 'order.codesNotHere'
  | 'order.askedUntil'
  | 'order.asksNext'
  | 'order.endsBy'
  | 'vault.waysBack'
  // What a check of the records could not read, and what it risks to accept that.
  | `custody.unchecked${'' | '.wallets' | '.tooMany' | '.again' | '.risk'}`;
/**
 * What the screens and the command line both say, in both languages: what a permission is for, what a cause means, and
 * what must be said of an order.
 */
type Words = Readonly<Record<`permission.${Scope}` | `cause.${DoctorCause}.${'says' | 'next'}` | Sentence, string>>;

const en = {
  'custody.unchecked': 'What could not be read',
  'custody.unchecked.wallets': 'The list of wallets',
  'custody.unchecked.tooMany': 'The list is very long. The next check goes on after what was read.',
  'custody.unchecked.again': 'Check again: it goes on where it stopped.',
  'custody.unchecked.risk':
    'What was not read was not compared. Another copy may have sold from there, and these records would not show it: cards may have been bought twice, and codes that open now may be with a customer already.',
  'permission.profile:read': 'Read who this counter sells for',
  'permission.wallets:read': 'See the wallets and their balances',
  'permission.catalogue:read': 'See the cards and their prices',
  'permission.orders:create': 'Buy cards',
  'permission.orders:read': 'Ask what became of an order',
  'permission.cards:read': 'List the cards that were bought, without their codes',
  'permission.cards:reveal': 'Show codes again where the first answer was lost',
  'permission.diagnostics:use': 'Ask what the service saw of a call',
  'cause.none.says': 'Nothing is wrong: the service accepts the calls of this counter.',
  'cause.none.next': 'Try again what was refused. If it is refused again, look for the cause again.',
  'cause.clock.says': 'The clock of this machine is wrong.',
  'cause.clock.next': 'Set the clock of this machine, or let it be set by the network.',
  'cause.no_key.says': 'This counter has no key that the service knows.',
  'cause.no_key.next': 'Enrol this counter, or go on with its enrolment.',
  'cause.key_elsewhere.says': 'The key of this counter is for another address than the one in the deployment file.',
  'cause.key_elsewhere.next':
    'Choose the deployment file that this counter was enrolled with, or enrol it with this one.',
  'cause.key_unreadable.says': 'The key of this counter cannot be opened any more.',
  'cause.key_unreadable.next': 'Open the counter with its recovery phrase, or enrol a new key.',
  'cause.key_over.says': 'The key of this counter has ended.',
  'cause.key_over.next': 'Ask the service’s staff for an invitation and enrol a new key.',
  'cause.key_awaiting.says': 'The key is not active yet, as far as can be seen.',
  'cause.key_awaiting.next': 'Ask the service’s staff to activate it; read the thumbprint to them.',
  'cause.key_not_accepted.says':
    'The service does not accept this key any more, though it did under the same settings.',
  'cause.key_not_accepted.next': 'Ask the service’s staff whether they suspended or replaced it.',
  'cause.unreachable.says': 'The service cannot be reached.',
  'cause.unreachable.next': 'Look at the network of the shop, then at the address in the deployment file.',
  'cause.no_answer.says': 'Calls go out and no whole answer comes back.',
  'cause.no_answer.next': 'Look at the network of the shop. If it is well, tell the service’s staff.',
  'cause.not_the_service.says':
    'Something else answers in place of the service, such as a sign-in page of the network or a gateway.',
  'cause.not_the_service.next':
    'Sign in to the network, compare the address in the deployment file, or take what stands between out of the way.',
  'cause.answer_changed.says': 'Answers are changed on their way to this counter.',
  'cause.answer_changed.next':
    'Ask who looks after the network whether a proxy or a virus scanner rewrites what passes.',
  'cause.body_changed.says':
    'Reads are accepted and calls with a body are not: most likely bodies are changed on their way.',
  'cause.body_changed.next': 'Ask who looks after the network whether a proxy rewrites what passes.',
  'cause.request_changed.says': 'Something on the way takes headers out of the calls of this counter.',
  'cause.request_changed.next':
    'Ask who looks after the network or the service’s gateway to let the headers named below pass.',
  'cause.profile.says': 'The deployment file does not say what the service goes by.',
  'cause.profile.next': 'Apply the change. Orders that were placed before keep the form they had.',
  'cause.service_key_unknown.says': 'The service signs with a key that the deployment file does not know.',
  'cause.service_key_unknown.next': 'Ask the service’s staff for their keys and compare the thumbprint with them.',
  'cause.address_unknown.says':
    'The signatures of the answers do not fit: the service sees another address than this counter, or a header of the answers was changed on the way.',
  'cause.address_unknown.next': 'Ask which host and path the service itself sees, and whether a proxy changes headers.',
  'cause.order_form.says': 'Reads are accepted and orders are not. Orders are never tried out.',
  'cause.order_form.next':
    'Ask the service which components it requires of an order and how it wants the Idempotency-Key.',
  'cause.reveal_form.says': 'Reads are accepted and reveals of codes are not. Reveals are never tried out.',
  'cause.reveal_form.next':
    'Ask the service which components it requires of a reveal, and which type and digest of a call without a body.',
  'cause.cursor_form.says': 'The first page of a list is accepted and the next one is not.',
  'cause.cursor_form.next':
    'Ask the service how it reads a cursor, or set its other form in the deployment file and read the list again.',
  'cause.answer_uncovered.says':
    'Some answers are believed and those to other calls are not: they do not cover what the deployment file asks of them.',
  'cause.answer_uncovered.next':
    'Ask the service what its answers to these calls cover and whether they can cover the rest. Ask less of answers to orders last of all.',
  'cause.form_unknown.says': 'The service refuses the signature in every form that was tried.',
  'cause.form_unknown.next': 'Ask whether the key is active and which forms the service expects. Show what was tried.',
  'cause.source_ip_not_allowed.says': 'The service does not allow this network.',
  'cause.source_ip_not_allowed.next': 'Use the network of the shop, or ask the service’s staff to allow this one.',
  'cause.permission_missing.says': 'The signature is accepted; a permission is missing.',
  'cause.permission_missing.next': 'Ask the service’s staff for it.',
  'cause.access_withdrawn.says': 'The signature is accepted; the account is closed to this counter.',
  'cause.access_withdrawn.next': 'Ask the manager or the service’s staff to open it.',
  'cause.service_busy.says':
    'The service, or the gateway in front of it, asks to be left alone for now or is in trouble itself.',
  'cause.service_busy.next': 'Wait a few minutes and look again.',
  'cause.invitation_refused.says': 'The service does not accept the invitation or its token.',
  'cause.invitation_refused.next': 'Compare both with what you were sent. If they agree, ask for a new invitation.',
  'cause.invitation_over.says':
    'The invitation is over: its time ran out, it was withdrawn, or another key was made with it.',
  'cause.invitation_over.next': 'Ask the service’s staff for a new invitation.',
  'cause.key_refused.says': 'The service does not take the key as it was submitted.',
  'cause.key_refused.next':
    'Ask the service what a submitted key must be, and correct the fields named here in the deployment file.',
  'cause.restart_awaited.says':
    'The invitation has a key, most likely this one, but its challenge was lost on the way.',
  'cause.restart_awaited.next': 'Ask the service’s staff to restart the enrolment, then go on with the same key.',
  'cause.proof_form.says': 'The service does not take the proof in any form that was tried.',
  'cause.proof_form.next':
    'Ask the service what the proof signs and how its body is written. The key and its challenge are kept.',
  'cause.thumbprint_differs.says': 'The service shows another thumbprint than that of this counter’s key.',
  'cause.thumbprint_differs.next': 'Do not let the key be activated. Ask the service’s staff which key they have.',
  'cause.base_path.says': 'The service does not know the address that this counter calls.',
  'cause.base_path.next': 'Compare the path of baseUrl in the deployment file with the service’s documentation.',
  'cause.word_needed.says':
    'The service refuses what this counter signed. To find out why, it must be sent in other forms with the key of this counter.',
  'cause.word_needed.next':
    'Some services lock a key after many refused calls. Ask the service’s staff first, or let the counter try.',
  'cause.locked_out.says':
    'The service speaks of a lock, or began to refuse in another way while other forms were tried: it may have locked the key.',
  'cause.locked_out.next': 'Try nothing more. Ask the service’s staff whether the key is locked.',
  'cause.stopped.says': 'The search was ended before it found anything.',
  'cause.stopped.next': 'Look again.',
  'story.staff.exhausted':
    'Tell the service’s staff now: they hold this order, could not learn its outcome, and it may have been bought. The counter goes on asking, slowly.',
  'timeline.why.refusal_not_bound':
    'The service refused, but its answer does not say that it is for this order. It proves that something was refused, not that nothing was bought. The counter goes on asking.',
  'timeline.why.not_found_not_bound':
    'The service says that it does not find the order, but that answer does not say which order it is about. It proves nothing.',
  'decision.resend.risk':
    'If the customer has left, the shop pays for cards that nobody takes. If the service has forgotten the number, it can buy a second time.',
  'order.codesNotHere': 'The cards are bought. Their codes did not come:',
  'vault.waysBack':
    'The file vault.json holds the key to all that is sealed in this folder. Put it back from a copy of the whole folder: the recovery phrase only opens that file, and backups of the journal do not hold it. Without a copy nobody can open the codes and the signing key here: keep this folder, enrol again in a new one, and ask the staff of the service about orders that are open. "orders" and "journal events" go on working.',
  'order.askedUntil': 'The service asks us to wait with this order until {time}.',
  'order.asksNext': 'The counter asks about it again at {time}.',
  'order.endsBy': 'It is decided by {time} at the latest, if the service answers.',
} as const satisfies Words;

const ar: Words = {
  'custody.unchecked': 'ما تعذّرت قراءته',
  'custody.unchecked.wallets': 'قائمة المحافظ',
  'custody.unchecked.tooMany': 'القائمة طويلة جدًا. تُكمل المراجعة التالية بعد ما قُرئ.',
  'custody.unchecked.again': 'أعد المراجعة: تُكمل من حيث توقفت.',
  'custody.unchecked.risk':
    'ما لم يُقرأ لم يُقارَن. ربما باعت منه نسخة أخرى ولا يظهر ذلك في هذه السجلات: قد تكون بطاقات اشتُريت مرتين، وقد تكون رموز تُفتح الآن لدى زبون من قبل.',
  'permission.profile:read': 'معرفة الجهة التي تبيع نقطة البيع هذه لحسابها',
  'permission.wallets:read': 'رؤية المحافظ وأرصدتها',
  'permission.catalogue:read': 'رؤية البطاقات وأسعارها',
  'permission.orders:create': 'شراء البطاقات',
  'permission.orders:read': 'السؤال عما آل إليه الطلب',
  'permission.cards:read': 'سرد البطاقات المشتراة من دون رموزها',
  'permission.cards:reveal': 'كشف الرموز من جديد إذا ضاع الرد الأول',
  'permission.diagnostics:use': 'السؤال عما رأته الخدمة من الاتصال',
  'cause.none.says': 'لا خلل: تقبل الخدمة اتصالات نقطة البيع هذه.',
  'cause.none.next': 'أعد محاولة ما رُفض. وإن رُفض ثانية فابحث عن السبب من جديد.',
  'cause.clock.says': 'ساعة هذا الجهاز غير صحيحة.',
  'cause.clock.next': 'اضبط ساعة هذا الجهاز، أو اجعل الشبكة تضبطها.',
  'cause.no_key.says': 'ليس لنقطة البيع هذه مفتاح تعرفه الخدمة.',
  'cause.no_key.next': 'سجّل نقطة البيع، أو تابع تسجيلها.',
  'cause.key_elsewhere.says': 'مفتاح نقطة البيع هذه لعنوان غير العنوان الوارد في ملف الربط.',
  'cause.key_elsewhere.next': 'اختر ملف الربط الذي سُجّلت به نقطة البيع، أو سجّلها بهذا الملف.',
  'cause.key_unreadable.says': 'لم يعد ممكنًا فتح مفتاح نقطة البيع هذه.',
  'cause.key_unreadable.next': 'افتح نقطة البيع بعبارة الاسترداد، أو سجّل مفتاحًا جديدًا.',
  'cause.key_over.says': 'انتهت مدة مفتاح نقطة البيع هذه.',
  'cause.key_over.next': 'اطلب من موظفي الخدمة دعوة وسجّل مفتاحًا جديدًا.',
  'cause.key_awaiting.says': 'لم يُفعَّل المفتاح بعد، بحسب ما يظهر.',
  'cause.key_awaiting.next': 'اطلب من موظفي الخدمة تفعيله، واقرأ عليهم البصمة.',
  'cause.key_not_accepted.says': 'لم تعد الخدمة تقبل هذا المفتاح، مع أنها قبلته بالإعدادات نفسها.',
  'cause.key_not_accepted.next': 'اسأل موظفي الخدمة هل أوقفوه أو استبدلوه.',
  'cause.unreachable.says': 'يتعذر الوصول إلى الخدمة.',
  'cause.unreachable.next': 'افحص شبكة المحل، ثم العنوان الوارد في ملف الربط.',
  'cause.no_answer.says': 'تخرج الاتصالات ولا يعود رد كامل.',
  'cause.no_answer.next': 'افحص شبكة المحل. وإن كانت سليمة فأبلغ موظفي الخدمة.',
  'cause.not_the_service.says': 'يرد شيء آخر مكان الخدمة، مثل صفحة دخول الشبكة أو بوابة.',
  'cause.not_the_service.next': 'سجّل الدخول إلى الشبكة، أو راجع العنوان في ملف الربط، أو أزل ما يعترض الطريق.',
  'cause.answer_changed.says': 'تتغير الردود في طريقها إلى نقطة البيع هذه.',
  'cause.answer_changed.next': 'اسأل المسؤول عن الشبكة هل يعيد وسيط أو مضاد فيروسات كتابة ما يمر.',
  'cause.body_changed.says': 'تُقبل القراءات ولا تُقبل الاتصالات ذات المحتوى: الأرجح أن المحتوى يتغير في الطريق.',
  'cause.body_changed.next': 'اسأل المسؤول عن الشبكة هل يعيد وسيط كتابة ما يمر.',
  'cause.request_changed.says': 'شيء ما في الطريق يحذف ترويسات من اتصالات نقطة البيع هذه.',
  'cause.request_changed.next': 'اطلب من المسؤول عن الشبكة أو عن بوابة الخدمة أن يسمح بمرور الترويسات المذكورة أدناه.',
  'cause.profile.says': 'لا يذكر ملف الربط ما تعمل به الخدمة.',
  'cause.profile.next': 'طبّق التغيير. وتبقى الطلبات السابقة على الصيغة التي كانت لها.',
  'cause.service_key_unknown.says': 'توقّع الخدمة بمفتاح لا يعرفه ملف الربط.',
  'cause.service_key_unknown.next': 'اطلب من موظفي الخدمة مفاتيحهم وقارن البصمة معهم.',
  'cause.address_unknown.says':
    'لا توافق تواقيع الردود محتواها: ترى الخدمة عنوانًا غير الذي تراه نقطة البيع هذه، أو تغيّرت ترويسة في الردود على الطريق.',
  'cause.address_unknown.next': 'اسأل أي مضيف ومسار تراهما الخدمة نفسها، وهل يغيّر وسيط الترويسات.',
  'cause.order_form.says': 'تُقبل القراءات ولا تُقبل الطلبات. والطلبات لا تُجرَّب أبدًا.',
  'cause.order_form.next': 'اسأل الخدمة أي مكوّنات تشترط في الطلب وكيف تريد Idempotency-Key.',
  'cause.reveal_form.says': 'تُقبل القراءات ولا يُقبل كشف الرموز. والكشف لا يُجرَّب أبدًا.',
  'cause.reveal_form.next': 'اسأل الخدمة أي مكوّنات تشترط في الكشف، وأي نوع وبصمة محتوى لاتصال بلا محتوى.',
  'cause.cursor_form.says': 'تُقبل الصفحة الأولى من القائمة ولا تُقبل التالية.',
  'cause.cursor_form.next': 'اسأل الخدمة كيف تقرأ مؤشر الصفحة، أو اختر صيغته الأخرى في ملف الربط واقرأ القائمة من جديد.',
  'cause.answer_uncovered.says': 'تُصدَّق بعض الردود ولا تُصدَّق ردود اتصالات أخرى: فهي لا تشمل ما يطلبه ملف الربط منها.',
  'cause.answer_uncovered.next':
    'اسأل الخدمة ماذا تشمل ردودها على هذه الاتصالات وهل يمكن أن تشمل الباقي. واجعل تخفيف شروط ردود الطلبات آخر ما تلجأ إليه.',
  'cause.form_unknown.says': 'ترفض الخدمة التوقيع في كل صيغة جُرّبت.',
  'cause.form_unknown.next': 'اسأل هل المفتاح مفعّل وأي الصيغ تتوقع الخدمة. واعرض ما جُرّب.',
  'cause.source_ip_not_allowed.says': 'لا تسمح الخدمة بهذه الشبكة.',
  'cause.source_ip_not_allowed.next': 'استخدم شبكة المحل، أو اطلب من موظفي الخدمة السماح بهذه.',
  'cause.permission_missing.says': 'التوقيع مقبول، وتنقص صلاحية.',
  'cause.permission_missing.next': 'اطلبها من موظفي الخدمة.',
  'cause.access_withdrawn.says': 'التوقيع مقبول، والحساب مغلق أمام نقطة البيع هذه.',
  'cause.access_withdrawn.next': 'اطلب من المدير أو موظفي الخدمة فتحه.',
  'cause.service_busy.says': 'تطلب الخدمة أو البوابة التي أمامها أن تُترك الآن، أو أنها متعثرة.',
  'cause.service_busy.next': 'انتظر بضع دقائق ثم ابحث من جديد.',
  'cause.invitation_refused.says': 'لا تقبل الخدمة الدعوة أو رمزها.',
  'cause.invitation_refused.next': 'قارنهما بما أُرسل إليك. إن تطابقا فاطلب دعوة جديدة.',
  'cause.invitation_over.says': 'انتهت الدعوة: انقضت مدتها أو سُحبت أو صُنع بها مفتاح آخر.',
  'cause.invitation_over.next': 'اطلب من موظفي الخدمة دعوة جديدة.',
  'cause.key_refused.says': 'لا تقبل الخدمة المفتاح كما قُدّم.',
  'cause.key_refused.next': 'اسأل الخدمة عن شروط المفتاح المقدَّم، وصحّح في ملف الربط الحقول المذكورة هنا.',
  'cause.restart_awaited.says': 'للدعوة مفتاح، وهو هذا على الأرجح، لكن تحدّيه ضاع في الطريق.',
  'cause.restart_awaited.next': 'اطلب من موظفي الخدمة إعادة بدء التسجيل، ثم تابع بالمفتاح نفسه.',
  'cause.proof_form.says': 'لا تقبل الخدمة الإثبات بأي صيغة جُرّبت.',
  'cause.proof_form.next': 'اسأل الخدمة عما يوقّعه الإثبات وكيف يُكتب. المفتاح وتحدّيه محفوظان.',
  'cause.thumbprint_differs.says': 'تعرض الخدمة بصمة غير بصمة مفتاح نقطة البيع هذه.',
  'cause.thumbprint_differs.next': 'لا تدع المفتاح يُفعَّل. اسأل موظفي الخدمة أي مفتاح لديهم.',
  'cause.base_path.says': 'لا تعرف الخدمة العنوان الذي تتصل به نقطة البيع هذه.',
  'cause.base_path.next': 'قارن مسار baseUrl في ملف الربط بوثائق الخدمة.',
  'cause.word_needed.says': 'ترفض الخدمة ما وقّعته نقطة البيع هذه. لمعرفة السبب يجب إرساله بصيغ أخرى بمفتاح نقطة البيع.',
  'cause.word_needed.next':
    'تقفل بعض الخدمات المفتاح بعد اتصالات مرفوضة كثيرة. اسأل موظفي الخدمة أولًا، أو اسمح بالتجربة.',
  'cause.locked_out.says': 'تتحدث الخدمة عن قفل، أو بدأت ترفض بطريقة مختلفة أثناء تجربة صيغ أخرى: ربما أقفلت المفتاح.',
  'cause.locked_out.next': 'لا تجرّب شيئًا آخر. اسأل موظفي الخدمة هل المفتاح مقفل.',
  'cause.stopped.says': 'توقف البحث قبل أن يجد شيئًا.',
  'cause.stopped.next': 'ابحث من جديد.',
  'story.staff.exhausted':
    'أبلغ موظفي الخدمة الآن: هذا الطلب لديهم ولم يتمكنوا من معرفة نتيجته، وربما تم شراؤه. وتواصل نقطة البيع السؤال على مهل.',
  'timeline.why.refusal_not_bound':
    'رفضت الخدمة، لكن جوابها لا يقول إنه لهذا الطلب. فهو يثبت أن شيئًا رُفض، لا أن شيئًا لم يُشترَ. وتواصل نقطة البيع السؤال.',
  'timeline.why.not_found_not_bound': 'تقول الخدمة إنها لا تجد الطلب، لكن جوابها لا يقول عن أي طلب هو. وهذا لا يثبت شيئًا.',
  'decision.resend.risk':
    'إن كان الزبون قد انصرف فسيدفع المتجر ثمن بطاقات لا يأخذها أحد. وإن كانت الخدمة قد نسيت الرقم فقد تشتريه مرة ثانية.',
  'order.codesNotHere': 'تم شراء البطاقات، ولم تصل رموزها:',
  'vault.waysBack':
    'في الملف vault.json مفتاح كل ما هو مختوم في هذا المجلد. أعده من نسخة من المجلد كله: فعبارة الاسترداد لا تفعل إلا فتح ذلك الملف، وليس هو في النسخ الاحتياطية للسجل. وبلا نسخة لا يستطيع أحد فتح الرموز ومفتاح التوقيع هنا: احتفظ بهذا المجلد، وسجّل من جديد في مجلد آخر، واسأل موظفي الخدمة عن الطلبات المفتوحة. ويبقى "orders" و"journal events" يعملان.',
  'order.askedUntil': 'طلبت الخدمة أن ننتظر بهذا الطلب حتى {time}.',
  'order.asksNext': 'تسأل نقطة البيع عنه من جديد عند {time}.',
  'order.endsBy': 'يُحسم الأمر قبل {time} على أبعد تقدير، إذا أجابت الخدمة.',
};

export const words = { en: { ...en, ...diagnosisWords.en }, ar: { ...ar, ...diagnosisWords.ar } } as const;

/** A text with its values; the same braces as in the screens. */
export function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (braced, name: string) => String(values[name] ?? braced));
}

/** How far this machine's clock is off; `seconds` is positive where it is behind. */
export function clockWords(seconds: number, language: 'ar' | 'en'): string {
  if (Math.abs(seconds) < 2) return words[language]['clock.right'];
  return filled(words[language][seconds > 0 ? 'clock.behind' : 'clock.ahead'], {
    amount: durationWords(seconds, language),
  });
}

/** Less than this troubles nobody: a service tolerates about as much. */
export const noticeableSeconds = 60;

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** A time in the two greatest units it has, such as `5 hours, 12 minutes`. */
export function durationWords(seconds: number, language: 'ar' | 'en'): string {
  let rest = Math.abs(seconds);
  const parts: string[] = [];
  for (const [unit, length] of units) {
    const count = Math.floor(rest / length);
    rest -= count * length;
    if (count > 0 && parts.length < 2)
      parts.push(
        new Intl.NumberFormat(`${language}-u-nu-latn`, { style: 'unit', unit, unitDisplay: 'long' }).format(count),
      );
  }
  return new Intl.ListFormat(language, { type: 'unit', style: 'long' }).format(parts);
}
