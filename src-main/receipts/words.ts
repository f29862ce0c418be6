import type { Language } from '../../src-shared/contract/schemas.ts';

const en = {
  title: 'Receipt',
  copy: 'Copy',
  training: 'TRAINING - not a sale',
  card: 'Card',
  price: 'Cost each',
  quantity: 'Quantity',
  total: 'Total',
  time: 'Sold',
  reference: 'Reference',
  order: 'Order',
  invoice: 'Invoice',
  voucher: 'Card code',
  serialNumber: 'Serial number',
  number: 'No.',
  unnamed: 'Card',
} as const;
export type ReceiptWord = keyof typeof en;

/** The few words of a receipt. It is the customer's: its language is chosen apart from that of the screens. */
export const receiptWords: Readonly<Record<Language, Readonly<Record<ReceiptWord, string>>>> = {
  en,
  ar: {
    title: 'إيصال',
    copy: 'نسخة',
    training: 'تدريب - ليست عملية بيع',
    card: 'البطاقة',
    price: 'تكلفة الوحدة',
    quantity: 'الكمية',
    total: 'الإجمالي',
    time: 'وقت البيع',
    reference: 'المرجع',
    order: 'الطلب',
    invoice: 'الفاتورة',
    voucher: 'رمز البطاقة',
    serialNumber: 'الرقم التسلسلي',
    number: 'رقم',
    unnamed: 'بطاقة',
  },
};
