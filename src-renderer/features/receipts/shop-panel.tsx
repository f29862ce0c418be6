import { useState, type SyntheticEvent } from 'react';
import { longestShopAddress, longestShopName } from '../../../src-shared/contract/choices.ts';
import type { PreferencesView } from '../../../src-shared/contract/preferences.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { usePreferences } from '../../base/stores/preferences-store.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Field } from '../../ui/field.tsx';
import '../../ui/panel.css';

type Shop = PreferencesView['shop'];

const addressLines = 3;
const names = ['nameEn', 'nameAr'] as const;
const addresses = ['addressEn', 'addressAr'] as const;

/** The name and the address of the shop, in both scripts, as they stand on every receipt. */
export function ShopPanel() {
  const text = useText();
  const { preferences, failure } = usePreferences();
  const [typed, setTyped] = useState<Partial<Shop>>({});
  const [phase, setPhase] = useState<'typing' | 'tried' | 'saved'>('typing');
  const shop: Shop = { ...preferences.shop, ...typed };
  const isWrong =
    names.some((field) => isWrongName(shop[field])) || addresses.some((field) => isWrongAddress(shop[field]));
  const type = (field: keyof Shop, value: string): void => {
    setTyped((now) => ({ ...now, [field]: value }));
    setPhase('typing');
  };
  const submit = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    setPhase('tried');
    if (isWrong) return;
    await usePreferences.getState().change({ shop });
    if (usePreferences.getState().failure !== null) return;
    setTyped({});
    setPhase('saved');
  };
  return (
    <form className="panel" onSubmit={(event) => void submit(event)}>
      <h2>{text('shop.title')}</h2>
      <p className="panel__says">{text('shop.says')}</p>
      {failure === null ? null : <FailureNote failure={failure} />}
      {names.map((field) => (
        <Field
          key={field}
          label={text(`shop.${field}`)}
          value={shop[field]}
          onChange={(value) => type(field, value)}
          error={
            phase === 'tried' && isWrongName(shop[field])
              ? text('shop.name.wrong', { most: longestShopName })
              : undefined
          }
        />
      ))}
      {addresses.map((field) => (
        <Field
          key={field}
          label={text(`shop.${field}`)}
          hint={text('shop.address.hint')}
          value={shop[field]}
          onChange={(value) => type(field, value)}
          multiline
          error={
            phase === 'tried' && isWrongAddress(shop[field])
              ? text('shop.address.wrong', { most: longestShopAddress })
              : undefined
          }
        />
      ))}
      <div className="panel__actions">
        <Button type="submit">{text('shop.keep')}</Button>
        <span role="status">{phase === 'saved' ? text('shop.saved') : ''}</span>
      </div>
    </form>
  );
}

function isWrongName(name: string): boolean {
  return name.length > longestShopName;
}

function isWrongAddress(address: string): boolean {
  return address.length > longestShopAddress || address.split('\n').length > addressLines;
}
