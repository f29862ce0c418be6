/** One numbered step of a file's schema. Once released it is never edited: a later step changes what it made. */
export interface Migration {
  readonly version: number;
  readonly sql: string;
}
