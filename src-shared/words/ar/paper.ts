import type { paper as english } from '../en/paper.ts';

export const paper: Record<keyof typeof english, string> = {
  'paper.title': 'إيصال',
  'paper.copy': 'نسخة',
  'paper.training': 'تدريب - ليست عملية بيع',
  'paper.card': 'البطاقة',
  'paper.price': 'سعر الوحدة',
  'paper.quantity': 'الكمية',
  'paper.total': 'الإجمالي',
  'paper.time': 'وقت البيع',
  'paper.reference': 'المرجع',
  'paper.saleNumber': 'رقم عملية البيع',
  'paper.order': 'الطلب',
  'paper.makesGood': 'بطاقة بديلة مجانية عن الطلب',
  'paper.invoice': 'الفاتورة',
  'paper.voucher': 'رمز البطاقة',
  'paper.serialNumber': 'الرقم التسلسلي',
  'paper.number': 'رقم',
  'paper.unnamed': 'بطاقة',
};
