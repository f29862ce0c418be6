interface EventSchema<K extends string> {
  readonly shape: { readonly kind: { readonly value: K }; readonly body: { readonly shape: object } };
}

/** The kinds of events that have a member of this name in their body. */
export function kindsWith<K extends string>(member: string, schemas: readonly EventSchema<K>[]): readonly K[] {
  return schemas.filter(({ shape }) => Object.hasOwn(shape.body.shape, member)).map(({ shape }) => shape.kind.value);
}
