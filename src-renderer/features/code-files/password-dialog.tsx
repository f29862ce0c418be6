import { useCallback, useEffect, useId, useState } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { useText } from '../../base/i18n/use-text.ts';
import { useTheme } from '../../base/stores/theme-store.ts';
import { useHideOnLeaving } from '../../base/use-hide-on-leaving.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import '../../ui/confirm-dialog.css';
import '../../ui/scrim.css';
import './password-dialog.css';
import type { Saved } from './use-save.ts';

/**
 * The password of a saved file, this once: in a frame that main drew, gone with the lock, with the window and with the
 * dialog. Escape does not close it: what is gone does not come again.
 */
export function PasswordDialog({ saved: { frame, cards, name, gone }, onDone }: { saved: Saved; onDone: () => void }) {
  const text = useText();
  const saysId = useId();
  const theme = useTheme((state) => state.theme);
  const [isHidden, setHidden] = useState(false);
  useHideOnLeaving(useCallback(() => setHidden(true), []));
  useEffect(() => (isHidden ? gone() : undefined), [isHidden, gone]);
  useEffect(() => gone, [gone]);
  return (
    <ModalOverlay className="scrim" isOpen isKeyboardDismissDisabled>
      <Modal className="confirm">
        <Dialog className="confirm__dialog" role="alertdialog" aria-describedby={saysId}>
          <Heading slot="title" level={2}>
            {text('codesFile.password')}
          </Heading>
          <div className="confirm__says" id={saysId}>
            <p>{text('codesFile.saved', { count: cards })}</p>
            <p className="password-name">
              {text('codesFile.name')} <bdi>{name}</bdi>
            </p>
            {isHidden ? (
              <p role="status">{text('codesFile.gone')}</p>
            ) : (
              <>
                <Callout tone="wait" icon="key">
                  <p>{text('codesFile.once')}</p>
                  <p>{text('codesFile.apart')}</p>
                </Callout>
                <iframe
                  className="password-frame"
                  title={text('codesFile.password')}
                  src={theme === 'system' ? frame : `${frame}#${theme}`}
                  sandbox=""
                  tabIndex={-1}
                />
              </>
            )}
          </div>
          <div className="confirm__actions">
            <Button tone="primary" size="l" autoFocus onPress={onDone}>
              {text(isHidden ? 'codesFile.close' : 'codesFile.done')}
            </Button>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
