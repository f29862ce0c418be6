/** The lessons of the training, in the order in which a new cashier walks through them. */
export const lessons = ['normal', 'slow', 'lost', 'refused'] as const;
export type Lesson = (typeof lessons)[number];
