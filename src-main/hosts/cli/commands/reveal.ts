import type { InvoiceId, SoldCardId, WalletId } from '../../../core/ids.ts';
import { invalid, uuidOption, uuidWord } from '../terminal/arguments.ts';
import { done, failed } from '../terminal/command-outcome.ts';
import type { Command } from './command.ts';

export const reveal: Command = {
  usage: 'W (--card S | --invoice I)',
  options: ['card', 'invoice'],
  words: { from: 1, to: 1 },
  roles: ['manager'],
  run: async (context) => {
    const { args } = context;
    const walletId = uuidWord<WalletId>(args, 0, 'wallet');
    if (!walletId.ok) return failed(walletId.error);
    const byCard = args.text('card') !== null;
    if (byCard === (args.text('invoice') !== null)) return failed(invalid(byCard ? 'invoice' : 'card').error);
    const target = byCard
      ? uuidOption<SoldCardId & InvoiceId>(args, 'card')
      : uuidOption<SoldCardId & InvoiceId>(args, 'invoice');
    if (!target.ok) return failed(target.error);
    const counter = await context.counter();
    if (!counter.ok) return failed(counter.error);
    const { reveals } = counter.value;
    const codes = await (byCard
      ? reveals.revealCard(walletId.value, target.value)
      : reveals.revealInvoice(walletId.value, target.value));
    return codes.ok ? done({ codes: codes.value }) : failed(codes.error);
  },
};
