/** Turns a parsed JSON body into a value, or null where it does not have the shape the API promises. */
export type BodyReader<T> = (body: unknown) => T | null;
