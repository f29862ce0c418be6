/** What screens and command line both say: what a permission is for, what a cause means, what to know of an order. */
export const shared = {
  'copyStatus.unchecked': 'What could not be read',
  'copyStatus.unchecked.wallets': 'The list of wallets',
  'copyStatus.unchecked.tooMany': 'The list is very long. The next check continues after what was read.',
  'copyStatus.unchecked.again': 'Check again: it continues where it stopped.',
  'copyStatus.unchecked.risk':
    'What was not read was not compared. Another copy may have sold from there, and this journal would not show it. Cards may have been bought twice, and a customer may already have codes that you can show now.',
  'permission.profile:read': 'Read who this counter sells for',
  'permission.wallets:read': 'See the wallets and their balances',
  'permission.catalogue:read': 'See the cards and their prices',
  'permission.orders:create': 'Buy cards',
  'permission.orders:read': 'Check an order',
  'permission.cards:read': 'List the cards that were bought, without their codes',
  'permission.cards:reveal': 'Show codes again where the first answer was lost',
  'permission.diagnostics:use': 'Ask what the service saw of an attempt',
  'cause.none.says': 'Nothing is wrong: the service accepts this counter.',
  'cause.none.next': 'Try again what was refused. If it is refused again, look for the cause again.',
  'cause.clock.says': 'This computer’s clock is wrong.',
  'cause.clock.next': 'Set this computer’s clock, or let the network set it.',
  'cause.service_clock.says':
    'The service has two times: some of what it accepts and signs goes by one, and some by another.',
  'cause.service_clock.next': 'Show this page to the service’s support. Only they can set it right.',
  'cause.no_key.says': 'This counter has no key that the service knows.',
  'cause.no_key.next': 'Set up this counter, or continue its setup.',
  'cause.key_elsewhere.says': 'The key of this counter is for another address than the one in the connection file.',
  'cause.key_elsewhere.next':
    'Choose the connection file that this counter was set up with, or set it up with this one.',
  'cause.key_unreadable.says': 'The key of this counter cannot be opened any more.',
  'cause.key_unreadable.next': 'Open the counter with its recovery phrase, or set up a new key.',
  'cause.key_over.says': 'The key of this counter has ended.',
  'cause.key_over.next': 'Ask the service’s support for an invitation and set up a new key.',
  'cause.key_awaiting.says': 'The key is not active yet, as far as can be seen.',
  'cause.key_awaiting.next': 'Ask the service’s support to activate it; read the key fingerprint to them.',
  'cause.key_not_accepted.says':
    'The service does not accept this key any more, though it did under the same settings.',
  'cause.key_not_accepted.next': 'Ask the service’s support whether they suspended or replaced it.',
  'cause.unreachable.says': 'The service cannot be reached.',
  'cause.unreachable.next':
    'Check the shop’s network, then the address in the connection file. If both are right, tell the service’s support.',
  'cause.certificate_refused.says': 'This counter does not accept the certificate that the address shows.',
  'cause.certificate_refused.next':
    'Check this computer’s date and the address in the connection file. If both are right, ask whoever looks after the network whether a proxy or a virus scanner opens secure connections. If none does, tell the service’s support.',
  'cause.no_answer.says': 'Attempts go out and no whole answer comes back.',
  'cause.no_answer.next': 'Check the shop’s network. If it works, tell the service’s support.',
  'cause.not_the_service.says':
    'Something else answers in place of the service, such as a sign-in page of the network or a gateway.',
  'cause.not_the_service.next':
    'Sign in to the network, or check the address in the connection file. If neither helps, show this page to whoever looks after the network, or to the service’s support.',
  'cause.call_blocked.says': 'Something on the way stops some attempts and lets others through.',
  'cause.call_blocked.next':
    'Ask whoever looks after the network, or the service’s support, whether a firewall or a gateway blocks what is named below.',
  'cause.unsteady.says': 'The same attempt is accepted one time and fails another time.',
  'cause.unsteady.next':
    'Show this page to the service’s support: one of several servers may differ from the others. If none does, ask whoever looks after the network whether the line breaks at times.',
  'cause.answer_changed.says': 'Answers are changed or kept on their way to this counter.',
  'cause.answer_changed.next':
    'Ask whoever looks after the network whether a proxy or a virus scanner rewrites or keeps what passes.',
  'cause.body_changed.says':
    'Reads are accepted and an attempt with a body is not: most likely bodies are changed on their way.',
  'cause.body_changed.next': 'Ask whoever looks after the network whether a proxy rewrites what passes.',
  'cause.request_changed.says': 'Something on the way changes what this counter sends, or takes headers out of it.',
  'cause.request_changed.next':
    'Ask whoever looks after the network or the service’s gateway to let what is named below pass as it is.',
  'cause.request_repeated.says': 'The service got the same attempt twice, and this counter sent it once.',
  'cause.request_repeated.next':
    'Ask whoever looks after the network or the service’s gateway whether a proxy sends attempts again. Show them this page.',
  'cause.profile.says': 'The connection file does not match the service.',
  'cause.profile.next': 'Apply the change. Earlier orders keep the form they had.',
  'cause.service_key_unknown.says': 'The service signs with a key that the connection file does not name.',
  'cause.service_key_unknown.next':
    'Ask the service’s support for their keys and compare the key fingerprint with them.',
  'cause.address_unknown.says':
    'The signatures of the answers do not fit. Either the service sees another address than this counter, or a header of the answers was changed on the way.',
  'cause.address_unknown.next':
    'Ask which host, path and query the service itself sees, and whether a proxy changes headers.',
  'cause.order_form.says': 'Reads are accepted and orders are not. The counter never tries out orders.',
  'cause.order_form.next':
    'Ask the service which components it requires of an order and how it wants the Idempotency-Key.',
  'cause.reveal_form.says': 'Reads are accepted and showing codes is not. The counter never tries that out.',
  'cause.reveal_form.next':
    'Ask the service which components it requires to show codes, and which type and digest without a body.',
  'cause.cursor_form.says': 'The first page of a list is accepted and the next one is not.',
  'cause.cursor_form.next':
    'Ask the service how it reads a cursor, or set its other form in the connection file and read the list again.',
  'cause.answer_uncovered.says':
    'Some answers can be verified and others cannot: they do not cover what the connection file asks of them.',
  'cause.answer_uncovered.next':
    'Ask the service what these answers cover and whether they can cover the rest. Ask less of answers to orders last of all.',
  'cause.form_unknown.says': 'The service refuses the signature in every form that was tried.',
  'cause.form_unknown.next': 'Ask whether the key is active and which forms the service expects. Show what was tried.',
  'cause.source_ip_not_allowed.says': 'The service does not allow this network.',
  'cause.source_ip_not_allowed.next': 'Use the shop’s network, or ask the service’s support to allow this one.',
  'cause.permission_missing.says': 'The signature is accepted; a permission is missing.',
  'cause.permission_missing.next': 'Ask the service’s support for the permission named below.',
  'cause.access_withdrawn.says': 'The signature is accepted; the account is closed to this counter.',
  'cause.access_withdrawn.next': 'Ask the manager or the service’s support to open it.',
  'cause.no_wallet.says': 'This counter has no wallet to buy from.',
  'cause.no_wallet.next':
    'Ask the service’s support to open a wallet to this counter. It can sell nothing before that.',
  'cause.wallet_refused.says': 'The signature is accepted; the wallet that was used last is closed to this counter.',
  'cause.wallet_refused.next': 'Use another wallet, or ask the service’s support to open this one.',
  'cause.service_busy.says': 'The service is busy or has a problem.',
  'cause.service_busy.next': 'Wait a few minutes and check again. If it happens again, tell the service’s support.',
  'cause.invitation_refused.says': 'The service does not accept the invitation or its setup code.',
  'cause.invitation_refused.next': 'Compare both with what you were sent. If they agree, ask for a new invitation.',
  'cause.invitation_over.says':
    'The invitation has ended: its time ran out, it was withdrawn, or another key was made with it.',
  'cause.invitation_over.next': 'Ask the service’s support for a new invitation.',
  'cause.key_refused.says': 'The service does not accept the key as it was sent.',
  'cause.key_refused.next':
    'Ask the service what a key must be, and correct the fields named here in the connection file.',
  'cause.restart_awaited.says':
    'The invitation has a key, most likely this one, but its challenge was lost on the way.',
  'cause.restart_awaited.next': 'Ask the service’s support to restart the setup, then continue with the same key.',
  'cause.proof_form.says': 'The service does not accept the proof in any form that was tried.',
  'cause.proof_form.next':
    'Ask the service what the proof signs and how its body is written. The key and its challenge are kept.',
  'cause.thumbprint_differs.says': 'The service shows another key fingerprint than that of this counter’s key.',
  'cause.thumbprint_differs.next': 'Do not let the key be activated. Ask the service’s support which key they have.',
  'cause.base_path.says': 'The service does not know the address that this counter uses.',
  'cause.base_path.next':
    'Compare the host and the path of baseUrl in the connection file with the service’s documentation.',
  'cause.service_form.says': 'The answers are not written as the service’s documentation says.',
  'cause.service_form.next':
    'Show the service’s support what is listed below. Only the service, or a gateway in front of it, can change it.',
  'cause.word_needed.says':
    'The service refuses what this counter signed. To find out why, the counter must send it in other forms with its key.',
  'cause.word_needed.next':
    'Some services lock a key after many refused attempts. Ask the service’s support first, or let the counter try.',
  'cause.locked_out.says':
    'The service speaks of a lock, or began to refuse in another way while other forms were tried: it may have locked the key.',
  'cause.locked_out.next': 'Try nothing more. Ask the service’s support whether the key is locked.',
  'cause.stopped.says': 'The search was ended before it found anything.',
  'cause.stopped.next': 'Search again.',
  'story.staff.exhausted':
    'Tell the service’s support now: the service has this order and could not find its result. It may have been bought. The counter keeps checking, slowly.',
  'timeline.why.refusal_not_bound':
    'The service refused, but its answer does not say that it is for this order. So the order may have been bought. The counter keeps checking.',
  'timeline.why.not_found_not_bound':
    'The service says that it does not find the order, but that answer does not say which order it is about. It is not enough.',
  'decision.resend.risk':
    'If the customer has left, the shop pays for cards that nobody takes. If the service has forgotten the number, it can buy a second time.',
  'order.codesNotHere': 'The cards are bought. Their codes did not come:',
  'people.erased': 'somebody who was removed',
  'backup.trouble': 'The daily backup was not made',
  'backup.trouble.no_space': 'There is not enough room on the disk. Make room: the counter then tries again.',
  'backup.trouble.not_permitted': 'The counter may not write into the backups folder. Ask your technician to allow it.',
  'backup.trouble.device_gone': 'The disk did not write the backup. Ask your technician to check the disk.',
  'backup.trouble.damaged':
    'The backup was not what had been written, so it was not kept. Ask your technician to check the disk.',
  'backup.trouble.sales': 'Nothing was lost: the journal and the backups from before are still there.',
  'vault.waysBack':
    'The file vault.json holds the key to everything saved (encrypted) in this folder. Copy it back from a copy of the whole folder. The recovery phrase only opens that file, and backups of the journal do not hold it. Without a copy nobody can read the codes and the signing key here. Keep this folder and set up the counter in a new one. Ask the service’s support about open orders. "orders" and "journal events" still work.',
  'order.askedUntil': 'The service asks us to wait with this order until {time}.',
  'order.asksNext': 'The counter checks it again at {time}.',
  'order.endsBy': 'The result is known by {time} at the latest, if the service answers.',
} as const;
