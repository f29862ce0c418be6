import { useText } from '../base/i18n/use-text.ts';
import { useStaff } from '../base/stores/staff-store.ts';

/** The name that goes with a random id of the journal; names are erased with the person. */
export function PersonName({ id }: { id: string }) {
  const text = useText();
  const name = useStaff(({ people }) => people.find((person) => person.id === id)?.name);
  return <bdi>{name ?? text('people.erased')}</bdi>;
}
