import { useState } from 'react';
import type { OrderView } from '../../../src-shared/contract/schemas.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { SaveDialog } from './save-dialog.tsx';
import type { Saved } from './use-save.ts';

/** The way from a bought order to a file with its codes, and the password of that file. */
export function SaveForCompany({ order }: { order: OrderView }) {
  const text = useText();
  const [isAsking, setAsking] = useState(false);
  const [saved, setSaved] = useState<Saved | null>(null);
  return (
    <div>
      <Button icon="file" onPress={() => setAsking(true)}>
        {text('codesFile.button')}
      </Button>
      {isAsking ? (
        <SaveDialog
          order={order}
          onBack={() => setAsking(false)}
          onSaved={(given) => {
            setSaved(given);
            setAsking(false);
          }}
        />
      ) : null}
      {saved === null ? null : <PasswordDialog saved={saved} onDone={() => setSaved(null)} />}
    </div>
  );
}
