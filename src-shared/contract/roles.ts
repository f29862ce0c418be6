/** What a person at the counter may do. An auditor sees everything, sells nothing and sees no code. */
export const roles = ['cashier', 'manager', 'auditor'] as const;
export type Role = (typeof roles)[number];
