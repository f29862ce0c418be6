/** Neither spaces nor controls, nor marks without a shape of their own such as U+200B. */
const visible = /[^\p{Z}\p{C}\p{Default_Ignorable_Code_Point}]/u;

/** Whether a person who is shown this text sees anything. */
export function isVisible(text: string): boolean {
  return visible.test(text);
}
