import { useCallback, useState } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { isMessage, type MessageKey } from '../../../src-shared/words/page-messages.ts';
import '../../ui/scrim.css';
import { useText } from '../../base/i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { codesKeys, commands, controlKeys, keyCaps } from './command-map.ts';
import './keys-sheet.css';
import { useCommands } from './use-commands.ts';

/** Obeys the keys and, on F1, `?` or its button, shows them. */
export function Keys() {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  useCommands(useCallback(() => setOpen(true), []));
  return (
    <>
      <Button
        tone="quiet"
        icon="keyboard"
        aria-label={text('keys.open')}
        aria-keyshortcuts="F1"
        onPress={() => setOpen(true)}
      />
      <ModalOverlay className="scrim" isOpen={isOpen} isDismissable onOpenChange={setOpen}>
        <Modal className="keys">
          <Dialog className="keys__dialog">
            <Heading slot="title" level={2}>
              {text('keys.title')}
            </Heading>
            <p>{text('keys.says')}</p>
            <div className="keys__groups">
              <Group title="keys.group.anywhere" keys={commands.map(({ id, says }) => ({ caps: keyCaps[id], says }))} />
              <div className="keys__column">
                <Group title="keys.group.selling" keys={controlKeys} />
                <Group title="keys.group.codes" keys={codesKeys} />
              </div>
            </div>
            <Button size="l" autoFocus onPress={() => setOpen(false)}>
              {text('keys.close')}
            </Button>
          </Dialog>
        </Modal>
      </ModalOverlay>
    </>
  );
}

function Group({ title, keys }: { title: MessageKey; keys: typeof controlKeys }) {
  const text = useText();
  return (
    <section>
      <h3>{text(title)}</h3>
      <dl className="keys__list">
        {keys.map(({ caps, says, together = false }) => (
          <div key={says}>
            <dt dir={together ? 'ltr' : undefined}>
              {caps.map((cap) => (
                <kbd key={cap} dir={isMessage(cap) ? undefined : 'ltr'}>
                  {isMessage(cap) ? text(cap) : cap}
                </kbd>
              ))}
            </dt>
            <dd>{text(says)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
